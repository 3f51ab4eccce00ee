"""A text in the encoding that inputenc names."""

from pathlib import Path

TEXT = r"""\documentclass{article}
\usepackage[koi8-r]{inputenc}
\begin{document}
\section{Привет}
Мир
\end{document}
"""


def make(folder: Path) -> None:
    (folder / "input.tex").write_bytes(TEXT.encode("koi8-r"))
