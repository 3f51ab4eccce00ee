// A fixture line by line, beside the chunks that its mapping makes of it.
const LEVELS = [["unread", "\u25cb", "not read"], ["read", "\u25d0", "read, and in no chunk"], ["indexed", "\u25cf", "in a chunk"], ["", "", ""]];
function samples(rows) {
  const text = search("part of a path");
  const mappings = [...new Set(rows.map((row) => row[1]))].sort();
  const mapping = select(["*", "all mappings"], ...mappings.map((each) => [each, each || "no mapping takes it"]));
  const controls = [field("Fixture", text, choose)];
  if (mappings.length > 1) controls.push(field("Mapping", mapping, choose));
  const parts = explorer("samples", "Fixtures", controls, draw);

  let chosen = null;

  function choose() {
    const wanted = words(text.value);
    const found = rows.filter(([name, by]) => (mapping.value === "*" || by === mapping.value) &&
      wanted.every((word) => name.toLowerCase().includes(word)));
    parts.says.textContent = `${number(found.length)} of ${counted(rows.length, "fixture")}`;
    parts.fill(found.map((row) => ({
      key: row, row, text: row[0],
      note: row[1] ? counted(row[4].length + row[7], "chunk") : "no mapping",
      kind: row[1] && row[4].length ? "" : "warning",
    })), chosen);
  }

  function draw(item) {
    if (item === null) {
      parts.view.replaceChildren(element("p", "muted", "No fixture is like that."));
      return;
    }
    chosen = item.key;
    const [name, by, whole, levels, chunks, edges, isCut, chunksLeft, edgesLeft] = item.row;
    const lines = whole.split("\n").map((line, i) => drawn(line, Number(levels[i])));
    const code = element("ol", "document", ...lines);
    const tally = [0, 0, 0, 0];
    for (const each of levels) tally[Number(each)]++;
    const legend = element("p", "legend", ...[2, 1, 0].map((level) => {
      const [kind, , says] = LEVELS[level];
      return element("span", `key ${kind}`, `${counted(tally[level], "value")} ${says}`);
    }));
    const left = pane("The document", element("h5", "", "Document"), code);
    if (isCut) left.append(element("p", "cut", "The document goes on: the file has all of it."));
    const made = pane("What is made of it", element("h5", "", counted(chunks.length + chunksLeft, "chunk")));
    const mark = marker(lines, left);
    const list = element("div", "");
    const pages = pager("chunks of the fixture", 30, (first, last) =>
      list.replaceChildren(...chunks.slice(first, last).map((each) => chunk(each, mark))));
    made.append(list, pages.nav);
    pages.start(chunks.length);
    if (!chunks.length) made.append(element("p", "error", by ? "It gives no chunk: RTFM drops the document." : "No mapping takes it: RTFM cuts it up without one."));
    if (chunksLeft) made.append(element("p", "cut", `${counted(chunksLeft, "more chunk")} not shown here.`));
    if (edges.length) {
      made.append(element("h5", "", counted(edges.length + edgesLeft, "edge candidate")));
      for (const [relation, target, ranges] of edges) {
        const card = element("div", "chunk", element("p", "", element("b", "", relation), " \u2192 ", element("code", "", target)));
        card.append(mark(ranges));
        made.append(card);
      }
      if (edgesLeft) made.append(element("p", "cut", `${counted(edgesLeft, "more edge candidate")} not shown here.`));
    }
    const head = element("h4", "", name);
    const about = by ? element("p", "muted", "taken by ", element("code", "", by)) : element("p", "muted", "no mapping takes it");
    parts.view.replaceChildren(head, about, legend, element("div", "beside", left, made));
  }

  function drawn(line, level) {
    return documentLine(line, ...LEVELS[level]);
  }

  function chunk([where, title, content, metadata, ranges, left], mark) {
    const card = element("article", "chunk", element("h6", "", title || "(no title)"), element("p", "where", where));
    card.append(...longText("text", content));
    if (left) card.append(element("p", "cut", `${counted(left, "more character")} not shown here.`));
    if (metadata) card.append(element("p", "where", metadata));
    card.append(mark(ranges));
    return card;
  }

  parts.view.classList.add("split");
  ways.set("fixture", (path) => {
    chosen = rows.find((row) => row[0] === path) || null;
    text.value = "";
    mapping.value = "*";
    choose();
    show(at("samples-title"));
  });
  choose();
}
