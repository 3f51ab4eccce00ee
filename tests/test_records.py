"""How records are written: as `json` would, and quicker."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rtfm_check.artifact.jsonl import encoded

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.text(), VALUES, max_size=6))
def test_a_record_is_written_as_json_would(record: dict[str, Any]) -> None:
    wanted = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    assert encoded(record) == f"{wanted}\n".encode()


def test_what_json_or_utf8_cannot_hold_is_replaced() -> None:
    assert json.loads(encoded({"a": float("nan"), "b": [float("inf")]})) == {
        "a": "nan",
        "b": ["inf"],
    }
    assert json.loads(encoded({"a": "x\ud800"})) == {"a": "x?"}
