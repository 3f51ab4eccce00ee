"""The time of a piece: from ticks to seconds, by the tempos up to there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from rtfm_check.parsers._duration import duration
from rtfm_check.parsers._smf_track import Event

_DEFAULT = 500_000  # microseconds of a beat: 120 beats a minute


class Clock:
    """Tells the second of a tick."""

    def __init__(self, division: int, tempos: Iterable[Event]) -> None:
        """`division` is the header's: ticks of a beat or, negative, frames and ticks of each."""
        self._starts, self._seconds = [0], [0.0]
        if division & 0x8000:
            frames, ticks = 256 - (division >> 8), division & 0xFF
            self._lengths = [1 / (max(1, ticks) * (29.97 if frames == 29 else frames))]
            return
        self._lengths = [_DEFAULT / 1e6 / division]
        for event in tempos:
            length = int.from_bytes(event.data, "big") / 1e6 / division
            if event.tick > self._starts[-1]:
                self._seconds.append(self.second(event.tick))
                self._starts.append(event.tick)
                self._lengths.append(length)
            else:
                self._lengths[-1] = length

    def second(self, tick: int) -> float:
        """When a tick is."""
        at = bisect_right(self._starts, tick) - 1
        return self._seconds[at] + (tick - self._starts[at]) * self._lengths[at]

    def shown(self, tick: int) -> str:
        """When a tick is, as `m:ss` or `h:mm:ss`."""
        return duration(self.second(tick))


def tempo_line(tempos: Iterable[Event]) -> list[str]:
    """The line that tells of tempos, if there are any."""
    speeds: list[int] = []
    for event in tempos:
        speed = round(60e6 / int.from_bytes(event.data, "big"))
        if not speeds or speeds[-1] != speed:
            speeds.append(speed)
    if not speeds:
        return []
    line = f"Tempo: {speeds[0]} BPM"
    if len(speeds) > 1:
        line += f", {len(speeds) - 1} change(s), from {min(speeds)} to {max(speeds)} BPM"
    return [line]
