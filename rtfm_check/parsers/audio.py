"""Audio: a chunk of the tags and facts of the sound, and one of its lyrics.

mutagen reads the tags, and the INFO list of a WAV is read here. Edges: none. Speech is not
transcribed: what is said in a recording is not in the index. Limits: tags of 17 MiB, of which
4 MiB of compressed text; the sound itself is never read into memory.

Other than RTFM 0.55.1:
- All texts are kept: tags of one's own, INFO lists, synchronized lyrics, chapters, credits, links.
- The tags of WMA and APE files have the names of all others, and a value for each of several.
- ID3 tags that say Latin-1 and are not are read in the character set that they seem to be in.
- Tags of a file whose sound is damaged are read; a WAV or AIFF that is cut off is told.
- Long texts are cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rtfm_check.chunking import PROSE, Block, parts
from rtfm_check.file import File
from rtfm_check.parsers import _charset
from rtfm_check.parsers._audio_chunks import Chunks
from rtfm_check.parsers._contract import About, Draft, Item, MissingPart, Problem
from rtfm_check.parsers._duration import duration
from rtfm_check.show import safe

try:
    from rtfm_check.parsers._audio_open import Opened, opened
    from rtfm_check.parsers._audio_tags import (
        COMMENT,
        LABELS,
        LYRICS,
        SYNCED,
        TITLE,
        Tag,
        chapters_of,
        tags_of,
    )
except ModuleNotFoundError as error:
    if not (error.name or "").startswith("mutagen"):
        raise
    HAS_MUTAGEN = False
else:
    HAS_MUTAGEN = True

_WHOLE = "put a sound copy in its place"


def parse(file: File) -> Iterator[Item]:
    """What a sound file says of itself."""
    if not HAS_MUTAGEN:
        raise MissingPart("mutagen", "audio")
    with file.seekable() as stream:
        found = opened(file, stream)
        chunks = Chunks(stream)
    texts = _Texts(tags_of(found.tags), chunks)
    title = texts.title or file.title
    yield About(title=title)
    yield from _told(file, found, chunks)
    yield from texts.problems()
    chapters = chapters_of(found.tags, found.chapters)
    shown = (f"{name} ({duration(start)})" for start, name in chapters if name.strip())
    lines = [*texts.lines(), *_line("Chapters", shown, ", ")]
    lyrics = texts.lyrics()
    if not found.error or lines or lyrics or texts.title:
        overview = [f"Audio file: {title}", *lines, _format(file, found)]
        yield from _cut("Overview", "\n".join(overview))
    if lyrics:
        yield from _cut("Lyrics", f"Lyrics — {title}\n\n{lyrics}")


class _Texts:
    """The texts of a file by their labels, each once."""

    def __init__(self, tags: Iterable[Tag], chunks: Chunks) -> None:
        self._chunks = chunks
        self._by_label: dict[str, dict[str, None]] = {}
        own = chunks.texts.all()
        found = list(tags)
        declared = [each.text for each in found if each.is_latin and not each.text.isascii()]
        samples = [text.encode("latin-1", "replace") for text in declared]
        self._charset = _charset.charset(samples)
        self._is_changed = False
        for tag in found:
            self._add(LABELS.get(tag.name, tag.name), self._read(tag))
        for label, text in own:
            self._add({"Title": TITLE, "Comment": COMMENT}.get(label, label), text)
        self.title = " ".join(" / ".join(self._by_label.pop(TITLE, ())).split())

    def lines(self) -> list[str]:
        """A line for each label; RTFM's first, in its order."""
        known = [*LABELS.values(), COMMENT]
        others = (each for each in self._by_label if each not in (*known, LYRICS, SYNCED))
        return [
            line
            for label in (*known, *others)
            for line in _line("Comment" if label == COMMENT else label, self._of(label))
        ]

    def lyrics(self) -> str:
        """All lyrics; synchronized ones where no others say the same."""
        found = list(self._of(LYRICS))
        words = {"".join(each.split()) for each in found}
        found += (each for each in self._of(SYNCED) if "".join(each.split()) not in words)
        return "\n\n".join(found)

    def problems(self) -> Iterator[Problem]:
        """What is to be said of how the texts are encoded, and of what was not taken."""
        name = self._charset if self._is_changed else self._chunks.texts.charset
        if self._is_changed:
            yield Problem(
                "encoding-replaced",
                f"tags say that they are Latin-1; they were read as {name.upper()}",
                "write them as UTF-8 or UTF-16",
                "RTFM reads them as Latin-1",
            )
        if self._chunks.texts.is_cut:
            message = "the texts of its chunks have more than 1 MiB"
            yield Problem("limit-reached", message, note="the rest of them is not in the index")

    def _of(self, label: str) -> Iterable[str]:
        return self._by_label.get(label, ())

    def _add(self, label: str, text: str) -> None:
        text = text.strip("\0").strip()
        if text:
            self._by_label.setdefault(label, {})[text] = None

    def _read(self, tag: Tag) -> str:
        """The text of a tag, in the character set that it really has."""
        if not tag.is_latin or tag.text.isascii():
            return tag.text
        try:
            text = _charset.decoded(tag.text.encode("latin-1"), self._charset)
        except UnicodeEncodeError:  # it says so, and is not
            return tag.text
        self._is_changed = self._is_changed or text != tag.text
        return text


def _told(file: File, found: Opened, chunks: Chunks) -> Iterator[Problem]:
    if found.is_too_much:
        message = f"the file has {found.error}, which are not read"
        yield Problem("limit-reached", message, "take large pictures out of its tags")
    elif found.error and file.size:
        message = f"the sound cannot be read: {safe(found.error)}"
        yield Problem("damaged-document", message, _WHOLE, "RTFM indexes nothing of the file")
    elif chunks.missing > 0:
        message = f"the sound is cut off: {chunks.missing:,} bytes are missing"
        yield Problem("damaged-document", message, _WHOLE, "RTFM does not tell")


def _line(label: str, texts: Iterable[str], joiner: str = " / ") -> list[str]:
    text = joiner.join(texts)
    return [f"{label}: {text}"] if text else []


def _format(file: File, found: Opened) -> str:
    """The line about the sound; what is unknown or 0 is not in it."""
    info = found.info
    length, rate, bits, channels, speed = (
        max(0, getattr(info, name, 0) or 0)
        for name in ("length", "sample_rate", "bits_per_sample", "channels", "bitrate")
    )
    facts = [f"Format: {file.suffix[1:].upper()}" + (f" ({found.kind})" if found.kind else "")]
    facts += [f"duration {duration(length)}"] if length else []
    facts += [f"{rate / 1000:.3f}".rstrip("0").rstrip(".") + " kHz"] if rate else []
    facts += [f"{bits}-bit"] if bits else []
    facts += [{1: "mono", 2: "stereo"}.get(channels, f"{channels} channels")] if channels else []
    facts += [f"{round(speed / 1000)} kbit/s"] if speed else []
    return ", ".join(facts)


def _cut(title: str, text: str) -> Iterator[Draft]:
    """One chunk, as long as it is none too long."""
    for part in parts(Block(text), PROSE):
        yield Draft(title, part.text.rstrip(), kind="audio")
