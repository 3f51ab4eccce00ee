"""Archives that lie, that are damaged, that want to be large: what is told, and what is read."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import pytest

from rtfm_check import limits
from rtfm_check.parsers._zip import SafeZip
from tests.parsers.office import archive

TEXT = b"hello world, " * 400
MEMBERS = {"a.txt": TEXT, "word/b.xml": b"<b/>" * 500, "c.bin": bytes(range(256)) * 40}
DATA = archive(MEMBERS)


def rules(made: SafeZip) -> list[str]:
    return [problem.rule for problem in made.told()]


def entry(data: bytes, number: int = 0) -> int:
    """Where the directory describes a member."""
    at = -1
    for _ in range(number + 1):
        at = data.index(b"PK\x01\x02", at + 1)
    return at


def changed(at: int, layout: str, value: int, data: bytes = DATA) -> bytes:
    made = bytearray(data)
    struct.pack_into(layout, made, at, value)
    return bytes(made)


class Stream(io.RawIOBase):
    """A file that cannot be gone back in, so that sizes stand behind the members."""

    def __init__(self) -> None:
        self.made = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.made += data
        return len(data)


def streamed(*, is_stored: bool = False) -> bytes:
    out = Stream()
    method = zipfile.ZIP_STORED if is_stored else zipfile.ZIP_DEFLATED
    with zipfile.ZipFile(out, "w", method) as made:  # type: ignore[arg-type]
        for name, data in MEMBERS.items():
            with made.open(name, "w", force_zip64=name == "a.txt") as member:
                member.write(data)
    return bytes(out.made)


@pytest.mark.parametrize(
    "data",
    [DATA, streamed(), streamed(is_stored=True), b"a program in front" * 9 + DATA, DATA + b"tail"],
    ids=["plain", "streamed", "stored", "with something before it", "with something behind it"],
)
def test_a_sound_archive_is_read(data: bytes) -> None:
    made = SafeZip(data)
    assert made.names == list(MEMBERS)
    assert {name: made.read(name) for name in made.names} == MEMBERS
    assert rules(made) == []


def test_a_name_is_found_in_any_case_and_with_either_slash() -> None:
    made = SafeZip(archive({"Word\\Document.xml": b"x", "folder/": b""}))
    assert made.names == ["Word/Document.xml"]
    assert "word/document.XML" in made
    assert made.read("word/document.xml") == b"x"
    assert made.read("folder/") is None
    assert made.read("../../etc/passwd") is None


@pytest.mark.parametrize("data", [DATA, streamed(), streamed(is_stored=True)])
def test_an_archive_without_its_directory_is_read_as_far_as_it_goes(data: bytes) -> None:
    directory = entry(data)
    for end in (len(data) - 10, directory + 20, directory):
        made = SafeZip(data[:end])
        assert {name: made.read(name) for name in made.names} == MEMBERS
        assert rules(made) == ["damaged-document"]
    made = SafeZip(data[: data.index(b"word/b.xml") + 40])
    assert made.read("a.txt") == TEXT
    rest = made.read("word/b.xml")
    assert rest is not None
    assert (b"<b/>" * 500).startswith(rest)
    assert rules(made) == ["damaged-document"]


@pytest.mark.parametrize("data", [b"PK\x03\x04", b"no archive", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_archive_gives_nothing(data: bytes) -> None:
    made = SafeZip(data)
    assert made.names == []
    assert rules(made) == (["damaged-document"] if data[:4] != b"PK\x05\x06" else [])


def test_damage_in_a_member_costs_what_is_behind_it() -> None:
    at = DATA.index(b"a.txt") + 5 + 20
    made = SafeZip(DATA[:at] + b"\xff\xff\xff" + DATA[at + 3 :])
    assert TEXT.startswith((made.read("a.txt") or b"")[:10])
    assert made.read("word/b.xml") == MEMBERS["word/b.xml"]
    assert rules(made) == ["damaged-document"]


def test_a_wrong_checksum_is_told() -> None:
    made = SafeZip(changed(entry(DATA) + 16, "<L", 1))
    assert made.read("a.txt") == TEXT
    assert rules(made) == ["damaged-document"]


def test_a_member_ends_at_the_size_it_declares() -> None:
    made = SafeZip(changed(entry(DATA) + 24, "<L", 100))
    assert made.read("a.txt") == TEXT[:100]
    assert rules(made) == ["damaged-document"]
    made = SafeZip(changed(entry(DATA) + 24, "<L", 9999))
    assert made.read("a.txt") == TEXT
    assert rules(made) == ["damaged-document"]


def test_an_encrypted_member_is_told_when_it_is_read() -> None:
    made = SafeZip(changed(entry(DATA) + 8, "<H", 1))
    assert made.read("word/b.xml") == MEMBERS["word/b.xml"]
    assert rules(made) == []
    assert made.read("a.txt") == b""
    assert rules(made) == ["protected-document"]


def test_other_ways_to_pack_are_told() -> None:
    made = SafeZip(changed(entry(DATA) + 10, "<H", 14))
    assert made.read("a.txt") == b""
    assert rules(made) == ["damaged-document"]


def test_a_header_that_is_elsewhere_is_told() -> None:
    for offset in (5, 2**31):
        made = SafeZip(changed(entry(DATA) + 42, "<L", offset))
        assert made.read("a.txt") == b""
        assert "damaged-document" in rules(made)


def test_bombs_are_not_unpacked() -> None:
    made = SafeZip(archive({"bomb": bytes(50_000_000), "small": bytes(900_000)}))
    assert made.read("bomb") == b""
    assert rules(made) == ["limit-reached"]
    assert made.read("small") == bytes(900_000)
    assert rules(made) == []
    cut = SafeZip(archive({"bomb": bytes(50_000_000)})[:-30])
    assert cut.read("bomb") == b""


def test_a_bomb_without_a_size_ends_at_its_ratio() -> None:
    out = Stream()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:  # type: ignore[arg-type]
        made.writestr("bomb", bytes(50_000_000))
    data = bytes(out.made)
    found = SafeZip(data[: entry(data)])
    assert len(found.read("bomb") or b"") <= limits.ZIP_RATIO * len(data)
    assert rules(found) == ["damaged-document", "limit-reached"]


def test_all_members_together_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ZIP_BYTES", 8000)
    made = SafeZip(DATA)
    assert made.read("a.txt") == TEXT
    assert made.read("word/b.xml") == MEMBERS["word/b.xml"]
    assert made.read("c.bin") == b""
    assert rules(made) == ["limit-reached"]


def test_more_members_than_the_limit_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ZIP_MEMBERS", 2)
    made = SafeZip(DATA)
    assert made.names == ["a.txt", "word/b.xml"]
    assert rules(made) == ["limit-reached"]


def test_members_that_share_their_bytes_are_left_out() -> None:
    second = entry(DATA, 1)
    made = SafeZip(changed(second + 42, "<L", 0))
    assert made.names == ["a.txt", "c.bin"]
    assert rules(made) == ["damaged-document"]


def test_of_two_members_of_one_name_the_last_is_read() -> None:
    data = DATA.replace(b"a.txt", b"c.bin")
    made = SafeZip(data)
    assert made.names == ["c.bin", "word/b.xml"]
    assert made.read("c.bin") == MEMBERS["c.bin"]
    assert rules(made) == ["damaged-document"]


def test_compound_files_are_told_apart() -> None:
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
    assert rules(SafeZip(ole)) == ["extension-lies"]
    assert rules(SafeZip(ole + "EncryptedPackage".encode("utf-16-le"))) == ["protected-document"]


def test_nothing_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = SafeZip(archive({"../out.txt": b"x", "/abs.txt": b"y", "C:\\z.txt": b"z"}))
    assert [made.read(name) for name in made.names] == [b"x", b"y", b"z"]
    assert list(tmp_path.iterdir()) == []


def test_any_damage_is_told_or_harmless() -> None:
    for at in range(len(DATA)):
        made = SafeZip(DATA[:at] + bytes([DATA[at] ^ 0xFF]) + DATA[at + 1 :])
        texts = {name: made.read(name) for name in made.names}
        assert rules(made) or set(texts.values()) == set(MEMBERS.values())
