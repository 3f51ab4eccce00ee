"""The texts of a sound file by their labels, each once, in the character set they really have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rtfm_check import charset
from rtfm_check.parsers._audio_names import COMMENT, LABELS, LYRICS, SYNCED, TITLE, Tag
from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._riff import Texts as Chunked

_LONG = 100  # characters of a text that is said once, whatever its names are
_OWN = {"Title": TITLE, "Comment": COMMENT}  # labels of chunks that are names of tags


class Texts:
    """The texts of a file by their labels, each once."""

    def __init__(self, tags: Iterable[Tag], chunked: Chunked) -> None:
        self._chunked = chunked
        self._by_label: dict[str, dict[str, None]] = {}
        self._is_changed = False
        self._long: set[str] = set()
        found = list(tags)
        self._charset = charset.charset(tag.raw for tag in found)
        for tag in found:
            self._add(LABELS.get(tag.name, tag.name), self.read(tag))
        for label, text in chunked.all():
            known = self._of(_OWN.get(label, label))
            if not any(each.startswith(text) for each in known):
                self._add(_OWN.get(label, label), text)
        self.title = " ".join(" / ".join(self._by_label.pop(TITLE, ())).split())

    def lines(self) -> list[str]:
        """A line for each label; RTFM's first, in its order."""
        known = [*LABELS.values(), COMMENT]
        others = (each for each in self._by_label if each not in (*known, LYRICS, SYNCED))
        shown = ((label, " / ".join(self._of(label))) for label in (*known, *others))
        return [f"{label[:1].upper()}{label[1:]}: {text}" for label, text in shown if text]

    def lyrics(self) -> str:
        """All lyrics; synchronized ones where no others say the same."""
        found = list(self._of(LYRICS))
        words = {"".join(each.split()) for each in found}
        found += (each for each in self._of(SYNCED) if "".join(each.split()) not in words)
        return "\n\n".join(found)

    def problems(self) -> Iterator[Problem]:
        """What is to be said of how the texts are encoded, and of what was not taken."""
        if self._is_changed:
            yield Problem(
                "encoding-replaced",
                f"tags say that they are Latin-1; they were read as {self._charset.upper()}",
                "write them as UTF-8 or UTF-16",
                "RTFM reads them as Latin-1",
            )
        if self._chunked.is_cut:
            message = "its chunks are more than a million, or their texts more than 1 MiB"
            yield Problem("limit-reached", message, note="the rest of them is not in the index")

    def read(self, tag: Tag) -> str:
        """The text of a tag."""
        if tag.raw.isascii():
            return tag.text
        text = charset.decoded(tag.raw, self._charset)
        self._is_changed = self._is_changed or text != tag.text
        return text

    def _of(self, label: str) -> Iterable[str]:
        return self._by_label.get(label, ())

    def _add(self, label: str, text: str) -> None:
        text = text.strip("\0").strip()
        if text and text not in self._long:
            if len(text) > _LONG:
                self._long.add(text)
            self._by_label.setdefault(label, {})[text] = None
