"""Random slips of the keyboard in keys, paths and values: one letter more, less, other, swapped."""

from __future__ import annotations

import json
import string
from collections.abc import Iterator

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.planted import edit
from tests.planted.edit import Planted, Site, Spot, with_value
from tests.planted.mappings import MAPPINGS, Mapping
from tests.planted.operators.keys import write_key
from tests.planted.operators.templates import replace_path

NAME = "a slip"
ROWS = (19, 46, 47, 53, 62, 89)  # of the list of known mistakes


@st.composite
def slips(draw: st.DrawFn, word: str) -> str:
    """A word with one edit; the word itself where that changes nothing."""
    at = draw(st.integers(0, len(word) - 1))
    letter = draw(st.sampled_from(string.ascii_lowercase))
    return draw(
        st.sampled_from(
            (
                word[:at] + letter + word[at:],
                word[:at] + word[at + 1 :],
                word[:at] + letter + word[at + 1 :],
                word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
            )
        )
    )


@st.composite
def path_slips(draw: st.DrawFn, path: str) -> str:
    """A path with a slip in one of its segments."""
    parts = path.split(".")
    index = draw(st.integers(0, len(parts) - 1))
    parts[index] = draw(slips(parts[index]))
    return ".".join(parts)


def drawn(count: int) -> list[Planted]:
    """Distinct slips in all mappings, the same in every run."""
    found: dict[tuple[str, str], Planted] = {}

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def draw(data: st.DataObject) -> None:
        mapping = data.draw(st.sampled_from(MAPPINGS))
        place = data.draw(st.sampled_from(tuple(_places(mapping))))
        for each in _slip(data, mapping, place):
            if not edit.is_same(*(_data(mapping, text) for text in (each.text, mapping.text))):
                found.setdefault((mapping.name, each.text), each)

    draw()
    return list(found.values())


def _data(mapping: Mapping, text: str) -> object:
    """What a text loads as, or the text."""
    return edit.load(text, mapping.file) if edit.loads(text, mapping.file) else text


def _places(mapping: Mapping) -> Iterator[Site | Spot]:
    yield from edit.spots(mapping)
    for site in edit.sites(mapping):
        if edit.kind(site.pointer):
            yield site


def _slip(data: st.DataObject, mapping: Mapping, place: Site | Spot) -> Iterator[Planted]:
    if isinstance(place, Spot):
        new = data.draw(path_slips(place.path))
        if new and new[0] not in ".0123456789":
            yield from replace_path(mapping, NAME, place, new, word=place.path)
        return
    kind = edit.kind(place.pointer)
    in_value = data.draw(st.booleans())
    if in_value and place.name in ("foreach", "target_kind"):
        word = place.value
        new = data.draw(path_slips(word))
        if new:
            yield from with_value(mapping, NAME, place, _quoted(mapping, place, new), word=word)
    elif in_value and place.name == "schema_url":
        new = data.draw(slips(place.value))
        yield from with_value(mapping, NAME, place, _quoted(mapping, place, new), word=place.value)
    elif in_value and kind == "test" and isinstance(place.value, str):
        new = data.draw(slips(place.value))
        if len(new) > 1:
            yield from with_value(
                mapping, NAME, place, _quoted(mapping, place, new), word=place.value
            )
    elif isinstance(place.name, str) and len(place.name) > 1:
        new = data.draw(slips(place.name))
        more = {"word": place.name}
        if kind == "metadata":
            more["unseen"] = "a metadata key may have any name"
        if new.isidentifier() or kind == "test":
            yield write_key(mapping, NAME, place, new, **more)


def _quoted(mapping: Mapping, site: Site, text: str) -> str:
    """A text as a value is written in a mapping: in its quotes, if it has any."""
    if mapping.file.endswith(".json") or site.style == '"':
        return json.dumps(text, ensure_ascii=False)
    if site.style == "'":
        return "'" + text.replace("'", "''") + "'"
    return text
