// The findings, a page at a time, with what chooses among them.
function findings(data) {
  const PER_PAGE = 25;
  const MOST_FILES = 200; // that the field of files suggests
  const SEVERITIES = ["info", "warning", "error"]; // by rank
  if (!data.findings.length) return;
  const { texts, rules } = data;
  const form = at("filters");
  const list = at("list");
  const all = data.findings.map((row, order) => {
    const [rank, rule, path, line, column, message, help, note, pointer, fix, excerpt, related] = row;
    return {
      order, rank, rule, line, column, excerpt, related,
      path: texts[path], message: texts[message], help: texts[help], note: texts[note],
      pointer: texts[pointer], fix: texts[fix], haystack: null,
    };
  });
  const paths = new Set(all.map((finding) => finding.path));
  for (const path of paths) blamed.add(path);
  let shown = [];
  let page = 0;

  // The text that a search looks through, made when the first search asks for it.
  function haystack(finding) {
    if (finding.haystack === null) {
      const [earlier, ...parts] = finding.excerpt.length ? finding.excerpt : [[]];
      const line = parts.map((part) => texts[part]).join("");
      const [code, name] = rules[finding.rule];
      finding.haystack = [
        finding.message, finding.path, `${finding.path}:${finding.line}`, name, code, finding.help,
        finding.note, finding.pointer, finding.fix, ...earlier.map((each) => texts[each]), line,
      ].join("\n").toLowerCase();
    }
    return finding.haystack;
  }

  function choose() {
    const wanted = words(at("search").value);
    const file = at("file").value.trim();
    const isFile = paths.has(file)
      ? (path) => path === file
      : (path) => path.toLowerCase().includes(file.toLowerCase());
    const rule = at("rule").value;
    const severities = SEVERITIES.map((each) => at(each).checked);
    shown = all.filter((finding) =>
      severities[finding.rank] &&
      (!rule || rules[finding.rule][1] === rule) &&
      (!file || isFile(finding.path)) &&
      wanted.every((word) => haystack(finding).includes(word)));
    if (at("order").value === "severity") shown.sort((a, b) => b.rank - a.rank || a.order - b.order);
    page = 0;
    draw();
  }

  function draw() {
    const pages = Math.ceil(shown.length / PER_PAGE);
    const first = page * PER_PAGE;
    const last = Math.min(first + PER_PAGE, shown.length);
    list.replaceChildren(...shown.slice(first, last).map(item));
    const part = pages > 1 ? `, ${number(first + 1)} to ${number(last)} shown` : "";
    at("count").textContent = `${number(shown.length)} of ${number(all.length)} findings${part}`;
    at("nothing").hidden = shown.length > 0;
    at("pages").hidden = pages < 2;
    at("page").textContent = `page ${number(page + 1)} of ${number(pages)}`;
    at("previous").disabled = page === 0;
    at("next").disabled = page >= pages - 1;
  }

  function item(finding) {
    const severity = SEVERITIES[finding.rank];
    const [code, name, doc] = rules[finding.rule];
    const title = element("h3", "", ...withCode(finding.message));
    title.tabIndex = -1;
    title.prepend(element("span", `badge ${severity}`, severity), " ");
    const where = `${finding.path}:${finding.line}:${finding.column}`;
    const pointer = finding.pointer ? ` at ${finding.pointer}` : "";
    const made = element("li", severity, title, element("p", "where", where + pointer));
    if (finding.excerpt.length) made.append(excerpt(finding));
    const facts = element("dl", "");
    const fact = (term, ...parts) => facts.append(element("dt", "", term), element("dd", "", ...parts));
    if (finding.help) fact("Help", ...withCode(finding.help));
    if (finding.note) fact("Effect", ...withCode(finding.note));
    if (finding.fix) fact("Fix", ...withCode(finding.fix));
    for (const [path, line, column, message] of finding.related) {
      fact("See", `${texts[path]}:${line}:${column}: `, ...withCode(texts[message]));
    }
    if (facts.firstChild) made.append(facts);
    const about = element("details", "about", element("summary", "", `${name} (${code})`));
    about.addEventListener("toggle", () => {
      if (about.children.length === 1) about.append(...doc.map(paragraph));
    });
    made.append(about);
    return made;
  }

  function paragraph([kind, text]) {
    if (kind === "code") return element("pre", "", text);
    if (kind === "b") return element("p", "", element("b", "", text));
    return element("p", "", ...withCode(text));
  }

  function excerpt(finding) {
    const [earlier, before, mark, behind] = finding.excerpt;
    const row = (number, ...parts) => element(
      "code", "", element("span", "line", String(number)), element("span", "", ...parts));
    const rows = earlier.map((each, i) => row(finding.line - earlier.length + i, texts[each]));
    rows.push(row(finding.line, texts[before], element("mark", "", texts[mark]), texts[behind]));
    return element("pre", "excerpt", ...rows);
  }

  // The filters stand in the address, so that a view can be kept, sent, and linked to.
  const FIELDS = { search: "search", file: "file", rule: "rule", order: "order" };
  function write() {
    const state = new URLSearchParams();
    for (const [name, id] of Object.entries(FIELDS)) {
      const value = at(id).value;
      if (value && !(id === "order" && value === "severity")) state.set(name, value);
    }
    const kinds = SEVERITIES.filter((each) => at(each).checked);
    if (kinds.length < SEVERITIES.length) state.set("severity", kinds.join(","));
    try {
      history.replaceState(null, "", `#${state.toString() || "findings"}`);
    } catch (error) {
      if (error.name !== "SecurityError") throw error; // a frame without an address keeps none
    }
  }

  function read() {
    const hash = location.hash.slice(1);
    const state = new URLSearchParams(hash);
    if (![...Object.keys(FIELDS), "severity"].some((name) => state.has(name))) return false;
    for (const [name, id] of Object.entries(FIELDS)) at(id).value = state.get(name) || "";
    if (!at("order").value) at("order").value = "severity";
    if (at("rule").selectedIndex < 0) at("rule").value = "";
    const kinds = state.has("severity") ? state.get("severity").split(",") : SEVERITIES;
    for (const each of SEVERITIES) at(each).checked = kinds.includes(each);
    choose();
    return true;
  }

  function turn(step) {
    const pages = Math.ceil(shown.length / PER_PAGE);
    if (page + step < 0 || page + step >= pages) return;
    page += step;
    draw();
    show(list.querySelector("h3"));
  }

  function move(step) {
    const titles = [...list.querySelectorAll("h3")];
    const here = titles.indexOf(document.activeElement?.closest("li")?.querySelector("h3"));
    const next = here < 0 ? (step > 0 ? 0 : -1) : here + step;
    if (titles[next]) show(titles[next]);
  }

  const KEYS = {
    "/": () => show(at("search")),
    j: () => move(1), k: () => move(-1), n: () => turn(1), p: () => turn(-1),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target;
    if (event.key === "Escape" && target.type === "search" && form.contains(target)) {
      event.preventDefault();
      apply(); // what was typed last, before the focus goes to what is found
      move(1);
    } else if (at("keys").checked && !target.matches("input:not([type=checkbox]), select, [role=listbox]")) {
      if (!Object.hasOwn(KEYS, event.key)) return;
      event.preventDefault();
      KEYS[event.key]();
    }
  });

  let waiting = 0;
  function apply() {
    clearTimeout(waiting);
    choose();
    write();
  }
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(apply, 120);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  at("previous").addEventListener("click", () => turn(-1));
  at("next").addEventListener("click", () => turn(1));
  window.addEventListener("hashchange", () => {
    if (read()) show(at("findings-title"));
  });

  for (const name of rules.map((rule) => rule[1]).sort()) at("rule").append(new Option(name, name));
  for (const path of [...paths].slice(0, MOST_FILES)) at("files").append(new Option(path, path));
  form.hidden = false;
  if (read()) show(at("findings-title"));
  else choose();
}
