"""What the rules about fixtures share: places of templates, and what was seen in words."""

from __future__ import annotations

import json

from rtfm_check import limits
from rtfm_check.dryrun.trial import Trial, UseTrial
from rtfm_check.mapping.template import Placeholder
from rtfm_check.model import JsonValue, Place
from rtfm_check.text.wording import plural


def use_place(trial: Trial, use: UseTrial) -> Place:
    """The place of a whole template."""
    return trial.file.document.at(use.placed.use.pointer)


def path_place(trial: Trial, use: UseTrial, placeholder: Placeholder) -> Place:
    """The place of the path in a placeholder."""
    pointer = use.placed.use.pointer
    return trial.file.document.within(pointer, placeholder.start, placeholder.end)


def contexts(use: UseTrial) -> str:
    """What a template was tried in: `3 fixtures`, `14 items`."""
    what = "fixture" if use.placed.foreach is None else "item"
    return plural(use.total, what)


def as_json(value: JsonValue) -> str:
    """A value of a document as JSON, cut when long."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= limits.QUOTE_CHARS else text[: limits.QUOTE_CHARS - 1] + "…"
