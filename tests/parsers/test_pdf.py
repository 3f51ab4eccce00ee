"""PDF: pages keep their numbers, what a page looks like is no text, damage stays in its page."""

from __future__ import annotations

import io
import subprocess
import sys
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rtfm_check.file import Settings
from rtfm_check.parsers._contract import How
from rtfm_check.parsers._pdf_text import cleaned, paragraphs
from tests.parsers.pdf_files import PICTURE, lines, pdf
from tests.parsers.reading import WORD, Read


def read(folder: Path, data: bytes, backend: str = "pypdf") -> Read:
    pytest.importorskip("pypdf" if backend == "pypdf" else "pypdfium2")
    (folder / "a.pdf").write_bytes(data)
    return Read(folder, "a.pdf", Settings(None, backend))


@given(st.text("ab c.-\n•1\xad\ufb01", max_size=200))
def test_no_word_of_a_page_is_lost(text: str) -> None:
    kept = "\n".join(paragraphs(cleaned(text)))
    plain = text.replace("\xad", "").replace("\ufb01", "fi").replace("-", "")
    assert "".join(WORD.findall(kept)) == "".join(WORD.findall(plain))


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("a docu-\nment", "a document"),
        ("Jean-\nPaul", "Jean-\nPaul"),
        ("1990-\n1995", "1990-\n1995"),
        ("soft\xad\nly and sof\xadtly", "softly and softly"),
        ("manip\ufffeulation", "manipulation"),
        ("of\ufb01ce \ufb03 \ufb06", "office ffi st"),
        ("e\x0ecient \x0crst o\x0bset (\rat)", "efficient first offset (flat)"),
        ("e\x1ecient e\x1eORT", "efficient e\x1eORT"),
        ("one\rtwo\x0c\nthree", "one\ntwo\n\nthree"),
        ("\u0627\ufedf\ufecc\ufeae\ufe91\ufef4\ufe94 \ufefb", "العربية لا"),
        ("Contents . . . . . . . 12", "Contents ... 12"),
    ],
)
def test_words_are_put_together(written: str, shown: str) -> None:
    assert cleaned(written) == shown


def test_lines_go_on_where_they_are_long() -> None:
    text = (
        "A heading\n"
        "A line that reaches as far as any line of this page does\n"
        "goes on in the next one, and a shorter line that ends a\n"
        "sentence ends it.\n"
        "Name Value\n"
        "one 1\n"
        "• an item that reaches as far as all of the lines here do\n"
        "• another\n"
    )
    assert [*paragraphs(text)] == [
        "A heading\nA line that reaches as far as any line of this page does goes on in the next "
        "one, and a shorter line that ends a sentence ends it.",
        "Name Value\none 1\n• an item that reaches as far as all of the lines here do\n• another",
    ]


@pytest.mark.parametrize("backend", ["pypdf", "pdfium"])
def test_both_backends_tell_the_same(tmp_path: Path, backend: str) -> None:
    pages = [lines("The first page, and its o\x02ce."), b"", PICTURE, lines("The last page.")]
    data = pdf(pages, info="<</Title(T)/Author(A)>>", outline=[("One", 0), ("Two", 3)])
    found = read(tmp_path, data, backend)
    assert [(each["id"], each["content"]) for each in found.chunks] == [
        ("S:S-p001-001", "The first page, and its office."),
        ("S:S-p004-001", "The last page."),
    ]
    assert [each["metadata"] for each in found.chunks] == [{"outline": "One"}, {"outline": "Two"}]
    assert found.document["page_count"] == 4
    assert found.document["metadata"] == {"title": "T", "author": "A"}
    assert [each.message for each in found.problems] == ["page 3: a picture without text"]


def test_a_long_page_is_cut_at_sentences(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        pdf([lines(*[f"Sentence {number} of a long page is here." for number in range(200)])]),
    )
    assert [each["id"] for each in found.chunks[:2]] == ["S:S-p001-001", "S:S-p001-002"]
    assert all(1500 <= len(each["content"]) <= 3200 for each in found.chunks[:-1])


