"""The texts of a sound file by their labels, each once, in the character set they really have."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from rtfm_check.parsers._audio_names import COMMENT, LABELS, LYRICS, SYNCED, TITLE, Tag
from rtfm_check.parsers._contract import Problem
from rtfm_check.parsers._riff import Texts as Chunked
from rtfm_check.text import charset

_LONG = 100  # characters of a text that is said once, whatever its names are
_OWN = {"Title": TITLE, "Comment": COMMENT}  # labels of chunks that are names of tags


class Texts:
    """The texts of a file by their labels, each once."""

    def __init__(self, groups: Iterable[Iterable[Tag]], chunked: Chunked) -> None:
        """Each group is the tags of one sort; the first that has a title says what it is."""
        self._chunked = chunked
        self._by_label: dict[str, dict[str, None]] = {}
        self._is_changed = self._is_broken = False
        self._long: set[str] = set()
        found = [list(group) for group in groups]
        self._charset = charset.charset(tag.raw for group in found for tag in group)
        for group in found:
            titles = sorted(self._of(TITLE))
            for tag in group:
                text = self.read(tag)
                if tag.name == TITLE and titles:
                    self._add_other(titles, text)
                else:
                    self._add(LABELS.get(tag.name, tag.name), text)
        known: dict[str, list[str]] = {}  # what tags say, of which chunks often hold the beginning
        for label, text in chunked.all():
            label = _OWN.get(label, label)
            if label not in known:
                known[label] = sorted(self._of(label))
            if label == TITLE and known[label]:
                self._add_other(known[label], text)
            elif not _has_beginning(known[label], text):
                self._add(label, text)
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
        if self._is_broken:
            yield Problem(
                "encoding-replaced",
                f"tags are not UTF-8; they were read as {self._charset.upper()}",
                "write them as UTF-8",
                "RTFM replaces what it cannot read, leaves the tag out, or reads no tag at all",
            )
        if self._chunked.is_cut:
            message = "its chunks are more than a million, or their texts more than 1 MiB"
            yield Problem("limit-reached", message, note="the rest of them is not in the index")

    def read(self, tag: Tag) -> str:
        """The text of a tag."""
        if tag.raw.isascii():
            return tag.text
        text = charset.decoded(tag.raw, self._charset)
        if tag.is_broken:
            self._is_broken = True
            return text
        self._is_changed = self._is_changed or text != tag.text
        return text

    def _of(self, label: str) -> Iterable[str]:
        return self._by_label.get(label, ())

    def _add_other(self, titles: list[str], text: str) -> None:
        """A title of a later sort of tags, which often cut it off."""
        if not _has_beginning(titles, text.strip("\0").strip()):
            self._add("Title", text)

    def _add(self, label: str, text: str) -> None:
        text = text.replace("\r\n", "\n").replace("\r", "\n").strip("\0").strip()
        if text and text not in self._long:
            if len(text) > _LONG:
                self._long.add(text)
            self._by_label.setdefault(label, {})[text] = None


def _has_beginning(texts: list[str], text: str) -> bool:
    """Whether one of some sorted texts begins with another one."""
    at = bisect_left(texts, text)
    return at < len(texts) and texts[at].startswith(text)
