"""Which fields of the samples become title, content and metadata, and over which lists."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rtfm_check import limits
from rtfm_check.draft.shape import Field, Shape, fields

_AIM = 0.82  # of the text of the samples, to be indexed
_METADATA = 10  # fields of a chunk
_ADDED = 20  # fields that are added to a content because of their length
_WORDY = 40  # fields of sentences in a content
_METADATA_DEPTH = 3
_TITLE_CHARS = 150

# Names of keys whose text is a title, the best first.
_TITLES = (
    *("title", "question", "name", "summary", "subject", "headline", "heading", "displayname"),
    *("label", "fullname", "full_name", "fulltitle", "nodeid", "source_name", "filename"),
    *("filepath", "file", "path", "uri", "ruleid", "rule", "identifier", "key", "id", "slug"),
    *("package", "ref"),
)
# Keys of objects that are the thing itself; a name in another one is that of another thing.
_ITSELF = (
    *("fields", "metadata", "attributes", "properties", "data", "info", "component", "driver"),
    *("tool", "0", "header", "summary", "node", "document", "package", "item"),
)
_DATES = ("date", "at", "time", "timestamp", "day", "created", "created_at", "createdat")
_MARKS = ("key", "identifier", "number", "ruleid", "marker", "code", "id")  # before a title
_MARK_CHARS = 20
_TEXTS = ("text", "content", "body", "description", "message", "markdown", "answer", "longrepr")


@dataclass(slots=True)
class Chunk:
    """One entry of `chunks`."""

    foreach: tuple[str, ...]  # empty: the document itself
    fields: list[Field]  # all that its templates could name
    title: list[Field] = field(default_factory=list)
    content: list[Field] = field(default_factory=list)
    added: list[Field] = field(default_factory=list)  # to the content, as they are much of the text
    metadata: list[Field] = field(default_factory=list)

    @property
    def indexed(self) -> set[Field]:
        """The fields that are searched."""
        return {*self.title, *self.content, *self.added}


@dataclass(slots=True)
class Plan:
    """The chunks of a draft."""

    chunks: list[Chunk]
    left_out: list[tuple[str, ...]]  # lists with text beyond the most that a draft runs over
    total: int  # characters of the samples


def plan(root: Shape, compared: set[tuple[str, ...]]) -> Plan:
    """The chunks for documents of a shape; what `match` compares tells nothing and comes last."""
    own, loops = _split(root)
    loops = sorted(loops, key=lambda loop: -loop[1].all_characters)
    kept = loops[: limits.DRAFT_CHUNKS]
    order = {path: number for number, (path, _) in enumerate(_split(root)[1])}
    kept.sort(key=lambda loop: order[loop[0]])
    chunks = [_chunk((), own, compared)] if own else []
    for path, items in kept:
        chunks.append(_chunk(path, list(_item_fields(items)), set()))
    chunks = [chunk for chunk in chunks if chunk.content]
    if len(chunks) > 1 and not chunks[0].foreach and _is_noise(chunks[0]):
        del chunks[0]
    made = Plan(chunks, [path for path, _ in loops[len(kept) :]], root.all_characters)
    _add_what_is_much(made, compared)
    return made


def _is_noise(chunk: Chunk) -> bool:
    """Whether a chunk has nothing but dates and the like to search for."""
    return all(each.shape.is_opaque for each in (*chunk.title, *chunk.content))


def _split(root: Shape) -> tuple[list[Field], list[tuple[tuple[str, ...], Shape]]]:
    """The fields of the document itself, and the lists that chunks run over."""
    own: list[Field] = []
    loops: list[tuple[tuple[str, ...], Shape]] = []
    waiting = list(fields(root, root.objects))
    while waiting:
        each = waiting.pop(0)
        items = each.shape.items
        if items is None or not items.all_characters:
            if not each.shape.lists:
                own.append(each)
        elif each.shape.longest == 1 and _is_wrapper(items):
            waiting += fields(items, items.objects, (*each.path, "0"))
        elif items.objects or items.is_prose or each.shape.longest > limits.DRAFT_CHUNKS:
            loops.append((each.path, items))
        else:
            own.append(each)  # a few words, which are printed together
    return own, loops


def _is_wrapper(items: Shape) -> bool:
    """Whether the items hold lists that hold most of their text, as the runs of SARIF do."""
    inner = [each.shape for each in fields(items, items.objects) if each.shape.has_objects]
    return sum(each.all_characters for each in inner) * 2 > items.all_characters


def _item_fields(items: Shape) -> Iterator[Field]:
    """What the templates of an item can name; a list in it of never more than one object opened."""
    if items.texts:
        yield Field(("value",), items, items.texts)
    waiting = list(fields(items, items.objects, routes=True))
    while waiting:
        each = waiting.pop(0)
        inner = each.shape.items
        if inner is not None and each.shape.longest == 1 < each.shape.lists and inner.objects:
            waiting = [*fields(inner, each.contexts, (*each.path, "0"), routes=True), *waiting]
        elif inner is None or inner.all_characters:
            yield each


def _chunk(foreach: tuple[str, ...], found: list[Field], compared: set[tuple[str, ...]]) -> Chunk:
    made = Chunk(foreach, found)
    telling = [each for each in found if each.path not in compared and not _is_empty(each)]
    made.title = _title(telling)
    texts = [each for each in telling if each.shape.all_characters]
    wordy = [each for each in texts if _is_wordy(each) and each not in made.title]
    rest = [each for each in texts if not each.shape.is_opaque and each not in made.title]
    longest = sorted(wordy or rest, key=lambda each: -each.shape.all_characters)[:_WORDY]
    made.content = [each for each in wordy or rest if each in longest]
    if not any(each.is_always for each in made.content):
        sure = [each for each in texts if each.is_always and not each.prints_python]
        front = made.title or sorted(sure, key=lambda each: each.shape.is_opaque)[:1]
        made.content = [*front, *made.content]
    used = {*made.title, *made.content}
    rest = [
        each
        for each in telling
        if not each.is_rare
        and not each.prints_python
        and each not in used
        and _is_short(each.shape)
        and len(each.path) <= _METADATA_DEPTH
    ]
    common = sorted(rest, key=lambda each: (-_filled(each), len(each.path)))[:_METADATA]
    made.metadata = [each for each in rest if each in common]
    return made


def _is_empty(each: Field) -> bool:
    """Whether it never holds anything but blank text."""
    shape = each.shape
    return not shape.scalars and (not shape.all_characters or shape.texts == shape.blank > 0)


def _filled(each: Field) -> int:
    return each.shape.texts - each.shape.blank + each.shape.scalars


def _is_short(shape: Shape) -> bool:
    return shape.longest_text <= _TITLE_CHARS * 2


def _is_wordy(each: Field) -> bool:
    """Whether a field is text to search, by its values or by its name."""
    if each.prints_python:
        return True
    named = each.name.lower() in _TEXTS and not each.shape.is_opaque
    return bool(each.shape.texts) and (each.shape.is_prose or named)


def _title(found: list[Field]) -> list[Field]:
    """The title, and perhaps a number or key before it."""
    ranked = sorted(
        (
            (_TITLES.index(each.name.lower()) + 4 * len(each.path), place, each)
            for place, each in enumerate(found)
            if each.name.lower() in _TITLES and _is_title(each) and _is_own(each)
        ),
        key=lambda row: row[:2],
    )
    if not ranked:
        short = [
            each
            for each in found
            if _is_title(each)
            and each.is_always
            and _varies(each)
            and _is_own(each)
            and not _is_wordy(each)
        ]
        dates = [each for each in found if each.name.lower() in _DATES and each.is_always]
        return (short or dates)[:1]
    best = ranked[0][2]
    marks = [
        each
        for each in found
        if each.name.lower() in _MARKS
        and each is not best
        and each.path[:-1] == best.path[: len(each.path) - 1]
        and _filled(each) == each.contexts
        and each.shape.longest_text <= _MARK_CHARS
        and not each.shape.is_opaque
        and (each.shape.texts or each.name != "id")
    ]
    return [*marks[:1], best]


def _is_title(each: Field) -> bool:
    shape = each.shape
    is_short = 0 < shape.mean <= _TITLE_CHARS and shape.longest_text <= _TITLE_CHARS * 2
    is_common = (shape.texts - shape.blank) * 2 >= each.contexts
    return is_short and is_common and not shape.is_opaque and not each.prints_python


def _is_own(each: Field) -> bool:
    """Whether a field tells of the item, and not of a person or state that it names."""
    return all(key.lower() in _ITSELF for key in each.path[:-1])


def _varies(each: Field) -> bool:
    return len(each.shape.values) > 1 or each.contexts == 1


def _add_what_is_much(made: Plan, compared: set[tuple[str, ...]]) -> None:
    """Put more fields into the contents until most of the text is indexed."""
    indexed = sum(each.shape.all_characters for chunk in made.chunks for each in {*chunk.indexed})
    spare = [
        (chunk, each)
        for chunk in made.chunks
        for each in chunk.fields
        if each not in chunk.indexed and each.shape.all_characters and not each.prints_python
    ]
    spare.sort(
        key=lambda row: (
            not row[0].foreach and row[1].path in compared,
            row[1].shape.is_constant,
            row[1].shape.is_opaque,
            -row[1].shape.all_characters,
        )
    )
    for chunk, each in spare:
        if indexed >= _AIM * made.total:
            return
        if len(chunk.added) < _ADDED:
            chunk.added.append(each)
            indexed += each.shape.all_characters
