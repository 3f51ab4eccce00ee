"""JSON values one by one, and what is wrong with what is none."""

from __future__ import annotations

import json

from rtfm_check import limits
from rtfm_check.fields.apply import Spelt
from rtfm_check.mapping.document import is_deeper, json_problem
from rtfm_check.model import JsonValue

_EXPLAINED = 64 * 1024  # characters of a text that is read again, slowly, to say what is wrong
_TOO_DEEP = f"it is nested deeper than {limits.FIXTURE_DEPTH} levels"


class NotRead(Exception):
    """What cannot be decoded, and where that shows."""

    def __init__(
        self,
        at: int,
        message: str,
        help: str = "",
        *,
        end: int = -1,
        is_syntax: bool = True,
        is_cut: bool = False,
    ) -> None:
        """`end` is where the value ends all the same; `is_cut` says that more text may help."""
        super().__init__(message)
        self.at = at
        self.message = message
        self.help = help
        self.end = end
        self.is_syntax = is_syntax
        self.is_cut = is_cut

    def explained(self, text: str) -> NotRead:
        """The same in better words, if the text is short enough to be read again."""
        if not self.is_syntax or len(text) > _EXPLAINED:
            return self
        problem = json_problem(text, 0)
        return NotRead(problem.start, problem.message, problem.help)


class Decoder:
    """Decodes values: numbers with a point as they are spelt, NaN and Infinity as null."""

    def __init__(self) -> None:
        self.constants: list[str] = []  # NaN and Infinity in the value that was decoded last
        decoder = json.JSONDecoder(parse_float=Spelt, parse_constant=self.constants.append)
        self._decode = decoder.raw_decode

    def value(self, text: str, at: int = 0) -> tuple[JsonValue, int]:
        """The value at a place, and where it ends. Raises NotRead."""
        if self.constants:
            self.constants.clear()
        try:
            value, end = self._decode(text, at)
        except json.JSONDecodeError as error:
            is_cut = error.msg.startswith("Unterminated")
            raise NotRead(error.pos, _said(error), is_cut=is_cut) from error
        except RecursionError as error:
            raise NotRead(at, _TOO_DEEP, is_syntax=False) from error
        except ValueError as error:
            message = "it holds a number of more digits than are read"
            raise NotRead(at, message, is_syntax=False) from error
        if end - at > limits.FIXTURE_DEPTH and _is_deep(value, text, at, end):
            raise NotRead(at, _TOO_DEEP, end=end, is_syntax=False)
        return value, end


def place_of_constant(text: str) -> int:
    """Where the first NaN or Infinity of a value stands; 0 in a text that is too long to say."""
    from rtfm_check.mapping import json_reader

    if len(text) > _EXPLAINED:
        return 0
    constants = json_reader.read(text).constants
    return constants[0].start if constants else 0


def _said(error: json.JSONDecodeError) -> str:
    message = error.msg.removesuffix(" at").removesuffix(" starting")
    return message[:1].lower() + message[1:]


def _is_deep(value: JsonValue, text: str, start: int, end: int) -> bool:
    """Whether a value has more levels than are read."""
    if not isinstance(value, dict | list):
        return False
    most = limits.FIXTURE_DEPTH
    opened = text.count("{", start, end) + text.count("[", start, end)
    return opened > most and is_deeper(value, most)
