"""A class of more than a chunk, cut between its methods."""

from pathlib import Path

METHOD = """    def method_{0}(self):
        '''{1}.'''
        return {0}

"""


def make(folder: Path) -> None:
    words = " ".join(["What it is for, and what comes out of it"] * 5)
    methods = "".join(METHOD.format(number, words) for number in range(15))
    (folder / "input.py").write_text(f"import os\n\n\nclass Long:\n{methods}", "utf-8")
