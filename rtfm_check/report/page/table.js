// Long tables: a search, pages, and columns to sort by. Short ones are as the page has them.
const BADGES = {
  added: "good", removed: "error", changed: "info", moved: "plain",
  error: "error", warning: "warning", info: "info",
};

function longTable(place, { what, columns, rows }) {
  const table = place.querySelector("table");
  const body = table.tBodies[0];
  const says = element("p", "says");
  says.setAttribute("role", "status");
  const text = search("words of a row");
  const badge = columns.findIndex(([, kind]) => kind === "badge");
  const kinds = badge < 0 ? [] : [...new Set(rows.map((row) => row[badge]))].sort();
  const kind = select(["", "all"], ...kinds.map((each) => [each, each]));
  let shown = rows, order = -1, falling = false;
  const pages = pager(what, 50, (first, last) => {
    body.replaceChildren(...shown.slice(first, last).map(drawn));
    const part = shown.length > 50 ? `, ${number(first + 1)} to ${number(last)} shown` : "";
    says.textContent = `${number(shown.length)} of ${number(rows.length)} ${what}${part}`;
  });

  function drawn(row) {
    return element("tr", "", ...row.map((value, i) => {
      const [, type, way] = columns[i];
      if (type === "number") return element("td", "number", typeof value === "number" ? number(value) : value);
      if (type === "head") {
        const head = element("th", "", way ? link(value, way, value) : value);
        head.scope = "row";
        return head;
      }
      if (type === "code") return element("td", "", ...(value ? [element("code", "", value)] : []));
      if (type === "badge") return element("td", "", element("span", `badge ${BADGES[value] || "plain"}`, value));
      return element("td", "", value);
    }));
  }

  function choose() {
    const wanted = words(text.value);
    shown = rows.filter((row) => {
      if (kind.value && row[badge] !== kind.value) return false;
      const line = wanted.length ? row.join("\n").toLowerCase() : "";
      return wanted.every((word) => line.includes(word));
    });
    if (order >= 0) {
      const sign = falling ? -1 : 1;
      const compare = columns[order][1] === "number"
        ? (a, b) => parseFloat(a) - parseFloat(b)
        : (a, b) => (a < b ? -1 : a > b ? 1 : 0);
      shown = [...shown].sort((a, b) => sign * compare(a[order], b[order]));
    }
    pages.start(shown.length);
  }

  [...table.tHead.rows[0].cells].forEach((cell, i) => {
    const title = cell.textContent;
    cell.replaceChildren(button("sort", title, () => {
      falling = order === i ? !falling : columns[i][1] === "number";
      order = i;
      for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", falling ? "descending" : "ascending");
      choose();
    }));
  });
  const controls = element("form", "controls", field("Search", text, choose));
  controls.setAttribute("role", "search");
  controls.setAttribute("aria-labelledby", table.getAttribute("aria-labelledby"));
  controls.addEventListener("submit", (event) => event.preventDefault());
  if (kinds.length > 1) controls.append(field(columns[badge][0], kind, choose));
  place.before(controls, says);
  place.after(pages.nav);
  choose();
}
