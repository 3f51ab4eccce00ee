"""RTM4xx: links of documents that lead nowhere. `docs/links.py` finds them."""

from __future__ import annotations

from collections.abc import Iterable

from rtfm_check.model import Hit, Severity
from rtfm_check.rules._rule import Scope, rule


@rule("RTM401", "broken-link", Severity.ERROR, Scope.DOCS)
def broken_link(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A link to a file that is not there.

    Relative paths count from the folder of the page, and with `/` in front from the root. They are
    percent-decoded once; a title, a query and a fragment are no part of them.

    Bad:
        See [the guide](giude.md).
    Good:
        See [the guide](guide.md).
    """
    return hits


@rule("RTM402", "broken-anchor", Severity.ERROR, Scope.DOCS)
def broken_anchor(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A link to a heading, block or id that the page does not have.

    Headings are reached by their slug, as GitHub makes it, or MkDocs where the setting
    `docs: {slug-style: mkdocs}` says so; without a setting, either counts below an mkdocs.yml.
    Ids that are written out count as well. Of pages that include others, or that a program fills
    (`::: package.module`), nothing is said.
    `#name=value` is for a script or a viewer, and is not looked for.

    Bad:
        # Install

        See [above](#instal).
    Good:
        # Install

        See [above](#install).
    """
    return hits


@rule("RTM403", "broken-wikilink", Severity.WARNING, Scope.DOCS)
def broken_wikilink(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A wikilink to a page that is not there.

    A wikilink names a page by its path from the root or beside the page, or by its name alone.
    RTFM takes any file whose path ends with the text: `[[c]]` may lead to `zc.md`.

    Bad:
        [[Giude]]
    Good:
        [[Guide]]
    """
    return hits


@rule("RTM404", "ambiguous-wikilink", Severity.WARNING, Scope.DOCS)
def ambiguous_wikilink(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A wikilink that more than one page answers to, none of them in the page's own folder.

    RTFM takes the nearest, and of equally near ones whichever its database gives first.
    """
    return hits


@rule("RTM405", "link-to-untracked", Severity.WARNING, Scope.DOCS)
def link_to_untracked(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A link to a file that is here, and that git does not track.

    It works on this machine, and is broken for everybody else.
    """
    return hits


@rule("RTM406", "link-case-mismatch", Severity.WARNING, Scope.DOCS)
def link_case_mismatch(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A link that differs from the name of its file in the case of letters, or in their form.

    It works on macOS and Windows, and is broken on Linux and on the web. `é` can be one character
    or two, and only macOS takes the one for the other.

    Bad:
        [the guide](GUIDE.md)
    Good:
        [the guide](guide.md)
    """
    return hits


@rule("RTM407", "undefined-reference", Severity.WARNING, Scope.DOCS)
def undefined_reference(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A reference link whose label is defined nowhere in the page: it is shown as it is written.

    Not told of pages that include others, nor where MkDocs adds labels to all pages (autorefs,
    mkdocstrings, `auto_append` of snippets).

    Bad:
        See [the guide][giude].

        [guide]: guide.md
    Good:
        See [the guide][guide].

        [guide]: guide.md
    """
    return hits


@rule("RTM408", "unresolved-import", Severity.WARNING, Scope.DOCS)
def unresolved_import(hits: Iterable[Hit]) -> Iterable[Hit]:
    """An import of a module that the tree's own package does not have.

    Only imports with dots in front and those of packages of the tree are looked at: what is
    installed is not known here. A module that is compiled or generated counts where a file of its
    name is there in another language, or is left out by an ignore file.
    """
    return hits


@rule("RTM409", "unresolved-include", Severity.WARNING, Scope.DOCS)
def unresolved_include(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A file that LaTeX would include and that is not there.

    Paths count from the folder of the document and from the root, `.tex` and `.bib` may be left
    out. RTFM looks beside the including file only.
    """
    return hits


@rule("RTM410", "link-escapes-root", Severity.WARNING, Scope.DOCS)
def link_escapes_root(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A relative link that leads out of the project: the repository, or the folder that is named.

    Whether it works depends on what lies beside the checkout. RTFM drops it.

    Bad:
        [elsewhere](../../elsewhere/readme.md)
    Good:
        [elsewhere](https://example.org/elsewhere/readme)
    """
    return hits


@rule("RTM411", "orphan-page", Severity.INFO, Scope.DOCS)
def orphan_page(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A page that no other page links to.

    Search finds it; whoever follows links does not. READMEs and index pages are not meant, nor the
    pages of a site whose navigation a configuration file lists (MkDocs, Sphinx, Docusaurus).
    """
    return hits


@rule("RTM412", "link-to-folder", Severity.INFO, Scope.DOCS)
def link_to_folder(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A link to a folder that has neither a README nor an index page.

    GitHub lists the files there; a site shows nothing. RTFM makes no edge of a link to a folder.
    """
    return hits


@rule("RTM413", "backslash-path", Severity.WARNING, Scope.DOCS)
def backslash_path(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A link with backslashes in its path, which works on Windows alone.

    Bad:
        [the guide](docs\\guide.md)
    Good:
        [the guide](docs/guide.md)
    """
    return hits


@rule("RTM414", "link-to-left-out", Severity.WARNING, Scope.DOCS)
def link_to_left_out(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A link to a file that is there, and that no index will hold.

    An ignore file, or a name that RTFM never reads, leaves it out: `rtfm-check files --why PATH`
    says which.
    """
    return hits


@rule("RTM415", "unused-definition", Severity.INFO, Scope.DOCS)
def unused_definition(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A reference `[label]: target` that no link of the page uses.

    No reader can follow it. Often the label of a link was changed, and that of the definition not.
    Comments that are written as `[//]: # (text)` are not meant.
    """
    return hits


@rule("RTM416", "empty-link", Severity.WARNING, Scope.DOCS)
def empty_link(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A link without a target, which leads to the page that it stands in.

    Bad:
        See [the guide]().
    Good:
        See [the guide](guide.md).
    """
    return hits


@rule("RTM417", "wikilink-to-alias", Severity.INFO, Scope.DOCS)
def wikilink_to_alias(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A wikilink that names a page by an alias of its front matter, and not by its file.

    Some programs follow it; Obsidian does not, and writes `[[file|alias]]` where one chooses an
    alias. RTFM knows no aliases: it makes no edge, or one to a file whose path ends with the text.
    """
    return hits


@rule("RTM418", "link-to-generated", Severity.INFO, Scope.DOCS)
def link_to_generated(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A link to a file that is not there, and that is most likely generated.

    The pages of an API are made before readers see them. Where a line of
    .gitignore or .rtfmignore names the file, or a folder above it, it is not told as broken; nor is
    `/an/address/` in a page of a site, which may be one of the whole site.
    """
    return hits


@rule("RTM419", "duplicate-definition", Severity.WARNING, Scope.DOCS)
def duplicate_definition(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A reference `[label]: target` whose label another one has further up in the page.

    Markdown takes the first; nobody comes to the target of the second.

    Bad:
        See [the guide][guide], and [the plan][guide].

        [guide]: #the-guide
        [guide]: #the-plan

        # The guide

        # The plan
    Good:
        See [the guide][guide], and [the plan][plan].

        [guide]: #the-guide
        [plan]: #the-plan

        # The guide

        # The plan
    """
    return hits


@rule("RTM420", "duplicate-id", Severity.WARNING, Scope.DOCS)
def duplicate_id(hits: Iterable[Hit]) -> Iterable[Hit]:
    """An id that is written out twice in one page.

    A link leads to the first. Headings of the same title are not meant: the second gets a number.

    Bad:
        # Install {#setup}

        # Update {#setup}
    Good:
        # Install {#setup}

        # Update {#update}
    """
    return hits
