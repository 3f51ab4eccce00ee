"""Writes small EPUBs."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="{path}" media-type="application/oebps-package+xml"/></rootfiles></container>"""
PACKAGE = """<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">urn:x</dc:identifier>
{metadata}</metadata>
<manifest>{manifest}</manifest><spine{toc}>{spine}</spine></package>"""
PAGE = """<?xml version="1.0" encoding="utf-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>{title}</title></head><body>{body}</body></html>"""
METADATA = "<dc:title>Pump Book</dc:title><dc:creator>Ada Example</dc:creator>"
XHTML = "application/xhtml+xml"


def page(body: str, title: str = "") -> str:
    """A page of XHTML."""
    return PAGE.format(body=body, title=title)


def item(id: str, href: str, kind: str = XHTML, properties: str = "") -> str:
    """An entry of the manifest."""
    return f'<item id="{id}" href="{href}" media-type="{kind}" properties="{properties}"/>'


def package(
    manifest: Sequence[str], spine: Sequence[str], metadata: str = METADATA, toc: str = ""
) -> str:
    """The package; the spine has ids."""
    return PACKAGE.format(
        manifest="".join(manifest),
        spine="".join(f'<itemref idref="{each}"/>' for each in spine),
        metadata=metadata,
        toc=f' toc="{toc}"' if toc else "",
    )


def archive(files: Mapping[str, str | bytes], path: str = "OEBPS/content.opf") -> bytes:
    """An archive with these files, the same bytes each time."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        first = {"mimetype": "application/epub+zip"}
        if path:
            first["META-INF/container.xml"] = CONTAINER.format(path=path)
        for name, data in {**first, **files}.items():
            member = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            made.writestr(member, data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def book(pages: Mapping[str, str | bytes], *more: str, **files: str | bytes) -> bytes:
    """A book of pages by name, in their order."""
    manifest = [item(f"c{number}", name) for number, name in enumerate(pages)]
    spine = [f"c{number}" for number in range(len(pages))]
    inside = {f"OEBPS/{name}": text for name, text in pages.items()}
    return archive({"OEBPS/content.opf": package([*manifest, *more], spine), **inside, **files})
