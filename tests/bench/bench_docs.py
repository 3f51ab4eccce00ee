"""How long `rtfm-check docs` takes beside its peers and itself, in ratios of CPU time.

    python tests/bench/bench_docs.py [--rounds 5] [--pages 4000] [--remark COMMAND]
                                     [--markdownlint COMMAND] [TREE ...]

Peers: remark with remark-validate-links (`npm install remark-cli remark-validate-links`) and
markdownlint-cli2 (`npm install markdownlint-cli2`); one whose command is not given, and not on the
path, is left out. They are run on the pages that are made up; the run that is known, against the
first one, on those and on each TREE. POSIX. Run it on an idle machine.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.bench.bench_check import _command, cpu, ratio
from tests.bench.corpus import WORDS, sentence

OURS = [sys.executable, "-m", "rtfm_check", "docs", ".", "--exit-zero", "--jobs", "1"]
ROOT = str(Path(__file__).parents[2])


def pages(root: Path, count: int) -> Path:
    """Pages that link to each other, their headings and elsewhere; tracked by git."""
    draw = random.Random(count)
    names = [f"section-{number // 50:02}/page-{number:04}" for number in range(count)]
    titles = [f"{draw.choice(WORDS).capitalize()} {draw.choice(WORDS)} {n}" for n in range(count)]
    for name, title in zip(names, titles, strict=True):
        parts = [f"# {title}"]
        for number in range(draw.randint(3, 7)):
            parts += [f"## {draw.choice(WORDS).capitalize()} {number}"]
            parts += [" ".join(sentence(draw) for _ in range(draw.randint(2, 5)))]
            for _ in range(draw.randint(0, 3)):
                at = draw.randrange(count)
                slug = titles[at].lower().replace(" ", "-")
                parts += [
                    draw.choice(
                        (
                            f"See [{titles[at]}](../{names[at]}.md).",
                            f"See [it](../{names[at]}.md#{slug}).",
                            f"A [site](https://example.org/{at}), and [its top](#{_slug(title)}).",
                        )
                    )
                ]
            if draw.random() < 0.2:
                parts += ["```python\nx = 1  # [no](link.md)\n```"]
        path = root / f"{name}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    return root


def _slug(title: str) -> str:
    return title.lower().replace(" ", "-")


def settle(root: Path) -> None:
    """Track all files, and let them be older than what counts as just now."""
    for command in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *command], cwd=root, check=True)
    for path in root.rglob("*"):
        if path.is_file():
            os.utime(path, (1_700_000_000, 1_700_000_000))


def known(root: Path, rounds: int, what: str) -> None:
    """A run over a tree that has not changed, against one that keeps nothing."""
    cpu(OURS, root)
    figure = ratio(lambda: cpu(OURS, root), lambda: cpu([*OURS, "--no-cache"], root), rounds)
    print(f"{what:<44} known / new           goal 0.05 x  {figure}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("trees", nargs="*", type=Path, metavar="TREE")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pages", type=int, default=4000)
    parser.add_argument("--remark")
    parser.add_argument("--markdownlint")
    options = parser.parse_args()
    remark = _command(options.remark, "remark")
    markdownlint = _command(options.markdownlint, "markdownlint-cli2")
    peers = {}
    if remark:
        plugin = Path(remark[0]).resolve().parents[1] / "remark-validate-links" / "index.js"
        settings = f"{plugin}=repository:false"
        peers["remark-validate-links"] = [*remark, "-q", "-u", settings, "."]
    if markdownlint:
        peers["markdownlint-cli2, anchors alone"] = [*markdownlint, "**/*.md"]
    os.environ["PYTHONPATH"] = ROOT
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
        root = pages(Path(folder) / "pages", options.pages)
        root.joinpath(".markdownlint-cli2.yaml").write_text(
            "config: {default: false, link-fragments: true, reference-links-images: true}\n"
        )
        settle(root)
        known(root, options.rounds, f"{options.pages:,} pages")
        for name, command in peers.items():
            figure = ratio(
                lambda: cpu([*OURS, "--no-cache"], root),
                lambda command=command: cpu(command, root),  # type: ignore[misc]
                options.rounds,
            )
            what = f"{options.pages:,} pages"
            print(f"{what:<44} new / {name}  goal 0.1 x  {figure}", flush=True)
        for tree in options.trees:
            copy = Path(folder) / tree.resolve().name
            shutil.copytree(tree, copy, symlinks=True)
            settle(copy)
            known(copy, options.rounds, copy.name)


if __name__ == "__main__":
    main()
