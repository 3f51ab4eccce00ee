"""Audio: a chunk of the tags and facts of the sound, and one of its lyrics.

mutagen reads the facts and most tags; ID3 tags, and the texts in chunks of WAV and AIFF files, are
read here. Edges: none. Speech is not transcribed: what is said in a recording is not in the index.
Limits: 32 MiB of an ID3 tag, 17 MiB of another one; the sound is never read into memory.

Other than RTFM 0.55.1:
- All texts are kept: tags of one's own, INFO lists, synchronized lyrics, chapters, credits, links.
- The tags of WMA and APE files have the names of all others, and a value for each of several.
- ID3 tags that say Latin-1 and are not, and others that have to be UTF-8 and are not, are read in
  the character set that they seem to be in.
- Of several sorts of tags, the one that the format has says the title. A comment has what it is
  about behind it.
- Tags of a file whose sound is damaged are read; a WAV or AIFF that is cut off is told, and is as
  long as it is. One that a program wrote to a pipe, of more than 4 GB, or whose chunks are not
  padded is read.
- Long texts are cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import BinaryIO

from rtfm_check.chunking import PROSE, Block, parts
from rtfm_check.file import File
from rtfm_check.parsers import _ape, _audio_tags, _id3_frames, _lyrics3, _mpeg
from rtfm_check.parsers._audio_chunks import Chunks
from rtfm_check.parsers._audio_names import Opened, Tag
from rtfm_check.parsers._audio_texts import Texts
from rtfm_check.parsers._contract import About, Draft, Item, MissingPart, Problem
from rtfm_check.parsers._duration import duration
from rtfm_check.parsers._id3 import Frames
from rtfm_check.text.show import safe

HAS_MUTAGEN = find_spec("mutagen") is not None
_APE = ("MonkeysAudio", "Musepack", "WavPack")  # formats whose tags are those of APE
_WHOLE = "put a sound copy in its place"


def parse(file: File) -> Iterator[Item]:
    """What a sound file says of itself."""
    if not HAS_MUTAGEN:
        raise MissingPart("mutagen", "audio")
    with file.seekable() as stream:
        chunks = Chunks(stream)
        frames = Frames()
        start = _read_id3(frames, stream, chunks)
        found = _opened(file, stream, start, chunks)
        ape, excess = _ape.read(stream)
        behind = [*ape, *_lyrics3.tags_of(stream)]
    texts = Texts(_in_order(found, list(_id3_frames.tags_of(frames)), behind), chunks.texts)
    title = texts.title or file.title
    yield About(title=title)
    yield from _told(file, found, chunks, frames, excess)
    lines = [*texts.lines(), *_chapters(texts, found, frames)]
    lyrics = texts.lyrics()
    yield from texts.problems()
    if not found.error or lines or lyrics or texts.title:
        overview = [f"Audio file: {title}", *lines, _format(file, found)]
        yield from _cut("Overview", "\n".join(overview))
    if lyrics:
        yield from _cut("Lyrics", f"Lyrics — {title}\n\n{lyrics}")


def _read_id3(frames: Frames, stream: BinaryIO, chunks: Chunks) -> int:
    """Read all ID3 tags; where the sound begins."""
    end = stream.seek(0, 2)
    start = frames.read(stream, 0, end)
    for first, last in chunks.id3:
        frames.read(stream, first, last)
    frames.read_last(stream, end)
    return start


def _opened(file: File, stream: BinaryIO, start: int, chunks: Chunks) -> Opened:
    """The plainest files are read here: mutagen takes longer for them than all the rest."""
    if chunks.facts is not None and not start:
        return Opened(chunks.kind, chunks.facts)
    facts = _mpeg.facts(stream, start) if file.suffix == ".mp3" else None
    if facts is not None and not _ape.may_be_in(stream):
        return Opened("MP3", facts)
    from rtfm_check.parsers._audio_open import opened  # mutagen is loaded when it is needed

    return opened(file, stream, start)


def _in_order(found: Opened, id3: list[Tag], behind: list[Tag]) -> list[Iterable[Tag]]:
    """The tags of a file by their sorts, first the one that its format has."""
    others = (behind, id3) if found.kind in _APE else (id3, behind)
    return [_audio_tags.tags_of(found), *others]


def _chapters(texts: Texts, found: Opened, frames: Frames) -> list[str]:
    chapters = list(found.chapters)
    chapters += ((start, texts.read(tag)) for start, tag in _id3_frames.chapters_of(frames.frames))
    shown = (f"{name.strip()} ({duration(start)})" for start, name in sorted(chapters))
    line = ", ".join(each for each in shown if not each.startswith(" ("))
    return [f"Chapters: {line}"] if line else []


def _told(
    file: File, found: Opened, chunks: Chunks, frames: Frames, excess: str
) -> Iterator[Problem]:
    limit = frames.limit or excess or (found.error if found.is_too_much else "")
    if limit:
        help = "take large pictures out of its tags"
        yield Problem("limit-reached", f"the file has {limit}, which are not read", help)
    if frames.protected:
        message = f"its ID3 tag has encrypted frames: {frames.protected:,}"
        yield Problem("protected-document", message, "publish it without", "RTFM does not tell")
    if frames.damage:
        message = safe(frames.damage)
        yield Problem("damaged-document", message, "write its tags anew", "RTFM may not tell")
    elif chunks.missing > 0:
        message = f"the sound is cut off: {chunks.missing:,} bytes are missing"
        yield Problem("damaged-document", message, _WHOLE, "RTFM does not tell")
    elif found.error and file.size and not limit:
        message = f"the sound cannot be read: {safe(found.error)}"
        yield Problem("damaged-document", message, _WHOLE, "RTFM indexes nothing of the file")


def _format(file: File, found: Opened) -> str:
    """The line about the sound; what is unknown or 0 is not in it."""
    length, rate, bits, channels, speed = found.facts
    facts = [f"Format: {file.suffix[1:].upper()}" + (f" ({found.kind})" if found.kind else "")]
    facts += [f"duration {duration(length)}"] if length else []
    facts += [f"{rate / 1000:.3f}".rstrip("0").rstrip(".") + " kHz"] if rate else []
    facts += [f"{bits:.0f}-bit"] if bits else []
    facts += (
        [{1: "mono", 2: "stereo"}.get(int(channels), f"{channels:.0f} channels")]
        if channels
        else []
    )
    facts += [f"{round(speed / 1000)} kbit/s"] if speed else []
    return ", ".join(facts)


def _cut(title: str, text: str) -> Iterator[Draft]:
    """One chunk, as long as it is none too long."""
    for part in parts(Block(text), PROSE):
        yield Draft(title, part.text.rstrip(), kind="audio")
