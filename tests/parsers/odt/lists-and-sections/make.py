from pathlib import Path

from tests.parsers.office import odt


def item(*inside: str) -> str:
    return f"<text:list-item>{''.join(inside)}</text:list-item>"


def make(folder: Path) -> None:
    inner = f"<text:list>{item('<text:p>nested</text:p>')}</text:list>"
    text = (
        "<text:sequence-decls><text:sequence-decl text:name='x'/></text:sequence-decls>"
        "<text:table-of-content><text:table-of-content-source><text:index-title-template>no text"
        "</text:index-title-template></text:table-of-content-source><text:index-body>"
        "<text:index-title><text:p>Contents</text:p></text:index-title>"
        "<text:p>Inside<text:tab/>1</text:p>"
        "</text:index-body></text:table-of-content>"
        "<text:section text:name='a'><text:h>Inside a section</text:h><text:section "
        "text:name='b' text:display='none'>"
        "<text:p>Hidden, and inside of two</text:p></text:section>"
        "</text:section><text:h text:outline-level='3'>Lists</text:h>"
        "<text:list><text:list-header>"
        "<text:p>first of all</text:p></text:list-header>"
        f"{item('<text:p>item one</text:p>', '<text:p>goes on</text:p>')}"
        f"{item('<text:p>item two</text:p>', inner)}"
        f"{item('<text:p>item three</text:p>')}</text:list>"
        "<text:p>Between</text:p><text:list><text:list-item><text:h text:outline-level='2'>Numbered"
        "</text:h></text:list-item></text:list><text:list><text:list-item><text:p>alone</text:p>"
        "</text:list-item></text:list><text:h text:outline-level='x'>Without text</text:h>"
    )
    (folder / "input.odt").write_bytes(odt(text))
