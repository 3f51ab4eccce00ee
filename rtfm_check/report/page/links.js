// A document between those that link to it and those that it links to.
function links(data, documents) {
  const { relations, reasons, pairs, broken, orphans } = data;
  const text = search("part of a path");
  const kind = select(["", "documents with links"], ["all", "all documents"], ["broken", "with broken links"], ["orphan", "that nobody links to"], ["hub", "most linked first"]);
  const parts = explorer("neighbours", "Documents and their links", [field("Document", text, choose), field("Show", kind, choose)], draw);
  const isOrphan = new Set(orphans);
  const [into, outOf, missing] = [new Map(), new Map(), new Map()];
  const add = (map, key, value) => (map.has(key) ? map.get(key).push(value) : map.set(key, [value]));
  for (const [source, target, relation, times] of pairs) {
    add(into, target, [source, relation, times]);
    add(outOf, source, [target, relation, times]);
  }
  for (const [source, target, relation, reason, times] of broken) add(missing, source, [target, relation, reason, times]);
  const of = (map, i) => map.get(i) || [];
  let chosen = null;

  function choose() {
    const wanted = words(text.value);
    let found = documents.map((_, i) => i).filter((i) =>
      wanted.every((word) => documents[i][0].toLowerCase().includes(word)) &&
      (kind.value || into.has(i) || outOf.has(i) || missing.has(i)) &&
      (kind.value !== "broken" || missing.has(i)) &&
      (kind.value !== "orphan" || isOrphan.has(i)) &&
      (kind.value !== "hub" || into.has(i)));
    if (kind.value === "hub") found.sort((a, b) => of(into, b).length - of(into, a).length || a - b);
    parts.says.textContent = `${number(found.length)} of ${counted(documents.length, "document")}`;
    parts.fill(found.map((i) => ({
      key: i, text: documents[i][0],
      note: `${number(of(into, i).length)} in, ${number(of(outOf, i).length)} out` + (missing.has(i) ? `, ${number(of(missing, i).length)} broken` : ""),
      kind: missing.has(i) ? "error" : isOrphan.has(i) ? "warning" : "",
    })), chosen);
  }

  function go(i) {
    text.value = "";
    kind.value = into.has(i) || outOf.has(i) || missing.has(i) ? "" : "all";
    chosen = i;
    choose();
    parts.view.querySelector("h4").focus();
  }

  function draw(item) {
    if (item === null) {
      parts.view.replaceChildren(element("p", "muted", "No document is like that."));
      return;
    }
    chosen = item.key;
    const [name, by, title] = documents[chosen];
    const head = element("h4", "", name);
    head.tabIndex = -1;
    const about = element("p", "muted", [title !== name ? title : "", by].filter(Boolean).join(" \u00b7 "));
    if (at("data-chunks")) about.append(" \u00b7 ", link("its chunks", "document", name));
    if (blamed.has(name)) about.append(" \u00b7 ", link("its findings", "file", name));
    const side = (what, none, rows) => {
      const list = element("ul", "");
      const left = element("div", "side", element("h5", "", what), list);
      if (!rows.length) list.append(element("li", "muted", none));
      for (const row of rows.slice(0, 200)) list.append(row);
      if (rows.length > 200) left.append(element("p", "cut", `${number(rows.length - 200)} more not shown here.`));
      return left;
    };
    const near = ([i, relation, times]) => element("li", "",
      button("link", documents[i][0], () => go(i)), " ",
      element("span", "muted", `${relations[relation]}${times > 1 ? ` \u00d7 ${number(times)}` : ""}`));
    const gone = ([target, relation, reason, times]) => element("li", "error",
      element("code", "", target), " ",
      element("span", "muted", `${relations[relation]}${times > 1 ? ` \u00d7 ${number(times)}` : ""}: ${reasons[reason]}`));
    const here = of(into, chosen), there = of(outOf, chosen), lost = of(missing, chosen);
    const middle = element("div", "middle", element("b", "", name.slice(name.lastIndexOf("/") + 1)));
    middle.setAttribute("aria-hidden", "true");
    const ego = element("div", "ego",
      side(`Linked from ${number(here.length)}`, isOrphan.has(chosen) ? "No document links to this page." : "No document links here.", here.map(near)),
      middle,
      side(`Links to ${number(there.length)}`, "It links to no other document.", there.map(near)));
    parts.view.replaceChildren(head, about, ego);
    if (lost.length) parts.view.append(side(`${counted(lost.length, "broken link")}`, "", lost.map(gone)));
  }

  ways.set("neighbours", (path) => {
    const i = documents.findIndex((each) => each[0] === path);
    if (i >= 0) go(i);
    parts.view.closest("section").querySelector("#neighbours-title").scrollIntoView();
  });
  choose();
}
