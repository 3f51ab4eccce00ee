"""The configuration: flags over environment over file over defaults, and where each value is from.

The file is the nearest `.rtfm-check.yaml`, `.rtfm-check.yml` or pyproject.toml with a
`[tool.rtfm-check]`, up to the root of the repository. Part of every start-up: a file is parsed
only where there is one, and nothing heavy is imported before.
"""

from __future__ import annotations

import os

from rtfm_check import limits
from rtfm_check.exits import UsageError

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from rtfm_check.source import Source

NAMES = (".rtfm-check.yaml", ".rtfm-check.yml")
LEVELS = ("error", "warning", "info")
ENVIRONMENT = "RTFM_CHECK_"
_NOT_SETTINGS = ("RTFM_CHECK_TRACEBACK",)

# Key -> (kind, default). Kinds: list (of texts), flag, text, path, level, or a map of one of
# these; a part has settings of its own.
KEYS: dict[str, tuple[str, Any]] = {
    "extend-exclude": ("list", []),
    "respect-gitignore": ("flag", True),
    "fail-on": ("level", "error"),
    "select": ("list", []),
    "ignore": ("list", []),
    "severity": ("map of level", {}),
    "per-file-ignores": ("map of list", {}),
    "baseline": ("path", None),
    "fixtures": ("list", []),
    "require-fixture": ("flag", False),
    "schemas": ("path", None),
    "docs": ("part", {}),
    "index": ("part", {}),
    "fields": ("part", {}),
    "golden": ("path", None),
}
PARTS = {
    "docs": {"slug-style": "choice"},
    "index": {"include": "list", "exclude": "list", "pdf-backend": "choice", "timeout": "seconds"},
    "fields": {},  # profiles stand in .rtfm/fields
}
_CHOICES = {
    "fail-on": (*LEVELS, "never"),
    "severity": (*LEVELS, "off"),
    "slug-style": ("github", "mkdocs", "both"),
    "pdf-backend": ("pypdf", "pdfium"),
}


class Config:
    """The values by key, and where each comes from: default, a file, a variable, or the flags."""

    __slots__ = ("folder", "origins", "values")

    def __init__(self) -> None:
        self.values: dict[str, Any] = {key: default for key, (_, default) in KEYS.items()}
        self.origins = dict.fromkeys(KEYS, "default")
        self.folder = os.curdir  # of the file: its paths and globs are relative to it

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def put(self, key: str, value: object, origin: str) -> None:
        """Set a value; raises UsageError for one of a wrong kind."""
        kind, _ = KEYS[key]
        wrong = _wrong(key, kind, value)
        if wrong:
            raise UsageError(f"{origin}: `{key}` {wrong}")
        self.values[key] = value
        self.origins[key] = origin


def load(*, cwd: str, path: str | None = None, isolated: bool = False) -> Config:
    """The configuration for a run in a folder, without its flags.

    `path` is the file to use instead of the nearest; `isolated` leaves out file and environment.
    Raises UsageError for unknown keys and wrong values.
    """
    config = Config()
    if isolated:
        return config
    if path is not None and not os.path.isfile(path):
        raise UsageError(f"{path}: no such file")
    found = path or _nearest(cwd)
    if found is not None:
        _read(found, config)
    _read_environment(os.environ, config)
    return config


def _nearest(cwd: str) -> str | None:
    folder = cwd
    while True:
        for name in NAMES:
            path = os.path.join(folder, name)
            if os.path.isfile(path):
                return os.path.relpath(path, cwd)
        path = os.path.join(folder, "pyproject.toml")
        if _has_table(path):
            return os.path.relpath(path, cwd)
        parent = os.path.dirname(folder)
        if parent == folder or os.path.exists(os.path.join(folder, ".git")):
            return None
        folder = parent


def _has_table(path: str) -> bool:
    """Whether a pyproject.toml may configure us; the text is looked at before it is parsed."""
    if not os.path.isfile(path) or os.path.islink(path):
        return False
    try:
        with open(path, "rb") as stream:
            return b"tool.rtfm-check" in stream.read(limits.CONFIG_BYTES)
    except OSError:
        return False


def _read(path: str, config: Config) -> None:
    from rtfm_check.source import Unreadable, read

    folder = os.path.dirname(path) or os.curdir
    root = _repository(folder)
    limit = limits.CONFIG_BYTES if path.endswith(".toml") else limits.MAPPING_BYTES
    try:
        source = read(path, name=path, limit=limit, root=root)
    except Unreadable as error:
        raise UsageError(f"{path}: {error}") from error
    values: Mapping[str, Any] = (
        _toml(path, source) if path.endswith(".toml") else _yaml(path, source)
    )
    for key, value in values.items():
        if key not in KEYS:
            raise UsageError(f"{path}: {_unknown(key)}")
        config.put(str(key), value, path)
        _refuse_outside(path, str(key), value, folder, root)
    config.folder = folder


def _repository(folder: str) -> str:
    """The root of the repository around a folder; the folder itself where there is none."""
    above = os.path.abspath(folder)
    while not os.path.exists(os.path.join(above, ".git")):
        parent = os.path.dirname(above)
        if parent == above:
            return folder
        above = parent
    return above