def test_a_damaged_page_leaves_the_others(tmp_path: Path) -> None:
    good, bad = lines("A good page."), b"\x00not deflated"
    data = pdf([good, bad, good])
    at = data.index(bad)
    start = data.rindex(b"<<", 0, at)
    damaged = data[:start] + data[start:at].replace(b">>", b"/Filter[/No/Such]>>") + data[at:]
    found = read(tmp_path, damaged)
    assert [each["chapter_title"] for each in found.chunks] == ["Page 1", "Page 3"]
    assert "damaged-document" in found.rules
    assert any(each.message.startswith("page 2 cannot be read") for each in found.problems)


def test_pages_of_a_damaged_tree_are_read_once(tmp_path: Path) -> None:
    data = pdf([lines("A page.")])
    loop = data.replace(b"/Kids[5 0 R]", b"/Kids[2 0 R 5 0 R 5 0 R]")
    found = read(tmp_path, loop)
    assert [each["content"] for each in found.chunks] == ["A page."]
    assert found.problems[0].message == (
        "the tree of the PDF's pages is damaged, and was mended: Detected cyclic page references"
    )
    kids = b"".join(b"<</Type/Pages/Kids[" for _ in range(150)) + b"5 0 R" + b"]>>" * 150
    deep = read(tmp_path, data.replace(b"/Kids[5 0 R]", b"/Kids[%s]" % kids))
    assert [each["content"] for each in deep.chunks] == ["A page."]
    assert "Maximum page tree depth" in deep.problems[0].message
    none = read(tmp_path, data.replace(b"/Kids[5 0 R]", b"/Kids[2 0 R]"))
    assert [each.message for each in none.problems] == [
        "the PDF cannot be read: Detected cyclic page references"
    ]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_pages_before_the_cut_are_kept(tmp_path: Path, share: float) -> None:
    data = pdf([lines(f"Page {number} of ten.") for number in range(1, 11)])
    found = read(tmp_path, data[: int(len(data) * share)])
    texts = [each["content"] for each in found.chunks]
    assert texts == [f"Page {number} of ten." for number in range(1, len(texts) + 1)]
    assert len(texts) >= int(10 * share) - 1
    assert [each.message for each in found.problems if "mended" in each.message] == [
        "the tree of the PDF's pages is damaged, and was mended: Cannot find Root object in pdf"
    ]


def test_what_is_said_of_an_object_is_the_same_in_each_run(tmp_path: Path) -> None:
    data = pdf([lines("A page.")])
    at = data.index(b"/Length ", data.index(b"6 0 obj"))
    end = data.index(b">>", at)
    found = read(tmp_path, data[:at] + b"/Length 6 0 R" + data[end:])
    messages = [each.message for each in found.problems]
    assert "page 1 cannot be read: Detected loop with self reference for object 6 0" in messages


@pytest.mark.parametrize("cut", [0, 5, 100, 400, 700])
def test_a_file_that_is_cut_off_is_told(tmp_path: Path, cut: int) -> None:
    found = read(tmp_path, pdf([lines("A page.")])[:cut])
    assert found.problems
    assert "parser-failed" not in found.rules


def test_an_empty_password_is_none(tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf([lines("Open to all.")])))
    writer.encrypt("", "owner", algorithm="RC4-128")
    made = io.BytesIO()
    writer.write(made)
    assert read(tmp_path, made.getvalue()).chunks[0]["content"] == "Open to all."


@pytest.mark.parametrize("before", [b"HTTP/1.1 200 OK\r\n\r\n", b"\xef\xbb\xbf", b"\0" * 1000])
def test_other_bytes_may_come_before_the_header(tmp_path: Path, before: bytes) -> None:
    pytest.importorskip("pypdf")
    result = read(tmp_path, before + pdf([lines("Behind other bytes.")]))
    assert [each["content"] for each in result.chunks] == ["Behind other bytes."]
    assert result.rules == ["damaged-document"]


