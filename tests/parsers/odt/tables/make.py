from pathlib import Path

from tests.parsers.office import odt


def cell(text: str, more: str = "", name: str = "table-cell") -> str:
    inside = f"<text:p>{text}</text:p>" if text else ""
    return f"<table:{name} {more}>{inside}</table:{name}>"


def row(*cells: str, more: str = "") -> str:
    return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"


def make(folder: Path) -> None:
    covered = cell("", name="covered-table-cell")
    nested = f"<table:table>{row(cell('in one'), cell('in two'))}</table:table>"
    items = "<text:list><text:list-item><text:p>x</text:p></text:list-item></text:list>"
    text = (
        "<text:p>Before</text:p><table:table><table:table-header-rows>"
        + row(cell("Region", "table:number-columns-spanned='2'"), covered, cell("Due"))
        + "</table:table-header-rows>"
        + row(cell("North", "table:number-rows-spanned='2'"), cell("a"), cell("1"))
        + row(covered, cell("b"), cell("2"), more="table:number-rows-repeated='1000000'")
        + row(cell(""), cell("", "table:number-columns-repeated='1000000'"))
        + row(
            f"<table:table-cell><text:p>outer</text:p>{nested}{items}</table:table-cell>", cell("c")
        )
        + "</table:table><text:p>After</text:p>"
    )
    (folder / "input.odt").write_bytes(odt(text))
