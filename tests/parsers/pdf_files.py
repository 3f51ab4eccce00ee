"""PDFs made by hand: pages of lines, with what stands around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

PICTURE = b"q 200 0 0 200 72 500 cm /I1 Do Q"
_FONT = (
    b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding"
    b"<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[1/fi/ffi]>>>>"
)
_IMAGE = (
    b"<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8"
    b"/Length 1>>stream\n\0\nendstream"
)


def lines(*texts: str) -> bytes:
    """The content of a page of lines; `\\x01` is the ligature fi, `\\x02` ffi."""
    shown = []
    for text in texts:
        data = text.encode("cp1252").replace(b"\\", b"\\\\")
        shown.append(b"(" + data.replace(b"(", b"\\(").replace(b")", b"\\)") + b") Tj T*")
    return b"BT /F1 11 Tf 14 TL 72 760 Td " + b"\n".join(shown) + b" ET"


def pdf(
    pages: Iterable[bytes],
    *,
    info: str = "",
    outline: Sequence[tuple[str, int]] = (),
    dictionary: str = "",
    catalog: str = "",
    annotations: str = "",
    font: str = "",
) -> bytes:
    """A PDF of pages by their content; `dictionary` stands in that of each content.

    `annotations` are those of the last page, `font` is the one of all.
    """
    pages = list(pages)
    first = 5  # the number of the first page's object; each page has its content behind it
    entries = first + 2 * len(pages)
    kids = b" ".join(b"%d 0 R" % (first + 2 * page) for page in range(len(pages)))
    more = b"/Outlines %d 0 R" % entries if outline else b""
    objects = [
        b"<</Type/Catalog/Pages 2 0 R%s%s>>" % (more, catalog.encode("latin-1")),
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, len(pages)),
        font.encode() or _FONT,
        _IMAGE,
    ]
    for page, content in enumerate(pages):
        resources = b"<</Font<</F1 3 0 R>>%s>>" % (
            b"/XObject<</I1 4 0 R>>" if content == PICTURE else b""
        )
        has_some = annotations and page == len(pages) - 1
        objects.append(
            b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources%s/Contents %d 0 R%s>>"
            % (
                resources,
                first + 2 * page + 1,
                b"/Annots " + annotations.encode("latin-1") if has_some else b"",
            )
        )
        head = b"<</Length %d%s>>" % (len(content), dictionary.encode())
        objects.append(head + b"stream\n" + content + b"\nendstream")
    if outline:
        last = entries + len(outline)
        objects.append(b"<</Type/Outlines/First %d 0 R/Last %d 0 R>>" % (entries + 1, last))
        for number, (title, page) in enumerate(outline, entries + 1):
            following = b"/Next %d 0 R" % (number + 1) if number < last else b""
            objects.append(
                b"<</Title(%s)/Parent %d 0 R/Dest[%d 0 R/Fit]%s>>"
                % (title.encode("latin-1"), entries, first + 2 * page, following)
            )
    if info:
        objects.append(info.encode("latin-1"))
    return _file(objects, b"/Info %d 0 R" % len(objects) if info else b"")


def _file(objects: list[bytes], trailer: bytes) -> bytes:
    written = [b"%PDF-1.4\n"]
    places, size = [], len(written[0])
    for number, each in enumerate(objects, 1):
        places.append(size)
        written.append(b"%d 0 obj\n%s\nendobj\n" % (number, each))
        size += len(written[-1])
    data = b"".join(written)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n" % size
    end = b"trailer\n<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n"
    return data + head + table + end % (size, trailer, len(data))
