// What the parts of the report share. Texts become text nodes, never markup.
const at = (id) => document.getElementById(id);
const number = (count) => count.toLocaleString("en");
const counted = (count, noun) => `${number(count)} ${noun}${count === 1 ? "" : "s"}`;

// The data of a part, or null where the run did not know it.
function block(name) {
  const found = at(name);
  return found && JSON.parse(found.textContent);
}

function element(name, kind, ...children) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.append(...children);
  return made;
}

function button(kind, text, act) {
  const made = element("button", kind, text);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

// Text in which what stands between backticks is code.
function withCode(text) {
  const parts = text.split("`");
  if (parts.length % 2 === 0) return [text];
  return parts.map((part, i) => (i % 2 ? element("code", "", part) : part));
}

// A field with its label, of which `change` is told when it rests.
function field(label, control, change) {
  let waiting = 0;
  control.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(change, control.type === "search" ? 120 : 0);
  });
  return element("label", "", label, control);
}

function search(placeholder) {
  const made = element("input", "");
  Object.assign(made, { type: "search", autocomplete: "off", placeholder });
  return made;
}

function select(...options) {
  const made = element("select", "");
  for (const [value, text] of options) made.append(new Option(text, value));
  return made;
}

const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

// The way through the pages of a list; `draw` shows the rows from one number to another.
function pager(what, perPage, draw) {
  const says = element("span", "");
  let page = 0, count = 0;
  const turn = (step) => { page += step; show(); };
  const [previous, next] = [button("", "Previous", () => turn(-1)), button("", "Next", () => turn(1))];
  const nav = element("nav", "pager", previous, says, next);
  nav.setAttribute("aria-label", `Pages of ${what}`);
  function show() {
    const pages = Math.ceil(count / perPage);
    nav.hidden = pages < 2;
    says.textContent = `page ${number(page + 1)} of ${number(pages)}`;
    previous.disabled = page === 0;
    next.disabled = page >= pages - 1;
    draw(page * perPage, Math.min((page + 1) * perPage, count));
  }
  return { nav, start: (rows) => { count = rows; page = 0; show(); } };
}

// What shows a thing that an address in the page names: `#document=docs/a.md`.
const ways = new Map();
const blamed = new Set(); // paths that have findings

function link(text, way, value) {
  const made = element("a", "", text);
  made.href = `#${new URLSearchParams([[way, value]])}`;
  return made;
}

const SHORT = 700; // characters of a text that are shown before it is opened

// A text; of a long one its beginning, and the button that shows the rest.
function longText(kind, text) {
  if (text.length <= SHORT) return [element("p", kind, text)];
  const body = element("p", kind, `${text.slice(0, SHORT)}\u2026`);
  const more = button("", `Show ${number(text.length)} characters`, () => {
    body.textContent = text;
    more.remove();
  });
  return [body, more];
}

function show(element) {
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "start" });
}
