"""A tree read into an artifact: every file in the order of the walk, each by its parser."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from rtfm_check import limits
from rtfm_check.file import File, Settings
from rtfm_check.finding_records import from_record
from rtfm_check.indexing.estimate import Estimate, estimate
from rtfm_check.indexing.pack import Pack, Slice, Slices
from rtfm_check.indexing.pool import Part, read_all
from rtfm_check.indexing.settings import declared, programs
from rtfm_check.indexing.shard import INDEX, Item, Maker, Work, ends, path_of, remove
from rtfm_check.indexing.shards import Shard
from rtfm_check.indexing.tally import Tally, Writer
from rtfm_check.indexing.told import (
    as_read,
    is_passing,
    is_told,
    lost,
    of_the_walk,
    told_whole,
)
from rtfm_check.layout import FIELDS, Target
from rtfm_check.model import Report
from rtfm_check.parsers import BY_NAME, JSON_FIELDS, by_name
from rtfm_check.parsers._contract import How, Link
from rtfm_check.records import Slugs
from rtfm_check.resolve import Tree
from rtfm_check.text import show
from rtfm_check.tree.entry import Entry
from rtfm_check.tree.walk import Plan, is_read_beside

if TYPE_CHECKING:
    from rtfm_check.indexing.spread import Engine

_LOOK_BESIDE = ("python", "bofip", "sqlite")  # parsers that see what else is in the folder


class Options(NamedTuple):
    """How a tree is read."""

    pdf_backend: str = "pypdf"  # or pdfium
    jobs: int = 1  # processes
    seconds: float = limits.FILE_SECONDS  # that a file may take, and one more for each megabyte
    keeps: bool = True  # records, for the next run
    shard: Shard | None = None  # which part of the tree is read; None: all of it
    engine: Engine | None = None  # that leads to other machines; None: files are read here


class Watch(NamedTuple):
    """Who is told how a run goes."""

    begin: Callable[[Estimate], None] = lambda estimate: None
    go_on: Callable[[int, int, int, int], None] = lambda done, of, read, size: None  # files, bytes


class Also(NamedTuple):
    """What else is made of each file that is read."""

    maker: type[Maker]
    take: Callable[[dict[str, Any]], None]  # is given each of its records


def run(
    root: str,
    found: Plan,
    writer: Writer,
    options: Options,
) -> Report:
    """Read all files of a plan and give what they hold to the writer."""
    with Run(root, found, options) as made:
        report = made.report(writer)
        made.save()
    return report


class Run:
    """One run over a tree, and what it has counted; to be closed."""

    def __init__(
        self, root: str, found: Plan, options: Options, more: tuple[type[Maker], ...] = ()
    ) -> None:
        """Each of `more` makes more of each file, while it is read."""
        self._work = Work((*INDEX.makers, *more))
        self._also: tuple[Also, ...] = ()
        self._root = root
        self._found = found
        self._writer: Writer  # of the report that is made
        self._tally: Tally  # as above
        self._options = options
        slugs = Slugs()
        names = ((each, show.path(each.path)) for each in found.entries)
        self._items = [Item(each.path, name, each.size, slugs.of(name)) for each, name in names]
        self._told_whole = told_whole(found)
        self._tree = Tree(
            (each.name for each in self._items), (show.path(each.path) for each in found.others)
        )
        if options.shard is not None:
            first, end = options.shard.stretch([each.size for each in self._items])
            self._items = self._items[first:end]
            self._found = found._replace(entries=found.entries[first:end])
        self._mappings = dispatcher(root)
        self._profiles = profiles(root)
        self._json_key = declared(root).mappings
        self._beside = _folder_states(found)
        self._content = _Content()
        settings = [options.pdf_backend, programs()]
        self._pack = Pack(root, settings, self._work.kinds, found.began, is_wanted=options.keeps)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self._pack.close()

    @property
    def content(self) -> str | None:
        """A digest of what the records of a run that is done depend on; None: on chance too."""
        return self._content.digest

    def content_before(self) -> str | None:
        """The same, if the files are those of earlier runs; None: one of them is another."""
        content = _Content()
        for item, entry in zip(self._items, self._found.entries, strict=True):
            key = self._key(item)
            digest = self._pack.digest(item, entry, key) if _is_ours(item) else None
            if digest is None:
                return None
            content.add(item, key, digest)
        return content.digest

    def note(self) -> None:
        """Note that no file has changed, so that none is looked at by its bytes the next time."""
        self._pack.note(zip(self._items, self._found.entries, strict=True))

    def save(self) -> None:
        """Keep what was read for the next run."""
        self._pack.save()

    def report(
        self,
        writer: Writer,
        also: tuple[Also, ...] = (),
        watch: Watch = Watch(),  # noqa: B008
    ) -> Report:
        """Read all files and give what they hold to the writer, and to each of `also`."""
        self._writer, self._also, self._tally = writer, also, Tally(writer)
        if self._options.shard is None or self._options.shard.is_first:
            for finding in of_the_walk(self._root, self._found):
                self._tally.tell(as_read(finding))
        total = len(self._items)
        kept = {}
        for place, (item, entry) in enumerate(zip(self._items, self._found.entries, strict=True)):
            found = self._pack.find(item, entry, self._key(item)) if _is_ours(item) else None
            if found is not None:
                kept[place] = found
        read = [place for place in range(total) if place not in kept]
        items = [self._items[place] for place in read]
        sizes = [0, *accumulate(item.size for item in items)]
        watch.begin(estimate(items, (self._items[place] for place in kept)))
        folder = self._writer.room()
        at = 0
        for part in self._reader()(
            self._work,
            self._root,
            items,
            Settings(self._mappings, self._options.pdf_backend, self._profiles),
            folder,
            seconds=self._options.seconds,
            done=lambda count: watch.go_on(count, len(items), sizes[count], sizes[-1]),
        ):
            places = read[part.first : part.first + part.whole + bool(part.lost)]
            for place, slices in zip(places, self._made(folder, part), strict=True):
                for before in range(at, place):
                    self._take(before, kept[before])
                self._take(place, slices, lost=part.lost if len(slices) == 1 else "")
                at = place + 1
            remove(folder, part.first, self._work.kinds)
        for place in range(at, total):
            self._take(place, kept[place])
        watch.go_on(len(items), len(items), sizes[-1], sizes[-1])
        return self._tally.report(is_whole=self._options.shard is None)

    def _reader(self) -> Callable[..., Iterator[Part]]:
        if self._options.engine is not None:
            from rtfm_check.indexing import spread

            return partial(spread.read_all, engine=self._options.engine)
        return partial(read_all, jobs=self._options.jobs)

    def _key(self, item: Item) -> str:
        """What the records of a file depend on beside its bytes."""
        if self._profiles is not None:
            chosen = self._profiles.of(item.path)
            if chosen is not None:
                return f"{JSON_FIELDS.name} {JSON_FIELDS.version} {chosen.key}"
        parser = BY_NAME[by_name(item.path) or "plaintext"]
        more = self._json_key if parser.name == "json" else ""
        if parser.name in _LOOK_BESIDE:
            more = str(self._beside.get(item.path.rpartition("/")[0], 0))
        return f"{parser.name} {parser.version} {more}"

    def _made(self, folder: str, part: Part) -> Iterator[Slices]:
        """The records of each file of a segment; of one that its process died of, the chunks."""
        with ExitStack() as stack:
            streams = {
                kind: stack.enter_context(open(path_of(folder, part.first, kind), "rb"))
                for kind in self._work.kinds
            }
            starts = dict.fromkeys(streams, 0)
            for stops in islice(ends(folder, part.first), part.whole):
                yield {kind: Slice(streams[kind], starts[kind], stops[kind]) for kind in streams}
                starts = stops
            if part.lost:
                size = os.fstat(streams["chunks"].fileno()).st_size
                rest = Slice(streams["chunks"], starts["chunks"], size)
                yield {"chunks": rest._replace(end=rest.start + rest.whole())}

    def _take(self, place: int, slices: Slices, lost: str = "") -> None:
        """Put the records of a file into the artifact, and into the pack for the next run."""
        item, entry = self._items[place], self._found.entries[place]
        chunks = self._writer.copy(slices["chunks"].blocks())
        if lost:
            self._lost(item, chunks, lost)
            self._content.is_sure = False
            return
        for links in slices["links"].records():
            for relation, target, detail, how in links:
                self._edge(item.name, Link(relation, target, detail, How(how)))
        (document,) = slices["documents"].records()
        self._tally.document(document)
        findings = [from_record(record) for record in slices["findings"].records()]
        for finding in findings:
            if not is_told(finding, self._told_whole):
                self._tally.tell(finding)
        for each in self._also:
            for kind in each.maker.kinds:
                for record in slices[kind].records():
                    each.take(record)
        if (
            self._options.keeps
            and _is_ours(item)
            and not any(map(is_passing, findings))
            and _is_as_it_was(self._root, entry)
        ):
            key = self._key(item)
            self._pack.keep(item, entry, key, document["sha256"], slices)
            self._content.add(item, key, document["sha256"])
        else:
            self._content.is_sure = False

    def _edge(self, source: str, link: Link) -> None:
        target = self._tree.resolve(source, link)
        self._tally.edge(
            {
                "source_file": source,
                "target_ref": link.target,
                "relation_type": link.relation,
                "source_detail": link.detail,
                "target_file": target.file,
                "reason": target.reason,
            }
        )

    def _lost(self, item: Item, chunks: int, why: str) -> None:
        """Note a file that its process died of; what was written of it stays."""
        file = File(self._root, item.path, item.name, item.size)
        for finding in lost(item, why):
            self._tally.tell(finding)
        parser = by_name(item.path) or "plaintext"
        self._tally.document(
            {
                "slug": item.slug,
                "path": item.name,
                "title": file.file_name,
                "parser": parser,
                "mapping": None,
                "bytes": item.size,
                "sha256": file.digest(),
                "chunk_count": chunks,
                "edge_count": 0,
                "page_count": None,
                "metadata": {},
            }
        )


class _Content:
    """A digest of the files of a run, file by file, and of what else their records depend on."""

    def __init__(self) -> None:
        self.is_sure = True  # no file had another digest, or other records, in between
        self._hash = hashlib.sha256()

    def add(self, item: Item, key: str, digest: str) -> None:
        """Add a file, in the order of all."""
        self._hash.update(f"{item.name}\0{item.slug}\0{key}\0{digest}\0".encode())

    @property
    def digest(self) -> str | None:
        """The digest of all that were added."""
        return self._hash.hexdigest() if self.is_sure else None


def _is_as_it_was(root: str, entry: Entry) -> bool:
    """Whether a file has not changed between the walk and now, when it was read."""
    try:
        status = os.lstat(os.path.join(root, entry.path))
    except OSError:
        return False
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino) == (
        entry.size,
        entry.changed,
        entry.touched,
        entry.inode,
    )


def _is_ours(item: Item) -> bool:
    """Whether no parser of others takes a file: their code may change unseen."""
    return BY_NAME[by_name(item.path) or "plaintext"].given is None


def dispatcher(root: str) -> Any:
    """The mappings of a project as RTFM loads them, if there are any."""
    folder = os.path.join(root, ".rtfm", "mappings")
    if not os.path.isdir(folder):
        return None
    from rtfm_check.project import open_folder

    opened = open_folder(Target(folder, None), {})
    return opened.dispatcher if opened.dispatcher.order else None


def profiles(root: str) -> Any:
    """The field profiles of a project, if there are any."""
    if not os.path.isdir(os.path.join(root, ".rtfm", FIELDS)):
        return None
    from rtfm_check.fields.open import of_project

    return of_project(root)


def _folder_states(found: Plan) -> dict[str, int]:
    """A number for each folder that changes with the names in it, and with what lies in a few.

    Those are the files that parsers look at beside their own: sidecars, logs of databases.
    """
    states: dict[str, set[str]] = {}
    for entry in (*found.entries, *found.others):
        folder, _, name = entry.path.rpartition("/")
        state = name
        if is_read_beside(name):
            state += f" {entry.size} {entry.changed} {entry.touched}"
        states.setdefault(folder, set()).add(state)
        while folder:
            folder, _, name = folder.rpartition("/")
            if name in states.setdefault(folder, set()):
                break
            states[folder].add(name)
    return {
        folder: crc32("/".join(sorted(names)).encode("utf-8", "surrogateescape"))
        for folder, names in states.items()
    }