def _refuse_outside(path: str, key: str, value: Any, folder: str, root: str) -> None:
    """Raise UsageError where a file's own setting would have us read outside its repository."""
    from rtfm_check.source import is_below
    from rtfm_check.text.show import quote

    texts: list[str] = [value] if KEYS[key][0] == "path" else []
    for text in value if key == "fixtures" else texts:
        meant = os.path.abspath(os.path.join(folder, text))
        if not is_below(meant, os.path.abspath(root)):
            raise UsageError(f"{path}: `{key}` leads out of the repository: {quote(text)}")


def _toml(path: str, source: Source) -> Mapping[str, Any]:
    import tomllib

    try:
        document = tomllib.loads(source.data.decode("utf-8"))
    except ValueError as error:
        raise UsageError(f"{path}: {error}") from error
    except RecursionError as error:
        raise UsageError(f"{path}: nested too deep to be read") from error
    tools = document.get("tool", {})
    values = tools.get("rtfm-check", {}) if isinstance(tools, dict) else None
    if not isinstance(values, dict):
        raise UsageError(f"{path}: [tool.rtfm-check] is no table")
    return values


def _yaml(path: str, source: Source) -> Mapping[str, Any]:
    from rtfm_check.mapping.document import read_mapping

    document = read_mapping(source)
    fatal = [each for each in document.problems if each.rule not in ("unused-anchor",)]
    if fatal and fatal[0].rule != "empty-mapping-file":
        span = document.problem_place(fatal[0]).span
        raise UsageError(f"{path}:{span.line}:{span.column}: {fatal[0].message}")
    values = document.data or {}
    if not isinstance(values, dict):
        raise UsageError(f"{path}: the file has to be a map of keys")
    return values


def _read_environment(environment: Mapping[str, str], config: Config) -> None:
    for name in sorted(environment):
        if not name.startswith(ENVIRONMENT) or name in _NOT_SETTINGS:
            continue
        key = name.removeprefix(ENVIRONMENT).lower().replace("_", "-")
        if key not in KEYS:
            raise UsageError(f"{name}: {_unknown(key)}")
        config.put(key, _from_text(key, environment[name], name), name)


def _from_text(key: str, text: str, name: str) -> object:
    kind, _ = KEYS[key]
    if kind == "list":
        return [part.strip() for part in text.split(",") if part.strip()]
    if kind == "flag":
        known = {"1": True, "true": True, "0": False, "false": False}
        return known.get(text.lower(), text)
    if kind in ("path", "level"):
        return text
    raise UsageError(f"{name}: `{key}` can only be set in a file")


def _unknown(key: object, keys: Iterable[str] = tuple(KEYS)) -> str:
    from rtfm_check.text.show import quote
    from rtfm_check.text.suggest import nearest

    near = nearest(str(key), keys)
    return f"there is no setting {quote(key)}" + (f"; did you mean `{near}`?" if near else "")


def _wrong(key: str, kind: str, value: object) -> str:
    """What is wrong with a value, or nothing."""
    if kind.startswith("map of "):
        if not isinstance(value, dict) or not all(isinstance(each, str) for each in value):
            return "has to be a map with texts as keys"
        inner = kind.removeprefix("map of ")
        faults = (_wrong(key, inner, each) for each in value.values())
        return next((fault for fault in faults if fault), "")
    if kind == "list":
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            return "has to be a list of texts"
        return next((fault for fault in (_wrong_text(key, each) for each in value) if fault), "")
    if kind == "flag":
        return "" if isinstance(value, bool) else "has to be true or false"
    if kind in ("level", "choice"):
        allowed = _CHOICES[key]
        if value is False and "off" in allowed:
            return 'has to be "off", in quotes: YAML reads off as false'
        return "" if value in allowed else f"has to be one of {', '.join(allowed)}"
    if kind == "part":
        return _wrong_part(key, value)
    if kind == "seconds":
        is_meant = isinstance(value, int | float) and not isinstance(value, bool) and value > 0
        return "" if is_meant else "has to be a number of seconds"
    return _wrong_text(key, value) if isinstance(value, str) else "has to be a text"


def _wrong_part(key: str, value: object) -> str:
    """What is wrong with the settings of a part."""
    if not isinstance(value, dict):
        return "has to be a map"
    for name, each in value.items():
        if name not in PARTS[key]:
            return f"is wrong: {_unknown(name, PARTS[key])}"
        fault = _wrong(name, PARTS[key][name], each)
        if fault:
            return f"is wrong: `{name}` {fault}"
    return ""


def _wrong_text(key: str, text: str) -> str:
    """What no path and no pattern may hold."""
    if "\0" in text:
        return "holds a NUL character"
    if key != "extend-exclude":
        return ""
    stars = [part.replace("**", "*").count("*") for part in text.split("/") if part != "**"]
    if max(stars, default=0) > 3 or text.split("/").count("**") > 2:  # these take forever
        return f"has more `*` in one pattern than can be matched in time: {text[:80]!r}"
    import re

    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([text])
    except (ValueError, re.error):  # the second for `[z-a]`
        return f"holds what is no pattern: {text[:80]!r}"
    return ""
