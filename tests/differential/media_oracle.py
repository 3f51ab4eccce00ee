"""Ask other readers of MIDI and sound files what is in one.

Runs in an environment of its own that has mido, mutagen and tinytag; reads a path a line, as a JSON
text, and answers with a line each. Nothing of rtfm_check is imported here.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import mido
import mutagen
import tinytag

_FIELDS = ("title", "artist", "album", "albumartist", "composer", "genre", "comment")


def of_midi(path: str) -> dict[str, Any]:
    """Tracks, notes, texts and seconds, as mido has them."""
    song = mido.MidiFile(path, clip=True, charset="utf-8")
    messages = [each for track in song.tracks for each in track]
    keys = [each.note for each in messages if each.type == "note_on" and each.velocity]
    texts = ("text", "lyrics", "marker", "cue_marker", "copyright", "instrument_name")
    return {
        "tracks": len(song.tracks),
        "notes": [len(keys), min(keys, default=0), max(keys, default=0)],
        "names": [track.name for track in song.tracks],
        "texts": [each.text for each in messages if each.type in texts and hasattr(each, "text")],
        "seconds": song.length,
    }


def of_sound(path: str) -> dict[str, Any]:
    """Every text of mutagen's, and the fields of tinytag's."""
    file = mutagen.File(path)
    texts: list[str] = []
    for value in (file.tags or {}).values() if hasattr(file.tags, "values") else ():
        found = getattr(value, "text", value)
        found = found if isinstance(found, list) else [found]
        texts += [str(each) for each in found if not hasattr(each, "FrameID")]
    fields: dict[str, str] = {}
    try:
        tag = tinytag.TinyTag.get(path)
    except tinytag.TinyTagException:
        pass  # it reads fewer formats
    else:
        fields = {name: str(getattr(tag, name)) for name in _FIELDS if getattr(tag, name, None)}
    return {"texts": texts, "fields": fields, "seconds": file.info.length}


def main() -> None:
    """Answer every line of standard input."""
    for line in sys.stdin:
        path = json.loads(line)
        is_midi = Path(path).suffix in (".mid", ".midi", ".kar")
        try:
            answer: object = of_midi(path) if is_midi else of_sound(path)
        except Exception as error:  # the answer is what went wrong, whatever it was
            answer = type(error).__name__
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
