"""The licences of what users install are listed in CONTRIBUTING.md; what is required has no GPL.

`pytest tests/test_licences.py --update` writes the table; the rows of what is not installed stay.
"""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "CONTRIBUTING.md"
BEGIN, END = "<!-- licences: begin -->\n", "<!-- licences: end -->\n"
NOT_OF_USERS = ("test", "dev", "all")
REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[([^]]*)\])?([^;]*);?(.*)")
GPL = re.compile(r"\bA?GPL|\bGNU (?:Affero )?General Public", re.IGNORECASE)


def name_of(text: str) -> str:
    return re.sub(r"[-_.]+", "-", text).lower()


def wanted() -> dict[str, list[str]]:
    """The requirements of pyproject.toml by who needs them: `always`, or an extra of users."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    return {
        "always": project["dependencies"],
        **{name: each for name, each in extras.items() if name not in NOT_OF_USERS and each},
    }


def found(requirements: list[str]) -> dict[str, Distribution | None]:
    """All packages that some requirements bring; None for one that is not installed here."""
    made: dict[str, Distribution | None] = {}
    waiting = list(requirements)
    while waiting:
        match = REQUIREMENT.match(waiting.pop())
        assert match is not None
        name, extras, marker = name_of(match[1]), set((match[2] or "").split(",")), match[4].strip()
        asked = re.search(r"extra\s*==\s*['\"]([^'\"]+)['\"]", marker)
        if name in made or asked:
            continue
        try:
            made[name] = distribution(name)
        except PackageNotFoundError:
            if not marker:  # else it is for another system or another Python
                made[name] = None
            continue
        for each in distribution(name).requires or ():
            of = re.search(r";.*extra\s*==\s*['\"]([^'\"]+)['\"]", each)
            if of is None or of[1] in extras:
                waiting.append(re.sub(r"(?:and\s*)?extra\s*==\s*['\"][^'\"]+['\"]", "", each))
    return made


def licence_of(package: Distribution) -> str:
    """What a package says of its licence, as an SPDX expression where it says one."""
    about = package.metadata
    said = about.get("License-Expression") or about.get("License") or ""
    if said and "\n" not in said:
        return said
    classes = [each for each in about.get_all("Classifier") or () if each.startswith("License")]
    if classes:
        return classes[0].rpartition(" :: ")[2]
    for file in package.files or ():
        if file.name.startswith("LICENSE"):
            return file.read_text("utf-8").strip().partition("\n")[0].removesuffix(" License")
    return "?"


def table(old: dict[str, str]) -> dict[str, str]:
    """The rows by package, the required ones first; what is not installed keeps its row."""
    rows: dict[str, str] = {}
    for who, requirements in wanted().items():
        own = {name: row for name, row in old.items() if f"| {who} |" in row}
        for name, package in found(requirements).items():
            if package is not None:
                own[name] = f"| {name} | {who} | {licence_of(package)} |\n"
        rows |= {name: own[name] for name in sorted(own) if name not in rows}
    return rows


def listed() -> tuple[str, dict[str, str], str]:
    """The page before the table, its rows by package, and the page behind it."""
    head, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    inside, _, tail = rest.partition(END)
    rows = {row.split("|")[1].strip(): row for row in inside.splitlines(keepends=True)[2:]}
    return head + BEGIN + "| package | for | licence |\n| --- | --- | --- |\n", rows, END + tail


def test_what_is_installed_is_in_the_table(request: pytest.FixtureRequest) -> None:
    """What a package says of its licence is worded differently from version to version."""
    head, old, tail = listed()
    rows = table(old)
    if request.config.getoption("--update"):
        PAGE.write_text(head + "".join(rows.values()) + tail, "utf-8", newline="\n")
        old = rows
    assert list(rows) == list(old)
    for name, row in rows.items():
        assert bool(GPL.search(row)) == bool(GPL.search(old[name])), row


def test_all_that_users_install_is_listed() -> None:
    _, rows, _ = listed()
    named = {
        who: [name_of(re.split(r"[\[<>=]", each)[0]) for each in needs]
        for who, needs in wanted().items()
    }
    for who, names in named.items():
        assert set(names) <= set(rows), who
    assert not [row for row in rows.values() if "| ? |" in row]


def test_nothing_that_is_required_is_under_the_gpl() -> None:
    required = found(wanted()["always"])
    assert len(required) > 5
    assert None not in required.values()
    for name, package in required.items():
        assert package is not None
        texts = [licence_of(package), *(package.metadata.get_all("Classifier") or ())]
        assert not any(GPL.search(each) for each in texts), name
    assert GPL.search(licence_of(distribution("mutagen")))  # that such a one would be seen
