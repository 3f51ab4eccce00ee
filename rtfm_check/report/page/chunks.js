// The chunks of the index, beside the document that they are from.
const PROSE = new Set(["markdown", "bofip", "docx", "odt", "rtf", "epub", "fb2", "latex", "jupyter", "pdf", "html"]);

function chunks(data, documents) {
  const { rows, bounds, path, texts } = data;
  const text = search("words of a chunk or its title");
  const file = search("part of a path");
  const parsers = [...new Set(documents.map((each) => each[1]))].filter(Boolean).sort();
  const parser = select(["", "all parsers"], ...parsers.map((each) => [each, each]));
  const sizes = [["", "any"], ["0", `under ${number(bounds[0])}`],
    ...bounds.slice(1).map((bound, i) => [String(i + 1), `${number(bounds[i])} to ${number(bound - 1)}`]),
    [String(bounds.length), `${number(bounds[bounds.length - 1])} and more`]];
  const size = select(...sizes);
  const order = select(["", "as in the document"], ["long", "longest first"], ["short", "shortest first"]);
  const parts = explorer("chunks", "Documents of the index", [
    field("Search", text, choose), field("Document", file, choose), field("Parser", parser, choose),
    field("Characters", size, choose), field("Order", order, choose),
  ], draw);
  const haystacks = new Array(rows.length);
  const ALL = -1;
  let found = [], chosen = ALL, mark = null;

  const list = element("ol", "chunks");
  let shown = [];
  const pages = pager("chunks", 30, (first, last) => list.replaceChildren(...shown.slice(first, last).map(drawn)));

  function isSize(chars) {
    const place = Number(size.value);
    return (place === 0 || chars >= bounds[place - 1]) && (place === bounds.length || chars < bounds[place]);
  }

  function haystack(i) {
    haystacks[i] ??= `${rows[i][1]}\n${rows[i][2]}`.toLowerCase();
    return haystacks[i];
  }

  function choose() {
    const wanted = words(text.value), part = file.value.trim().toLowerCase();
    const isMeant = documents.map(([name, by]) =>
      (!part || name.toLowerCase().includes(part)) && (!parser.value || by === parser.value));
    found = [];
    const counts = new Array(documents.length).fill(0);
    rows.forEach((row, i) => {
      if (!isMeant[row[0]] || (size.value && !isSize(row[3]))) return;
      if (!wanted.every((word) => haystack(i).includes(word))) return;
      found.push(i);
      counts[row[0]]++;
    });
    if (order.value) {
      const sign = order.value === "long" ? -1 : 1;
      found.sort((a, b) => sign * (rows[a][3] - rows[b][3]) || a - b);
    }
    const isNarrow = wanted.length > 0 || size.value !== "";
    const items = [];
    documents.forEach((each, i) => {
      if (counts[i] || (isMeant[i] && !isNarrow)) {
        const note = isNarrow || counts[i] === each[5]
          ? counted(counts[i], "chunk")
          : `${number(counts[i])} of ${counted(each[5], "chunk")}`;
        items.push({ key: i, text: each[0], note, kind: each[5] ? "" : "warning" });
      }
    });
    parts.says.textContent =
      `${counted(found.length, "chunk")} in ${counted(items.filter((each) => counts[each.key]).length, "document")}, of ${number(data.total)}`;
    if (items.length > 1) items.unshift({ key: ALL, text: "All of these", note: counted(found.length, "chunk") });
    parts.fill(items, chosen);
  }

  function draw(item) {
    if (item === null) {
      parts.view.replaceChildren(element("p", "muted", "No chunk is like that."));
      return;
    }
    chosen = item.key;
    shown = chosen === ALL ? found : found.filter((i) => rows[i][0] === chosen);
    mark = null;
    const whole = chosen === ALL ? undefined : texts[chosen];
    parts.view.classList.toggle("split", whole !== undefined);
    if (whole === undefined) parts.view.replaceChildren(...head(), list, pages.nav);
    else parts.view.replaceChildren(...head(), beside(whole));
    parts.view.scrollTop = 0;
    pages.start(shown.length);
    if (!shown.length) list.replaceChildren(element("li", "muted", "It gave no chunk."));
  }

  // The text of the document, in which the lines of chunks have a sign.
  function beside(whole) {
    const isIn = new Set();
    for (const [of, , , , [first, last, unit]] of rows) {
      if (of !== chosen || unit) continue;
      for (let line = first; line <= last; line++) isIn.add(line);
    }
    const lines = whole.split("\n").map((line, i) =>
      (isIn.has(i + 1) ? documentLine(line, "indexed", "\u25cf", "in a chunk") : documentLine(line, "", "", "")));
    const left = pane("The document", element("h5", "", "Document"), element("ol", "document", ...lines));
    mark = marker(lines, left);
    return element("div", "beside", left, pane("Its chunks", element("h5", "", "Chunks"), list, pages.nav));
  }

  function head() {
    if (chosen === ALL) return [element("h4", "", counted(shown.length, "chunk"))];
    const [name, by, title, mapping, bytes, count, edges] = documents[chosen];
    const facts = [title && title !== name ? title : "", by ? `parser ${by}` : "no parser", mapping ? `mapping ${mapping}` : "",
      counted(bytes, "byte"), counted(count, "chunk"), counted(edges, "edge")];
    const long = "The text of the document is not here beside its chunks: it is long, or was not at hand.";
    const isLong = texts[chosen] === undefined && shown.some((i) => rows[i][4].length === 2);
    return [element("h4", "", name), element("p", "muted", facts.filter(Boolean).join(" \u00b7 "), ...more(name)), outline(),
      ...(isLong ? [element("p", "muted", long)] : [])];
  }

  // The ways to what else is known of the document.
  function more(name) {
    const made = [];
    if (at("data-links")) made.push(" \u00b7 ", link("its links", "neighbours", name));
    if (blamed.has(name)) made.push(" \u00b7 ", link("its findings", "file", name));
    return made;
  }

  // The chunks of a document as a strip, each as wide as it is long.
  function outline() {
    const strip = element("div", "strip");
    strip.setAttribute("aria-hidden", "true");
    const all = [];
    rows.forEach((row, i) => { if (row[0] === chosen) all.push(i); });
    if (all.length < 2 || all.length > 300) return strip;
    const among = new Set(shown);
    for (const i of all) {
      const part = element("span", among.has(i) ? "" : "other");
      part.style.flexGrow = String(Math.max(rows[i][3], 1));
      part.title = `${rows[i][1] || "(no title)"}, ${counted(rows[i][3], "character")}`;
      strip.append(part);
    }
    return strip;
  }

  function drawn(i) {
    const [of, title, content, chars, [first, last, unit]] = rows[i];
    const name = unit || "lines";
    const where = first === undefined ? "" : first === last ? `${name.slice(0, -1)} ${number(first)}` : `${name} ${number(first)}\u2013${number(last)}`;
    const made = element("li", "chunk", element("h5", "", title || "(no title)"));
    const facts = element("p", "where", [where, counted(chars, "character")].filter(Boolean).join(" \u00b7 "));
    if (chosen === ALL) facts.prepend(button("link", documents[of][0], () => { chosen = of; choose(); }), " \u00b7 ");
    made.append(facts, ...longText(PROSE.has(documents[of][1]) ? "text" : "text mono", content));
    if (mark && first !== undefined && !unit) made.append(mark([[first - 1, last]]));
    const left = chars - [...content].length;
    if (left > 0) made.append(element("p", "cut", `${counted(left, "more character")} in ${path}.`));
    return made;
  }

  ways.set("document", (path) => {
    for (const each of [text, file, parser, size, order]) each.value = "";
    chosen = documents.findIndex((each) => each[0] === path);
    choose();
    show(at("chunks-title"));
  });
  choose();
}
