"""Trees that change while they are read, files without end, and documents that would have one."""

from __future__ import annotations

import json
import os
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from rtfm_check import limits
from rtfm_check.file import File
from rtfm_check.indexing import shard
from rtfm_check.indexing.routing import Route
from rtfm_check.source import Unreadable
from rtfm_check.tree.opened import open_file
from tests.artifacts import Artifact
from tests.conftest import Project
from tests.parsers.reading import Read

OUT = "rtfm-index"
forked = pytest.mark.skipif(sys.platform != "linux", reason="patches reach a forked process")
CANARY = "of somebody else"


def index(project: Project, *arguments: str) -> Artifact:
    result = project.run("index", ".", "--format", "json", "--allow-empty", *arguments)
    assert result.status in (0, 1), result
    return Artifact(project.root / OUT)


SWAPS: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "gone": (lambda path: None, ["unreadable-file"]),
    "a link": (lambda path: path.symlink_to("../../outside.txt"), ["unreadable-file"]),
    "a pipe": (os.mkfifo, ["unreadable-file"]),
    "a folder": (lambda path: path.mkdir(), ["unreadable-file"]),
    "empty": (lambda path: path.touch(), ["empty-document"]),
    "larger": (lambda path: path.write_text("grown " * 100_000), []),
}


@forked
@pytest.mark.parametrize("when", ["before its first bytes are read", "behind them"])
@pytest.mark.parametrize("what", SWAPS)
def test_a_file_that_is_another_by_now_costs_itself_alone(
    project: Project, monkeypatch: pytest.MonkeyPatch, what: str, when: str
) -> None:
    swap, rules = SWAPS[what]
    (project.root.parent / "outside.txt").write_text(CANARY)
    for name in ("0.txt", "d/1.txt", "d/2.txt"):
        project.write(name, f"file {name}\n")
    real = shard._route

    def swapping(file: File) -> Route:
        path = Path(file.full_path)
        found = real(file) if when == "behind them" else None
        if file.path == "d/1.txt":
            path.unlink()
            swap(path)
        return found or real(file)

    monkeypatch.setattr(shard, "_route", swapping)
    made = index(project)
    is_open = when == "behind them"  # it is read on, whatever has its name by now
    assert made.rules("d/1.txt") == ([] if is_open else rules)
    texts = [each["content"] for each in made.chunks if each["book_file"] == "d/1.txt"]
    assert not is_open or texts == ["file d/1.txt\n"]
    assert [each["path"] for each in made.documents] == ["0.txt", "d/1.txt", "d/2.txt"]
    others = [each["content"] for each in made.chunks if each["book_file"] != "d/1.txt"]
    assert others == ["file 0.txt\n", "file d/2.txt\n"]
    assert CANARY not in json.dumps(made.chunks)


@forked
def test_a_folder_that_is_a_link_by_now_is_not_followed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = project.root.parent / "outside"
    outside.mkdir()
    (outside / "1.txt").write_text(CANARY)
    project.write("a/d/1.txt", "inside\n")
    real = shard._route

    def swapping(file: File) -> Route:
        (project.root / "a" / "d").rename(project.root.parent / "moved")
        (project.root / "a" / "d").symlink_to(outside)
        return real(file)

    monkeypatch.setattr(shard, "_route", swapping)
    made = index(project)
    assert made.rules("a/d/1.txt") == ["unreadable-file"]
    assert made.chunks == []


@forked
def test_a_file_whose_process_dies_is_not_read_by_another(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("1.txt", "words\n")

    def dying(file: File) -> Route:
        Path(file.full_path).unlink()
        os._exit(7)

    monkeypatch.setattr(shard, "_route", dying)
    made = index(project)
    assert made.rules("1.txt") == ["parser-failed"]


def test_what_is_no_file_below_the_root_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "outside.txt").write_text(CANARY)
    (tmp_path / "root" / "d").mkdir()
    for path in ("../outside.txt", "d/../../outside.txt", "d", "none", "d/none/x"):
        with pytest.raises(OSError, match=r"not below|not a regular|No such|Is a directory"):
            os.close(open_file(str(tmp_path / "root"), path))
    if Path("/dev/zero").exists():
        with pytest.raises(OSError, match="not a regular file"):
            os.close(open_file("/dev", "zero"))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
def test_a_file_that_says_that_it_is_empty_is_read() -> None:
    assert "Name:" in Read(Path("/proc/self"), "status").text


@pytest.mark.parametrize("link", [".rtfm", ".rtfm/parsers"])
def test_what_a_link_to_parsers_leads_to_is_not_told(project: Project, link: str) -> None:
    outside = project.root.parent / "outside"
    (outside / "parsers").mkdir(parents=True)
    for folder in (outside, outside / "parsers"):
        (folder / "secret.py").touch()
    (project.root / link).parent.mkdir(exist_ok=True)
    (project.root / link).symlink_to(outside)
    result = project.run("index", ".", "--format", "json", "--allow-empty")
    told = {each["path"] for each in result.findings if each["rule"] == "local-parser-ignored"}
    assert told == {link}
    assert "secret" not in result.out


def test_a_file_that_is_too_large_is_not_read_at_all(project: Project) -> None:
    project.write("0.txt", "words\n")
    for name in ("a.txt", "b.csv", "c.sqlite", "d.mp3", "e", "f.jsonl"):
        with (project.root / name).open("wb") as stream:
            stream.truncate(limits.FILE_BYTES + 1)  # a hole
    made = index(project)
    assert [each["rule"] for each in made.findings] == ["limit-reached"] * 6
    assert [each["content"] for each in made.chunks] == ["words\n"]


