"""Producers of JSON that are known by the shape of their documents."""

from __future__ import annotations

from typing import NamedTuple

from rtfm_check.mapping import paths
from rtfm_check.model import JsonValue


class Producer(NamedTuple):
    """A kind of document: how it is known, and what to know of it."""

    name: str  # of the mapping
    what: str
    has: tuple[str, ...]  # paths that all its documents have
    compared: tuple[str, ...] = ()  # that tell them from others
    note: str = ""
    instead: str = ""  # why no mapping can be written, and what to do


_MAP = "an object whose keys are data, and RTFM's foreach runs over lists only"

PRODUCERS = (
    Producer("sarif", "a SARIF log", ("version", "runs.0.tool.driver.name")),
    Producer(
        *("cyclonedx", "a CycloneDX bill of materials", ("bomFormat", "specVersion")),
        compared=("bomFormat",),
        note="every version of CycloneDX; `$schema` names one",
    ),
    Producer(
        *("npm-audit", "a report of npm audit", ("auditReportVersion", "vulnerabilities")),
        instead=f"`vulnerabilities` is {_MAP}; write a list instead, for example with "
        "jq '{type: \"npm-audit\", vulnerabilities: [.vulnerabilities[]]}'",
    ),
    Producer(
        *("npm-lock", "a lock file of npm", ("lockfileVersion", "packages")),
        instead=f"`packages` is {_MAP}; write a list instead, for example with "
        "jq '{type: \"npm-lock\", packages: [.packages | to_entries[] | .value + {path: .key}]}'",
    ),
    Producer(
        *("pip-inspect", "a report of pip inspect", ("pip_version", "installed", "environment")),
        compared=("version", "environment.implementation_name"),
        note="pip writes no type: its version of the report, and the kind of Python",
    ),
    Producer(
        *("pip-install", "a report of pip install", ("pip_version", "install", "environment")),
        compared=("version", "environment.implementation_name"),
        note="pip writes no type: its version of the report, and the kind of Python",
    ),
    Producer(
        *("vitest", "a report of Vitest or Jest", ("numTotalTests", "testResults", "success")),
        compared=("snapshot.didUpdate",),
        note="the report has no type; this is false unless snapshots are written",
    ),
    Producer(
        *("pytest-report", "a report of pytest-json-report", ("exitcode", "summary", "tests")),
        compared=("collectors.0.nodeid",),
        note="the report has no type; the first collector is the session, without a name",
    ),
    Producer(
        *("jira", "an export of Jira", ("issues.0.key", "issues.0.fields.summary")),
    ),
    Producer(
        *("jira-issue", "an issue of Jira", ("key", "fields.summary", "fields.status")),
    ),
    Producer(
        *("linear", "an answer of Linear", ("data.issues.nodes.0.identifier",)),
        compared=("data.issues.pageInfo.hasNextPage",),
        note="the answer has no type; this is the last page, or the only one",
    ),
    Producer("notion", "an answer of Notion", ("object", "results"), ("object", "type")),
    Producer("notion-page", "a page of Notion", ("object", "properties"), ("object",)),
    Producer("notebooklm", "an answer of NotebookLM", ("question", "answer.text", "citations")),
    Producer(
        *("openapi", "a description of an API (OpenAPI)", ("openapi", "paths")),
        instead=f"`paths` is {_MAP}; write a list of routes beside it, "
        '`"routes": [{"path": "/pumps", "get": {...}}]`, or a parser for RTFM in Python',
    ),
    Producer(
        *("swagger", "a description of an API (Swagger)", ("swagger", "paths")),
        instead=f"`paths` is {_MAP}; write a list of routes beside it, "
        '`"routes": [{"path": "/pumps", "get": {...}}]`, or a parser for RTFM in Python',
    ),
    Producer(
        *("github-search", "an answer of GitHub's search", ("total_count", "items.0.html_url")),
        compared=("incomplete_results",),
        note="the answer has no type; this is false for one that is whole",
    ),
)


class Listed(NamedTuple):
    """A producer of lists, known by the keys of their items."""

    name: str  # of the type that an object around it could have
    what: str
    keys: frozenset[str]


_LISTS = (
    Listed("eslint-report", "a report of ESLint", frozenset(("filePath", "messages"))),
    Listed("github-export", "an export of GitHub", frozenset(("html_url", "user"))),
    Listed("github-export", "an export of GitHub", frozenset(("number", "title", "url"))),
    Listed("pip-list", "a list of pip", frozenset(("name", "version"))),
)
_ANY_LIST = Listed("my-list", "a list", frozenset())


def known(documents: list[dict[str, JsonValue]]) -> Producer | None:
    """The producer of all documents, or None."""
    for producer in PRODUCERS:
        if all(
            paths.exists(document, paths.split(path))
            for document in documents
            for path in producer.has
        ):
            return producer
    return None


def known_list(items: list[JsonValue]) -> Listed:
    """What a list is."""
    first = items[0] if items and isinstance(items[0], dict) else {}
    return next((each for each in _LISTS if each.keys <= first.keys()), _ANY_LIST)
