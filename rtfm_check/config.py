"""The configuration: flags over environment over file over defaults, and where each value is from.

The file is the nearest `.rtfm-check.yaml`, `.rtfm-check.yml` or pyproject.toml with a
`[tool.rtfm-check]`, up to the root of the repository. Part of every start-up: a file is parsed
only where there is one, and nothing heavy is imported before.
"""

from __future__ import annotations

import os

from rtfm_check.exits import UsageError

TYPE_CHECKING = False  # as typing's, whose import the start of a run does without
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

NAMES = (".rtfm-check.yaml", ".rtfm-check.yml")
LEVELS = ("error", "warning", "info")
ENVIRONMENT = "RTFM_CHECK_"
_NOT_SETTINGS = ("RTFM_CHECK_TRACEBACK",)

# Key -> (kind, default). Kinds: list (of texts), flag, text, path, level, or a map of one of
# these; `any` is the configuration of a part that checks it itself.
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
    "docs": ("any", {}),
    "index": ("any", {}),
    "fields": ("any", {}),
    "golden": ("path", None),
}
_LEVELS_OF = {"fail-on": (*LEVELS, "never"), "severity": (*LEVELS, "off")}


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
    try:
        with open(path, "rb") as stream:
            return b"tool.rtfm-check" in stream.read(4 * 1024 * 1024)
    except OSError:
        return False


def _read(path: str, config: Config) -> None:
    values = _toml(path) if path.endswith(".toml") else _yaml(path)
    for key, value in values.items():
        if key not in KEYS:
            raise UsageError(f"{path}: {_unknown(key)}")
        config.put(key, value, path)
    config.folder = os.path.dirname(path) or os.curdir


def _toml(path: str) -> Mapping[str, object]:
    import tomllib

    try:
        with open(path, "rb") as stream:
            document = tomllib.load(stream)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {error}") from error
    values = document.get("tool", {}).get("rtfm-check", {})
    if not isinstance(values, dict):
        raise UsageError(f"{path}: [tool.rtfm-check] is no table")
    return values


def _yaml(path: str) -> Mapping[str, object]:
    from rtfm_check import limits
    from rtfm_check.mapping.document import read_mapping
    from rtfm_check.source import Unreadable, read

    try:
        source = read(path, name=path, limit=limits.MAPPING_BYTES, root=os.path.dirname(path))
    except Unreadable as error:
        raise UsageError(f"{path}: {error}") from error
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


def _unknown(key: object) -> str:
    from rtfm_check.suggest import nearest

    near = nearest(str(key), KEYS)
    return f"there is no setting `{key}`" + (f"; did you mean `{near}`?" if near else "")


def _wrong(key: str, kind: str, value: object) -> str:
    """What is wrong with a value, or nothing."""
    if kind.startswith("map of "):
        if not isinstance(value, dict):
            return "has to be a map"
        inner = kind.removeprefix("map of ")
        faults = (_wrong(key, inner, each) for each in value.values())
        return next((fault for fault in faults if fault), "")
    if kind == "list":
        is_list = isinstance(value, list) and all(isinstance(each, str) for each in value)
        return "" if is_list else "has to be a list of texts"
    if kind == "flag":
        return "" if isinstance(value, bool) else "has to be true or false"
    if kind == "level":
        allowed = _LEVELS_OF[key]
        if value is False and "off" in allowed:
            return 'has to be "off", in quotes: YAML reads off as false'
        return "" if value in allowed else f"has to be one of {', '.join(allowed)}"
    if kind == "any":
        return "" if isinstance(value, dict) else "has to be a map"
    return "" if isinstance(value, str) else "has to be a text"
