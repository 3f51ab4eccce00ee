"""A profile while it is read: what can be used of it, and what cannot."""

from __future__ import annotations

import re

from rtfm_check.fields import paths
from rtfm_check.fields.paths import BadPath, FieldPath
from rtfm_check.fields.profile import Fault, MetadataField, Profile, Reading, TextField, Where
from rtfm_check.text.show import quote

_HERE = re.compile(r"\A(?:\s|\./+)+")  # in front of a path: the folder itself


class Builder:
    """Takes the parts of a profile in the order in which they are written."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._files: dict[str, Where] = {}
        self._text: dict[str, TextField] = {}
        self._metadata: dict[str, MetadataField] = {}
        self._identifier: tuple[FieldPath, Where] | None = None

    def fault(
        self, rule: str, where: Where, message: str, help: str = "", mended: str | None = None
    ) -> None:
        """Note what cannot be used."""
        self.faults.append(Fault(rule, where, message, help, mended))

    def add_files(self, glob: str, where: Where) -> None:
        """Add a pattern of the files that the profile is for."""
        glob = _HERE.sub("", glob.strip())
        if not glob:
            self.fault("profile-invalid", where, "the pattern of files is empty", "write a glob")
            return
        if glob.startswith("/") or ".." in glob.split("/"):
            self.fault(
                "profile-invalid",
                where,
                f"{quote(glob)} leads out of the project",
                "write a glob that is relative to the folder with `.rtfm/`",
            )
            return
        self._files.setdefault(glob, where)

    def add_text(self, text: str, where: Where) -> None:
        """Add a path whose values become text."""
        path = self._path(text, where)
        if path is None:
            return
        if path.text in self._text:
            message = f"the text field {quote(path.text)} is listed twice"
            self.fault("field-listed-twice", where, message, "remove one of the two")
            return
        self._text[path.text] = TextField(path, where)

    def add_metadata(
        self, text: str, key: str | None, where: Where, key_where: Where | None = None
    ) -> None:
        """Add a path whose value becomes metadata; without a key, the path is the key."""
        path = self._path(text, where)
        if path is None:
            return
        name = path.text if key is None else key
        place = key_where or where
        earlier = self._metadata.pop(name, None)
        if earlier is not None and earlier.path == path:
            message = f"the metadata field {quote(path.text)} is listed twice"
            self.fault("field-listed-twice", where, message, "remove one of the two")
        elif earlier is not None:
            self.fault(
                "payload-key-twice",
                place,
                f"the payload key {quote(name)} is given to {quote(earlier.path.text)} too",
                "give each value a key of its own",
            )
        self._metadata[name] = MetadataField(path, name, name != path.text, where, place)

    def set_identifier(self, text: str, where: Where) -> None:
        """Set the path to what tells a record from others."""
        path = self._path(text, where)
        if path is not None:
            self._identifier = (path, where)

    def finish(self) -> Reading:
        """The profile."""
        identifier, where = self._identifier or (None, Where())
        profile = Profile(
            files=tuple(self._files),
            files_where=tuple(self._files.values()),
            text=tuple(self._text.values()),
            metadata=tuple(self._metadata.values()),
            identifier=identifier,
            identifier_where=where,
            is_flattened=not self._text,
        )
        return Reading(profile, tuple(self.faults))

    def _path(self, text: str, where: Where) -> FieldPath | None:
        text = text.strip()
        if not text:
            message = "a path is missing here"
            self.fault("field-path-malformed", where, message, "write one, as in `author.name`")
            return None
        try:
            return paths.parse(text)
        except BadPath as bad:
            help = f"did you mean `{bad.meant}`?" if bad.meant else ""
            self.fault(
                "field-path-malformed",
                where,
                f"{bad.message}: {quote(text)}",
                help,
                bad.meant or None,
            )
            return None
