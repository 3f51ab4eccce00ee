"""Characters of the fonts of symbols, by their places in them."""

from pathlib import Path

from tests.parsers.office import docx, run


def symbol(font: str, code: str) -> str:
    return f'<w:r><w:sym w:font="{font}" w:char="{code}"/></w:r>'


def make(folder: Path) -> None:
    greek = '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'
    body = (
        f"<w:p>{run('20 ')}{symbol('Symbol', 'F0B0')}{run('C, ')}{symbol('Symbol', '61')}"
        f"{run('-blocker, ')}{run('&#xF06D;', greek)}{run('g')}</w:p>"
        f"<w:p>{symbol('Wingdings', 'F0FC')}{run(' done ')}{symbol('Wingdings', 'F0E0')}"
        f"{run(' next ')}{run('&#xF0B7; &#xF0A7;')}{symbol('Arial', '263A')}"
        f"{symbol('Webdings', 'F041')}</w:p>"
    )
    (folder / "input.docx").write_bytes(docx(body))
