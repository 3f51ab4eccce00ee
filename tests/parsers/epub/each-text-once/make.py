"""Text in tables, definitions, quotations, lists and plain `div`s, and headings: each once."""

from pathlib import Path

from tests.parsers import epubs

BODY = """<h1>T</h1><div>Text only in a div</div><p>42 EUR</p>
<table><tr><th>Debit</th><td>cell</td></tr></table>
<dl><dt>term</dt><dd>definition</dd></dl><blockquote><p>Quoted once</p></blockquote>
<ul><li><p>item one</p></li><li>item two</li></ul><ol><li>first</li></ol>
<pre>code  line
  two</pre><figure><img src="x.png" alt="what is seen"/><figcaption>caption</figcaption></figure>
<aside epub:type="footnote">a note</aside><p>caf&eacute;&#160;&amp; <i>sl</i>anted</p>"""


def make(folder: Path) -> None:
    (folder / "input.epub").write_bytes(epubs.book({"c.xhtml": epubs.page(BODY)}))
