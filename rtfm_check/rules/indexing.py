"""RTM5xx: what becomes of a document when it is indexed. Parsers yield these as problems."""

from __future__ import annotations

from collections.abc import Iterable

from rtfm_check.model import Hit, Severity
from rtfm_check.rules._rule import Scope, rule


@rule("RTM501", "indexes-to-nothing", Severity.WARNING, Scope.INDEX)
def indexes_to_nothing(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A document that has content, and gives no chunk.

    Nobody will find it: a retrieval system knows of a file only what its chunks say.
    """
    return hits


@rule("RTM502", "parser-failed", Severity.ERROR, Scope.INDEX)
def parser_failed(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A parser of ours failed on a document.

    A defect of rtfm-check, not of the file. What was read up to there is kept, and all other files
    are read. Please report it with the file, if you can share it.
    """
    return hits


@rule("RTM503", "parser-timeout", Severity.ERROR, Scope.INDEX)
def parser_timeout(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A document that took too long to read.

    The process that read it was ended, so that one file cannot hold up a run. `--timeout SECONDS`
    allows more, for each file.
    """
    return hits


@rule("RTM504", "optional-dependency-missing", Severity.WARNING, Scope.INDEX)
def optional_dependency_missing(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A format that needs a library or a program which is not installed here.

    Told once for a format. The help says how to install it: with pip, in the pre-commit
    configuration, and in the Action.
    """
    return hits


@rule("RTM505", "no-parser-for-file", Severity.INFO, Scope.INDEX)
def no_parser_for_file(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A binary file of a format that RTFM does not read.

    RTFM skips a file that no parser claims when there is a NUL in its first 8192 bytes. Images and
    archives end here, and so do .doc, .xls, .ods and .pptx, whose text somebody may look for.
    A small one may have no NUL: RTFM indexes it as text, and finds nothing in it.
    """
    return hits


@rule("RTM506", "fallback-parser-used", Severity.INFO, Scope.INDEX)
def fallback_parser_used(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A document that was read as plain text, because its own parser could not.

    Its words can be found; its structure, titles and links are lost.
    """
    return hits


@rule("RTM507", "scanned-pdf-no-text", Severity.WARNING, Scope.INDEX)
def scanned_pdf_no_text(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A PDF, or pages of one, that hold pictures of text and no text.

    Run it through text recognition (`ocrmypdf in.pdf out.pdf`) and publish the result.
    """
    return hits


@rule("RTM508", "encoding-replaced", Severity.WARNING, Scope.INDEX)
def encoding_replaced(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A text that is not UTF-8.

    RTFM reads every text as UTF-8 and puts U+FFFD in the place of what is none, so that words with
    accents cannot be found, and a text in UTF-16 cannot be found at all. Here the encoding is
    guessed, and the guess is told. Store the file as UTF-8.
    """
    return hits


@rule("RTM510", "secret-like-text-in-index", Severity.WARNING, Scope.INDEX)
def secret_like_text_in_index(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A chunk that holds what looks like a key or a token.

    Only forms that are known are looked for, such as `ghp_` with 36 characters behind it. Take it
    out of the document, make it worthless where it was issued, and then publish the index.
    """
    return hits


@rule("RTM511", "empty-document", Severity.INFO, Scope.INDEX)
def empty_document(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A file without any content: empty, or white space alone.

    RTFM indexes nothing of it either, and lists it as an empty file.
    """
    return hits


@rule("RTM512", "document-byte-order-mark", Severity.WARNING, Scope.INDEX)
def document_byte_order_mark(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A UTF-8 text that begins with a byte order mark.

    RTFM does not take it off: JSON, TOML and notebooks give no chunk, a Markdown page loses its
    front matter and its first heading, Python falls back to plain text, and the first column of a
    CSV has it in its name. Store the file without it.
    """
    return hits


@rule("RTM513", "document-syntax", Severity.WARNING, Scope.INDEX)
def document_syntax(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A document that breaks the rules of its format, such as JSON with a comma too many.

    Its text is indexed as far as it can be read. What RTFM does depends on the format: JSON and
    TOML vanish without a word, Python loses its structure, YAML is cut by lines whatever it says.
    """
    return hits


@rule("RTM514", "rtfm-loses-document", Severity.WARNING, Scope.INDEX)
def rtfm_loses_document(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A sound document of which RTFM 0.55.1 indexes nothing, or on which it fails.

    It is in our artifact; a library that RTFM itself builds will not have it.
    """
    return hits


@rule("RTM515", "extension-lies", Severity.WARNING, Scope.INDEX)
def extension_lies(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A file whose content is of another format than its suffix says.

    RTFM goes by the suffix alone: a PDF named .docx gives an error, a text named .db nothing, and
    a video named .ts garbage. Rename it. A pointer of Git LFS is told too, where the file that it
    stands for was not fetched.
    """
    return hits


@rule("RTM516", "damaged-document", Severity.WARNING, Scope.INDEX)
def damaged_document(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A document that is cut off or damaged.

    What can be read of it is indexed: up to the damage, and behind it where the format allows.
    """
    return hits


@rule("RTM517", "protected-document", Severity.WARNING, Scope.INDEX)
def protected_document(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A document that is encrypted, or protected against copying.

    Protection is never worked around: publish a copy without it, or leave the file out.
    """
    return hits


@rule("RTM518", "limit-reached", Severity.WARNING, Scope.INDEX)
def limit_reached(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A document, or a part of one, that is larger, deeper or more nested than what is read.

    The limits keep a stranger's file from taking the machine. The message says which one it was.
    """
    return hits


@rule("RTM519", "local-parser-ignored", Severity.WARNING, Scope.INDEX)
def local_parser_ignored(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A Python file in `.rtfm/parsers/`, which RTFM would run as a parser.

    Nothing of a tree is ever executed here, so that a pull request cannot run code. What such a
    parser would make of its files is not in the artifact.
    """
    return hits


@rule("RTM520", "not-followed", Severity.INFO, Scope.INDEX)
def not_followed(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A symbolic link, a pipe or a device.

    RTFM follows a link to a file wherever it leads, out of the project too. Here links are not
    followed; a link to a file of the tree loses nothing, since that file is read in its own place.
    """
    return hits


@rule("RTM521", "file-name-not-utf8", Severity.WARNING, Scope.INDEX)
def file_name_not_utf8(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A file name that is not UTF-8: RTFM's whole sync fails at it.

    Here the file is read, and its name shown with the bytes as %XX. Rename it.
    """
    return hits


@rule("RTM522", "ignore-file-misread", Severity.WARNING, Scope.INDEX)
def ignore_file_misread(hits: Iterable[Hit]) -> Iterable[Hit]:
    """A .gitignore or .rtfmignore that RTFM reads in another way than git, or not at all.

    It then indexes files that were meant to be left out, or leaves out others. The message says
    which pattern it is about.
    """
    return hits


@rule("RTM523", "text-replaced", Severity.WARNING, Scope.INDEX)
def text_replaced(hits: Iterable[Hit]) -> Iterable[Hit]:
    """Characters that no store takes: NUL, and halves of surrogate pairs.

    Each became U+FFFD in the chunk. RTFM fails at half a pair, and stores a NUL that cuts the text
    for some of its readers.
    """
    return hits


@rule("RTM524", "hidden-content", Severity.INFO, Scope.INDEX)
def hidden_content(hits: Iterable[Hit]) -> Iterable[Hit]:
    """Content that a reader of the document does not see: a hidden sheet, deleted text, a comment.

    RTFM may index it all the same. Make sure that it is meant to be published.
    """
    return hits


@rule("RTM525", "value-not-stored", Severity.WARNING, Scope.INDEX)
def value_not_stored(hits: Iterable[Hit]) -> Iterable[Hit]:
    """Formulas whose result the file does not hold, so that their cells are empty.

    A program wrote the sheet and no spreadsheet has computed it. Open and save it in one.
    """
    return hits


@rule("RTM526", "rtfm-overwrites-document", Severity.ERROR, Scope.INDEX)
def rtfm_overwrites_document(hits: Iterable[Hit]) -> Iterable[Hit]:
    """Two documents that RTFM stores under one identity, so that the second replaces the first.

    It names a file of law after its title, or after the file where that is one article. In the
    artifact both documents have their own identity.
    """
    return hits


@rule("RTM527", "navigation-left-out", Severity.INFO, Scope.INDEX)
def navigation_left_out(hits: Iterable[Hit]) -> Iterable[Hit]:
    """Navigation of an HTML page, which is not indexed.

    That is what stands in `nav`, and in the header and the footer of the page. RTFM leaves out
    the same, and headers with a heading besides.
    """
    return hits
