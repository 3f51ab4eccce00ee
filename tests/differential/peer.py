"""Ask an installed RTFM what it makes of a mapping and a document.

Runs in an environment of its own that has rtfm-ai; reads one JSON object a line,
`{"mappings": {file name: base64 of the file}, "document": base64}`, and answers a line
each, in the same order:
`{"mapping", "chunks": [[id, title, content, metadata, chapter_num]], "edges", "error"}`.
Standard library and RTFM only; nothing of rtfm_check is imported here.
"""

from __future__ import annotations

import base64
import json
import logging
import shutil
import sys
import tempfile
import warnings
from pathlib import Path

logging.disable(50)
warnings.simplefilter("ignore")

import rtfm.parsers  # noqa: E402,F401  registers RTFM's parsers
from rtfm.parsers.base import ParserRegistry  # noqa: E402
from rtfm.parsers.mappings import (  # noqa: E402
    MappingRegistry,
    load_mappings_from_dir,
)


def answer(case: dict[str, object], folder: Path) -> dict[str, object]:
    """What RTFM does with one case, in a folder that is empty before."""
    shutil.rmtree(folder, ignore_errors=True)
    mappings = folder / ".rtfm" / "mappings"
    mappings.mkdir(parents=True)
    for name, data in case["mappings"].items():  # type: ignore[attr-defined]
        (mappings / name).write_bytes(base64.b64decode(data))
    document = folder / "doc.json"
    document.write_bytes(base64.b64decode(case["document"]))  # type: ignore[arg-type]
    result: dict[str, object] = {"mapping": None, "chunks": [], "edges": [], "error": None}
    MappingRegistry.clear()
    try:
        load_mappings_from_dir(mappings)
    except BaseException as error:  # the report is what went wrong, whatever it was
        result["error"] = f"load {type(error).__name__}"
        return result
    result["order"] = [repr(mapping.name) for mapping in MappingRegistry.all()]
    try:
        found = MappingRegistry.find_mapping(json.loads(document.read_text("utf-8")))
        result["mapping"] = None if found is None else repr(found.name)
        parser = ParserRegistry.get_parser(document)
        if found is not None:
            chunks = parser.parse(document, {"slug": "S"})
            rows = [[c.id, c.chapter_title, c.content, c.metadata, c.chapter_num] for c in chunks]
            json.dumps(rows).encode("utf-8", "surrogatepass")
            result["chunks"] = rows
    except BaseException as error:  # as above
        result["error"] = f"parse {type(error).__name__}"
    try:
        if result["mapping"] is not None:
            result["edges"] = [
                [repr(e.relation_type), e.target_ref, repr(e.source_detail)]
                for e in ParserRegistry.get_parser(document).extract_edges(document)
            ]
            json.dumps(result["edges"])
    except BaseException as error:  # as above
        result["edges"] = []
        result["edge_error"] = type(error).__name__
    return result


def main() -> None:
    """Answer every line of standard input."""
    with tempfile.TemporaryDirectory() as folder:
        for line in sys.stdin:
            print(json.dumps(answer(json.loads(line), Path(folder) / "project")), flush=True)


if __name__ == "__main__":
    main()
