from pathlib import Path

from tests.parsers.office import odt


def make(folder: Path) -> None:
    addresses = (
        "../docs/read%20me.md#a%20b",
        "../../up.odt",
        "plain.md",
        "https://example.org/?q=1",
        "#1.Seals|outline",
        "",
        "mailto:a@example.org",
    )
    links = "".join(f'<text:a xlink:href="{each}">to {each}</text:a>, ' for each in addresses)
    text = (
        f"<text:p>{links}</text:p><text:bookmark-start text:name='b'/>"
        "<text:p><text:bookmark text:name='c'/>x</text:p>"
    )
    (folder / "input.odt").write_bytes(odt(text))
