"""Plain text: no word is lost, and a text in pieces gives what it gives in one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rtfm_check.parsers import plaintext
from tests.parsers.reading import Read

LINES = st.one_of(
    st.text(alphabet="ab .é\t", max_size=90),
    st.integers(0, 4000).map(lambda size: "x" * size),
    st.integers(0, 600).map(lambda count: "word. " * count),
    st.integers(0, 300).map(lambda size: " " * size),
)
TEXTS = st.builds(
    lambda lines, end: "\n".join(lines) + end, st.lists(LINES), st.sampled_from(("", "\n"))
)
MANY = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@MANY
@given(TEXTS, st.sampled_from((1, 7, 300, 1300, 5000)))
def test_pieces_give_the_same_chunks(text: str, size: int) -> None:
    pieces = (text[at : at + size] for at in range(0, len(text), size))
    assert list(plaintext._streamed(pieces)) == list(plaintext.packed(text))


@MANY
@given(TEXTS)
def test_no_character_is_lost_and_no_line_is_wrong(text: str) -> None:
    chunks = list(plaintext.packed(text))
    assert "".join("".join(each[0].split()) for each in chunks) == "".join(text.split())
    for content, first, last, start in chunks:
        assert text.startswith(content, start)
        assert first == text.count("\n", 0, start) + 1
        assert last >= first
        assert len(content) <= plaintext.BUDGET.most + 2 * plaintext.BUDGET.least


def test_a_large_file_has_the_chunks_and_lines_of_a_small_one(tmp_path: Path) -> None:
    line = "some words of a line that is said again\n"
    (tmp_path / "a.txt").write_text(line * 40_000)
    made = Read(tmp_path, "a.txt")
    assert not made.problems
    assert made.document["chunk_count"] == len(made.chunks)
    assert "".join(each["content"].rstrip("\n") + "\n" for each in made.chunks) == line * 40_000
    assert all(
        each["line_start"] == before["line_end"] + 1
        for before, each in zip(made.chunks, made.chunks[1:-1], strict=False)
    )


@pytest.mark.parametrize("times", [1, 3, 40_000])
@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("retention policy for logs", "utf-16-le"),
        ("retention policy for logs", "utf-16-be"),
        ("Aufbewahrungsfrist für Größe – “drei”", "cp1252"),
        ("Fichiers conservés à côté du château", "cp1252"),
        ("Ångström är en längdenhet, ÅÄÖ", "cp1252"),
        ("The name Иван Петров is in the middle", "cp1251"),
        ("Журналы хранятся тридцать дней", "cp1251"),
        ("Журналы хранятся тридцать дней", "koi8-r"),
        ("Τα αρχεία φυλάσσονται τριάντα μέρες", "cp1253"),
        ("קובצי היומן נשמרים במשך שלושים יום", "cp1255"),
        ("تُحفظ السجلات لمدة ثلاثين يوما", "cp1256"),
        ("เก็บบันทึกไว้สามสิบวัน", "cp874"),
        ("Dzienniki są trzymane przez trzydzieści dni, późniejsze też", "cp1250"),
        ("Dzienniki są trzymane przez trzydzieści dni, późniejsze też", "iso8859_2"),
        ("Dzienniki są trzymane przez trzydzieści dni, późniejsze też", "cp852"),
        ("Záznamy se uchovávají třicet dní, později už ne", "cp1250"),
        ("A naplókat harminc napig őrizzük, később törlődnek; fűtés", "cp1250"),
        ("Jurnalele se păstrează treizeci de zile şi se şterg după aceea", "cp1250"),
        ("Günlükler otuz gün saklanır, ardından üç kez değiştirilmiş olanı seçilir", "cp1254"),
        ("Žurnalai saugomi trisdešimt dienų, vėliau jų nebėra, išskyrus šių", "cp1257"),
        ("Die Protokolle hält man dreißig Tage; später löscht man sie für Böses", "cp850"),
        ("Die Protokolle hält man dreißig Tage; später löscht man sie für Böses", "mac_roman"),
        ("Les journaux sont gardés trente jours, même à côté, après l’été", "mac_roman"),
        ("Íslenska þjóðin á bækur sem æðri máttarvöld geymdu", "cp1252"),
        ("São três caixões de algodão, e não há órgãos; à noite põe-se lá", "cp1252"),
        ("An English text — with “quotes”, it’s 20° and 5 m³ for €3…", "cp1252"),
        ("ログは三十日間だけ保存します", "cp932"),
        ("ログは三十日間だけ保存します", "euc_jp"),
        ("日志文件只保存三十天", "gb18030"),
        ("로그는 삼십 일 동안 보관됩니다", "cp949"),
    ],
)
def test_what_is_no_utf_8_is_read_in_its_encoding(
    tmp_path: Path, text: str, name: str, times: int
) -> None:
    (tmp_path / "a.txt").write_bytes((f"plain line\n{text}\n" * times).encode(name))
    made = Read(tmp_path, "a.txt")
    assert [(each.rule, name.upper() in each.message) for each in made.problems] == [
        ("encoding-replaced", True)
    ]
    assert made.problems[0].line in (1, 2)
    assert not made.lacks(f"{text}\n" * times)


def test_a_second_byte_order_mark_is_none_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\ufeff\ufefftext\n", "utf-8")
    made = Read(tmp_path, "a.txt")
    assert made.rules == ["document-byte-order-mark"]
    assert made.chunks[0]["content"] == "text\n"
