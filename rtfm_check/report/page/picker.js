// A list to choose one thing from, of any length: only what is in sight is in the page.
const ROW = 44; // pixels, as .picker li in page.css

function picker(label, pick) {
  const list = element("ul", "picker");
  const filler = element("li", "filler");
  const id = `picker-${document.querySelectorAll(".picker").length}-${label.replace(/\W+/g, "-")}`;
  list.tabIndex = 0;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", label);
  filler.setAttribute("aria-hidden", "true");
  let items = [], chosen = -1;

  function draw() {
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 5);
    const last = Math.min(items.length, first + Math.ceil((list.clientHeight || 600) / ROW) + 10);
    const rows = [];
    for (let i = first; i < last; i++) {
      const { text, note, kind } = items[i];
      const [folder, name] = parts(text);
      const row = element("li", kind || "",
        element("span", "name", name),
        element("span", "note", [folder, note].filter(Boolean).join(" \u00b7 ")));
      row.id = `${id}-${i}`;
      row.title = text;
      row.style.top = `${i * ROW}px`;
      row.setAttribute("role", "option");
      row.setAttribute("aria-selected", String(i === chosen));
      row.setAttribute("aria-setsize", String(items.length));
      row.setAttribute("aria-posinset", String(i + 1));
      row.addEventListener("click", () => choose(i));
      rows.push(row);
    }
    filler.style.height = `${items.length * ROW}px`;
    list.replaceChildren(filler, ...rows);
    if (chosen >= 0) list.setAttribute("aria-activedescendant", `${id}-${chosen}`);
    else list.removeAttribute("aria-activedescendant");
  }

  function parts(text) {
    const cut = text.lastIndexOf("/");
    return [text.slice(0, Math.max(cut, 0)), text.slice(cut + 1)];
  }

  function reveal(i) {
    if (i * ROW < list.scrollTop) list.scrollTop = i * ROW;
    const below = (i + 1) * ROW - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below;
  }

  function choose(i) {
    chosen = i;
    reveal(i);
    draw();
    pick(items[i]);
  }

  list.addEventListener("scroll", draw, { passive: true });
  list.addEventListener("keydown", (event) => {
    const page = Math.max(1, Math.floor(list.clientHeight / ROW) - 1);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (!Object.hasOwn(steps, event.key) || !items.length || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choose(Math.max(0, Math.min(items.length - 1, chosen + steps[event.key])));
  });
  // Show other items; the one with the key stays chosen, or the first becomes it.
  function fill(given, key) {
    items = given;
    chosen = Math.max(0, items.findIndex((each) => each.key === key));
    if (!items.length) chosen = -1;
    list.scrollTop = 0;
    if (chosen > 0) {
      filler.style.height = `${items.length * ROW}px`;
      list.append(filler);
      reveal(chosen);
    }
    draw();
    pick(chosen < 0 ? null : items[chosen]);
  }
  new ResizeObserver(draw).observe(list);
  return { list, fill };
}

// The frame of a part in which one thing is chosen and looked at.
function explorer(id, label, controls, pick) {
  const place = at(id);
  const says = element("p", "says");
  says.setAttribute("role", "status");
  const list = picker(label, pick);
  const view = element("div", "view");
  view.tabIndex = 0; // it scrolls
  view.setAttribute("role", "region");
  view.setAttribute("aria-label", `${label}: the chosen one`);
  const form = element("form", "controls", ...controls);
  form.setAttribute("role", "search");
  form.setAttribute("aria-label", label);
  form.addEventListener("submit", (event) => event.preventDefault());
  place.append(form, says, element("div", "panes", list.list, view));
  place.hidden = false;
  return { fill: list.fill, view, says };
}