def test_a_file_that_grows_as_fast_as_it_is_read_has_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * 50)
    monkeypatch.setattr(limits, "FILE_BYTES", 1000)
    file = File(str(tmp_path), "a.txt", "a.txt", 50)
    stream = file.open()
    assert stream.read(10) == b"x" * 10
    path.write_bytes(b"x" * 100_000)
    with pytest.raises(Unreadable):
        stream.read()
    assert len(file.digest()) == 64
    assert len(File(str(tmp_path), "a.txt", "a.txt", 50).digest()) == 64


def test_a_digest_of_what_cannot_be_read_is_that_of_nothing(tmp_path: Path) -> None:
    assert File(str(tmp_path), "none", "none", 5).digest().startswith("e3b0c442")


LONG = "word " * 40_000
TEXT = "text. " * 300


def long_author(path: Path) -> None:
    """A Word document of a few kilobytes; its author is a hundred times as long as its text."""
    core = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    package = "http://schemas.openxmlformats.org/package/2006"
    relations = f'<Relationships xmlns="{package}/relationships">'
    relations += f'<Relationship Id="a" Type="{office}" Target="word/document.xml"/>'
    relations += f'<Relationship Id="b" Type="{core}" Target="core.xml"/></Relationships>'
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    body = f"<w:p><w:r><w:t>{TEXT}</w:t></w:r></w:p>" * 100
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        types = f'<Types xmlns="{package}/content-types"/>'
        archive.writestr("[Content_Types].xml", types)
        archive.writestr("_rels/.rels", relations)
        archive.writestr(
            "core.xml",
            f'<c:coreProperties xmlns:c="{core}" xmlns:d="http://purl.org/dc/elements/1.1/">'
            f"<d:creator>{LONG}</d:creator></c:coreProperties>",
        )
        archive.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="{word}"><w:body>{body}</w:body></w:document>',
        )


LARGE: dict[str, str] = {
    "title.html": f"<title>{LONG}</title>" + f"<h2>a</h2><p>{TEXT}</p>" * 100,
    "heading.html": f"<h1>{LONG}</h1>" + f"<p>{TEXT}</p>" * 100,
    "section.tex": f"\\section{{{LONG}}}\n" + f"{TEXT}\n\n" * 100,
    "class.py": f"class {'k' * 200_000}:\n" + "    def f(self):\n        x = 1\n" * 300,
    "function.sh": f"{'k' * 200_000}() {{\n" + "echo text text\n" * 3000 + "}\n",
    "author.rtf": f"{{\\rtf1{{\\info{{\\author {LONG}}}}}" + f"{TEXT}\\par " * 100 + "}",
    "article.xml": (
        f"<ARTICLE><META><META_COMMUN><ID>LEGIARTI1</ID></META_COMMUN><META_SPEC><META_ARTICLE>"
        f"<NUM>{LONG}</NUM><ETAT>{LONG}</ETAT></META_ARTICLE></META_SPEC></META><BLOC_TEXTUEL>"
        f"<CONTENU>{f'<p>{TEXT}</p>' * 100}</CONTENU></BLOC_TEXTUEL></ARTICLE>"
    ),
}


@pytest.mark.parametrize("name", [*LARGE, "author.docx"])
def test_what_each_chunk_repeats_does_not_make_the_index_large(name: str, project: Project) -> None:
    if name in LARGE:
        project.write(name, LARGE[name])
    else:
        long_author(project.root / name)
    made = index(project)
    size = sum(len(json.dumps(each)) for each in made.chunks)
    assert len(made.chunks) > 20
    assert size < 6 * 200_000 + 3 * sum(each["content_chars"] for each in made.chunks)
    assert "limit-reached" in made.rules(name)
    assert "parser-failed" not in made.rules(name)


NAMES = (
    *(b"-rf.txt", b"--help.txt", b"a\nb.txt", b"\x1b[2J\x1b]0;pwn\x07.txt", b"::error::x.txt"),
    *(b"a%0A::error::x.txt", b"##[error]x.txt", b"a\r.txt", b"\xff\xfe.txt", b"x" * 251 + b".txt"),
    *(b"\xe2\x80\xae gnp.txt", b" .txt", b"nul\x01.txt", b"\xc2\x85.txt", b"\xe2\x80\xa8.txt"),
    *(b"q?mode=rwc&x=#.db", b"`id`$(id).txt", b"<script>.html", b"\xed\xa0\x80.txt", b"*.txt"),
    *(
        b"{{ x }}.json",
        b"e\xcc\x81.txt",
        b"\xc3\xa9.txt",
        b"A.TXT",
        b"a.TXT",
        b"dir\n\x1b\xff/f.md",
    ),
)


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
@pytest.mark.parametrize("form", ["full", "concise", "github", "gitlab", "junit", "sarif", "json"])
def test_names_reach_no_report_as_they_are(project: Project, form: str) -> None:
    for name in NAMES:
        project.write(os.fsdecode(name), b"caf\xe9 words of " + name.hex().encode())
    result = project.run("index", ".", "--format", form, "--allow-empty")
    assert result.status in (0, 1)
    shown = result.out + result.err
    assert not [each for each in shown if each != "\n" and not each.isprintable()]
    commands = [line for line in result.out.splitlines() if line.lstrip().startswith(("::", "##"))]
    own = ("::warning ", "::error ", "::notice ", "::notice::")
    assert [line for line in commands if not line.startswith(own)] == []
    made = Artifact(project.root / OUT)
    assert len(made.documents) == len(NAMES)
    assert len({each["path"] for each in made.documents}) == len(NAMES)
    assert len({each["slug"] for each in made.documents}) == len(NAMES)
    said = "".join(each["content"] for each in made.chunks)
    assert all(name.hex() in said for name in NAMES if not name.endswith((b".db", b".json")))