def test_what_lies_on_a_page_is_read(tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    from pypdf.annotations import FreeText, Text

    writer = pypdf.PdfWriter(clone_from=io.BytesIO(pdf([lines("A page."), b""])))
    writer.add_annotation(0, FreeText(text="Stamped", rect=(50, 550, 200, 650)))
    writer.add_annotation(1, Text(text="A remark", rect=(50, 550, 200, 650)))
    made = io.BytesIO()
    writer.write(made)
    found = read(tmp_path, made.getvalue())
    assert [each["content"] for each in found.chunks] == ["A page.\n\nStamped", "A remark"]
    assert [each.message for each in found.problems] == ["page 2: comments, which are indexed"]


def annotated(annotations: str, catalog: str = "") -> bytes:
    """A PDF of two pages, of which the second has some annotations."""
    pages = [lines("A page."), lines("Another.")]
    return pdf(pages, annotations=annotations, catalog=catalog)


def link(address: str) -> str:
    return f"<</Subtype/Link/Rect[9 9 99 99]/A<</S/URI/URI({address})>>>>"


@pytest.mark.parametrize("backend", ["pypdf", "pdfium"])
def test_links_of_annotations_are_read(tmp_path: Path, backend: str) -> None:
    annotations = [
        link("docs/a%20b.md#part"),
        link("docs/a%20b.md#part"),  # the rest of it, on the next line
        "<</Subtype/Link/Dest[5 0 R/Fit]>>",
        link("https://example.org/x.md"),
        link("www.example.org/x"),
        link("caf\xc3\xa9.md"),  # in UTF-8
        link("caf\xe9s.md"),
        link("\xfe\xff\0c\0a\0f\0\xe9"),
        "<</Subtype/Link/A<</S/GoToR/F(100%20.pdf)/D[0/Fit]>>>>",
        "<</Subtype/Link/A<</S/Launch/F<</F(old.txt)/UF(new.txt)>>>>>>",
        "<</Subtype/Link/A<</S/JavaScript/JS(app.alert\\(1\\))>>>>",
        link("docs/a%20b.md#part"),
    ]
    found = read(tmp_path, annotated(f"[{' '.join(annotations)}]"), backend)
    assert [(each.target, each.how, each.fragment, each.detail) for each in found.links] == [
        ("docs/a b.md", How.PATH, "part", "docs/a%20b.md#part"),
        ("https://example.org/x.md", How.URL, "", "https://example.org/x.md"),
        ("http://www.example.org/x", How.URL, "", "www.example.org/x"),
        ("café.md", How.PATH, "", "café.md"),
        ("cafés.md", How.PATH, "", "cafés.md"),
        ("café", How.PATH, "", "café"),
        ("100%20.pdf", How.PATH, "", "100%20.pdf"),
        ("new.txt", How.PATH, "", "new.txt"),
    ]
    assert [each["content"] for each in found.chunks] == ["A page.", "Another."]
    assert found.rules == []


@pytest.mark.parametrize("backend", ["pypdf", "pdfium"])
def test_addresses_are_behind_the_base_of_the_file(tmp_path: Path, backend: str) -> None:
    data = annotated(f"[{link('a.md')}{link('mailto:b@c')}]", "/URI<</Base(http://example.org/)>>")
    found = read(tmp_path, data, backend)
    assert [each.target for each in found.links] == ["http://example.org/a.md", "mailto:b@c"]


@pytest.mark.parametrize("backend", ["pypdf", "pdfium"])
@pytest.mark.parametrize(
    ("annotations", "why"),
    [
        ("null", ""),
        ("99 0 R", ""),
        ("7", "they are no list"),
        ("2 0 R", "they are no list"),
        (link("a.md"), "they are no list"),
        ("[<</A 1>> null 99 0 R <</A<</S/URI>>>> <</Subtype 3/Contents 4/A 5 0 R>> 5 0 R]", ""),
        (f"[1 (a) [{link('a.md')}]]", "not all of them are annotations"),
        (f"[<</Subtype/Link/A<</S/URI/URI{'[' * 400}{']' * 400}>>>>]", ""),
    ],
)
def test_annotations_that_are_none_harm_nothing(
    tmp_path: Path, annotations: str, why: str, backend: str
) -> None:
    found = read(tmp_path, annotated(annotations), backend)
    assert [each["content"] for each in found.chunks] == ["A page.", "Another."]
    assert found.links == []
    message = f"not all annotations of page 2 can be read: {why}"
    told = [message] if why and backend == "pypdf" else []
    assert [each.message for each in found.problems] == told


@pytest.mark.parametrize("backend", ["pypdf", "pdfium"])
def test_a_page_has_so_many_annotations(tmp_path: Path, backend: str) -> None:
    many = "".join(link(f"{number}.md") for number in range(5001))
    found = read(tmp_path, annotated(f"[{many}]"), backend)
    assert [each.target for each in found.links] == [f"{number}.md" for number in range(5000)]
    assert [each.message for each in found.problems] == [
        "page 2: only the first 5,000 annotations are read"
    ]


def test_what_a_field_does_not_say_the_one_around_it_does(tmp_path: Path) -> None:
    annotations = [
        "<</Subtype/Widget/Parent<</T(Name)/FT/Tx/V(Ann)>>>>",
        "<</Subtype/Widget/T(Days)/FT/Ch/V[(Mon)(Tue)]>>",
        "<</Subtype/Widget/Parent<</T(Agree)/FT/Btn/V(Yes)>>>>",
        "<</Subtype/FreeText/Contents(sign\xc3\xad)>>",  # in UTF-8, and not in PDF's own
    ]
    found = read(tmp_path, annotated(f"[{' '.join(annotations)}]"))
    assert found.chunks[1]["content"] == "Another.\n\nName: Ann\n\nDays: Mon, Tue\n\nsigní"


COMPOSITE = (
    "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/{}/DescendantFonts[<</Type/Font"
    "/Subtype/CIDFontType0/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)"
    "/Supplement 2>>/DW 1000>>]>>"
)


@pytest.mark.parametrize(
    ("encoding", "codec", "text"),
    [
        ("90ms-RKSJ-H", "cp932", "日本語のテスト"),
        ("90pv-RKSJ-V", "cp932", "日本語のテスト"),
        ("EUC-H", "euc_jp", "日本語のテスト"),
        ("KSCms-UHC-H", "cp949", "한국어 문서"),
        ("GBKp-EUC-H", "gbk", "中文文件"),
        ("B5pc-H", "cp950", "中文文件"),
        ("UniKS-UTF16-H", "utf-16-be", "한국어 문서"),
        ("Identity-H/ToUnicode/Identity-H", "utf-16-be", "日本語"),
    ],
)
def test_encodings_of_east_asia(tmp_path: Path, encoding: str, codec: str, text: str) -> None:
    shown = b"BT /F1 11 Tf 72 760 Td <%s> Tj ET" % text.encode(codec).hex().encode()
    found = read(tmp_path, pdf([shown], font=COMPOSITE.format(encoding)))
    assert [each["content"] for each in found.chunks] == [text]
    assert found.rules == []


@pytest.mark.parametrize(
    ("encoding", "codes", "text"),
    [
        ("Identity-H/Japan1", "0022 034b 0465 0ff9 0ffa 1d35", "Aあ亜腕弌瑤"),
        ("Identity-V/Japan1", "1edb 034b 1edc 1ef3 1ecf 01 0149", "（あ）っ、 ｣"),
        ("H/Japan1", "2422 3021", "あ亜"),
        ("Identity-H/Korea1", "0022 01d0 043e 04dd 0d6b 0d6c 1388", "AⅣ가기힝伽番"),
        ("Identity-H/GB1", "0022 61 03ac 11cf 1256 1257 1e16", "A、啊中座亍齄"),
    ],
)
def test_a_collection_names_the_characters_of_its_fonts(
    tmp_path: Path, encoding: str, codes: str, text: str
) -> None:
    shown = "".join(each.zfill(4) for each in codes.split())
    content = f"BT /F1 11 Tf 72 760 Td <{shown}> Tj ET".encode()
    name, _, collection = encoding.partition("/")
    font = COMPOSITE.format(name).replace("Japan1", collection)
    found = read(tmp_path, pdf([content, content], font=font))
    assert [each["content"] for each in found.chunks] == [text, text]
    assert found.rules == []


@pytest.mark.parametrize("encoding", ["Identity-H", "Identity-V", "Of-Its-Own", "V"])
def test_fonts_that_name_no_characters_are_told(tmp_path: Path, encoding: str) -> None:
    shown = b"BT /F1 11 Tf 72 760 Td <0469046a05f0089d> Tj ET"
    font = COMPOSITE.format(encoding).replace("Japan1", "Own")
    found = read(tmp_path, pdf([shown, b""], font=font))
    assert [(each.rule, each.message) for each in found.problems] == [
        ("scanned-pdf-no-text", "the text of page 1 is none: its font names no characters")
    ]


def test_names_of_glyphs_are_letters(tmp_path: Path) -> None:
    names = "one.oldstyle/A.sc/f_i/uni00E900E8/u1F600.alt/.notdef/g99"
    font = (
        "<</Type/Font/Subtype/Type1/BaseFont/X/Encoding<</Type/Encoding"
        f"/Differences[65/{names}]>>>>"
    )
    found = read(tmp_path, pdf([lines("ABCDE")], font=font))
    assert [each["content"] for each in found.chunks] == ["1Afiéè\U0001f600"]


def test_names_that_are_no_letters_are_told(tmp_path: Path) -> None:
    names = "/".join(f"C{number:02x}" for number in range(64, 96))
    font = (
        "<</Type/Font/Subtype/Type1/BaseFont/X/Encoding<</Type/Encoding"
        f"/Differences[64/{names}]>>>>"
    )
    found = read(tmp_path, pdf([lines("ABCDEFGHIJ KLMNOPQRSTUVW")], font=font))
    assert found.rules == ["scanned-pdf-no-text"]
    paths = read(tmp_path, pdf([lines("/a/b1/c /bin/sh /usr/a /b/c/d /e/f ") + b""]))
    assert paths.rules == []


@pytest.mark.parametrize(("rest", "told"), [(10, ["part of the text of page 1"]), (200, [])])
def test_a_page_may_be_so_in_part(tmp_path: Path, rest: int, told: list[str]) -> None:
    pypdf = pytest.importorskip("pypdf")
    from pypdf.generic import DictionaryObject, NameObject

    writer = pypdf.PdfWriter(
        clone_from=io.BytesIO(
            pdf([lines("a" * rest) + b"BT /F2 11 Tf 72 600 Td <0469046a05f0089d> Tj ET"])
        )
    )
    own = COMPOSITE.format("Identity-H").replace("Japan1", "Own")
    font = pypdf.PdfReader(io.BytesIO(pdf([b""], font=own)))
    resources = writer.pages[0]["/Resources"]
    fonts = resources["/Font"]
    assert isinstance(fonts, DictionaryObject)
    made = font.pages[0]["/Resources"]["/Font"]["/F1"].clone(writer)
    fonts[NameObject("/F2")] = made
    out = io.BytesIO()
    writer.write(out)
    found = read(tmp_path, out.getvalue())
    assert [each.message.partition(" is none")[0] for each in found.problems] == told


def test_an_encryption_that_needs_a_library_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pypdf = pytest.importorskip("pypdf")

    def fails(_: object) -> str:
        raise pypdf.errors.DependencyError("cryptography>=3.1 is required for AES algorithm")

    monkeypatch.setattr(pypdf.PageObject, "extract_text", fails)
    found = read(tmp_path, pdf([lines("A page."), lines("Another.")]))
    assert found.rules == ["optional-dependency-missing"]
    assert found.problems[0].help == "pip install cryptography"


def test_a_stream_that_unpacks_too_far_is_a_problem(tmp_path: Path) -> None:
    bomb = zlib.compress(b" " * 300_000_000, 9)
    data = pdf([bomb, lines("A page.")], dictionary="/Filter/FlateDecode")
    found = read(tmp_path, data)
    assert "damaged-document" in found.rules


def test_without_pypdf_it_is_said_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(pdf([lines("A page.")]))
    script = (
        "import sys; sys.modules['pypdf'] = None\n"
        "from pathlib import Path; from tests.parsers.reading import Read\n"
        f"print(*[each.message for each in Read(Path({str(tmp_path)!r}), 'a.pdf').problems])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout == "pdf files need pypdf, which is not installed\n"
