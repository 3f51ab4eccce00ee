"""The commands of LaTeX that divide and link documents, and the names of verbatim text."""

from __future__ import annotations

import re

LEVELS = (
    *("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph"),
)
FILES = ("input", "include", "subfile", "subfileinclude", "includestandalone")
IMPORTS = (*("import", "subimport", "inputfrom", "subinputfrom", "includefrom", "subincludefrom"),)
BIBLIOGRAPHIES = ("bibliography", "nobibliography", "addbibresource", "addglobalbib")
INLINE = ("verb", "Verb", "lstinline", "mintinline")
ADDRESSES = ("url", "href", "nolinkurl", "path")  # a `%` in them begins no comment
ENVIRONMENTS = ("lstnewenvironment", "DefineVerbatimEnvironment", "newtcblisting")
TITLES = ("title", "author")
DEFINITIONS = {  # how many groups each has behind what it defines
    **dict.fromkeys(("def", "edef", "gdef", "xdef"), 1),
    **dict.fromkeys(("newcommand", "renewcommand", "providecommand", "DeclareRobustCommand"), 1),
    **dict.fromkeys(("titleformat", "titlespacing"), 1),  # of titlesec; `\section` needs no braces
    **dict.fromkeys(("newenvironment", "renewenvironment"), 2),
    **dict.fromkeys(("NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand"), 2),
}
VERBATIM = (
    *("verbatim", "verbatim*", "Verbatim", "Verbatim*", "BVerbatim", "LVerbatim", "SaveVerbatim"),
    *("spverbatim", "comment", "lstlisting", "minted", "tcblisting", "filecontents"),
    *("filecontents*", "luacode", "luacode*", "pycode", "pyblock", "sageblock", "sagesilent"),
)
NO_CITES = frozenset(
    (
        *("setcitestyle", "citestyle", "citetext", "bibcite", "citereset", "citeleft"),
        *("citeright", "citemid", "citeform", "citepunct", "citedash"),
    )
)
_NAMES = "|".join(
    (
        *(*LEVELS, *FILES, *IMPORTS, *BIBLIOGRAPHIES, *INLINE, *ADDRESSES, *ENVIRONMENTS),
        *DEFINITIONS,
    )
)
_CITES = "(?!excite|incite|recite)[a-zA-Z]*[cC]ite[a-zA-Z]*"
TOKEN = re.compile(
    rf"%|\\(?:(?P<name>{_NAMES}|title|author|begin|end|iffalse|{_CITES})(?![a-zA-Z@])|[^a-zA-Z])"
)
