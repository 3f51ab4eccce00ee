"""Paths of field profiles against two independent programs: jmespath and jsonpath-ng.

Needs an interpreter that has both, named by the environment variable ORACLE_PYTHON;
`pytest -m differential` runs it.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rtfm_check.fields import paths
from rtfm_check.fields.apply import apply
from rtfm_check.fields.profile import MetadataField, Profile, TextField, Where

pytestmark = pytest.mark.differential
ORACLE = Path(__file__).with_name("oracle_fields.py")
CASES = 5_000

NAMES = st.sampled_from(["a", "b", "c", "0", "1", "404", "x-y", "é"])
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-5, 5), st.sampled_from(["", "t", "null", "é"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(NAMES, inner, max_size=4)),
    max_leaves=12,
)
RECORDS = st.dictionaries(NAMES, VALUES, max_size=4)
PATHS = st.lists(st.one_of(NAMES, st.just("*")), min_size=1, max_size=4)


@pytest.fixture(scope="module")
def oracle() -> Any:
    python = os.environ.get("ORACLE_PYTHON")
    if not python:
        pytest.skip("ORACLE_PYTHON names no interpreter with jmespath and jsonpath-ng")
    command = [python, str(ORACLE)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
    assert process.returncode == 0


def _written(values: list[Any]) -> str:
    """The text of values, each as JSON writes it and a text as it is; blank ones give none."""
    lines = [value if isinstance(value, str) else json.dumps(value) for value in values]
    return "\n".join(line for line in lines if line.strip())


@settings(
    max_examples=CASES,
    deadline=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)
@given(RECORDS, PATHS)
@pytest.mark.timeout(600)
def test_records_are_those_of_two_other_programs(
    oracle: Any, record: dict[str, Any], parts: list[str]
) -> None:
    oracle.stdin.write(json.dumps({"record": record, "path": parts}) + "\n")
    oracle.stdin.flush()
    answer = json.loads(oracle.stdout.readline())
    path = paths.parse(".".join(parts))
    found = paths.values(record, path)
    assert found == answer["jmespath"]
    assert found == answer["jsonpath"]
    profile = Profile(
        text=(TextField(path, Where()),),
        metadata=(MetadataField(path, "key", True, Where(), Where()),),
    )
    made = apply(profile, record, "d.json", 0)
    expected = answer["jmespath"] if path.has_wildcard else (answer["jmespath"] or [None])[0]
    assert made.metadata.get("key", [] if path.has_wildcard else None) == expected
    if not any(isinstance(value, dict | list) for value in found):
        assert made.text == _written(answer["jmespath"])
