// A document line by line, beside what is made of it.
const MOST_RANGES = 12; // of lines that are named

// A part that scrolls by itself, also by keys.
function pane(label, ...children) {
  const made = element("div", "", ...children);
  made.tabIndex = 0;
  made.setAttribute("role", "group");
  made.setAttribute("aria-label", label);
  return made;
}

// A line with a sign of what becomes of it, which is told in words too.
function documentLine(line, kind, sign, says) {
  const gutter = element("span", "sign", sign);
  if (says) gutter.title = says;
  const made = element("li", kind, gutter, element("code", "", line));
  if (says) made.append(element("span", "unseen", ` (${says})`));
  return made;
}

// Makes the buttons that show which lines something is made of, given as [first, one behind the last].
function marker(lines, pane) {
  let pressed = null;
  return (ranges) => {
    if (!ranges.length) return element("p", "muted", "It reads no value of the document.");
    const shown = ranges.slice(0, MOST_RANGES).map(([first, last]) =>
      (last - first > 1 ? `${number(first + 1)}\u2013${number(last)}` : number(first + 1)));
    const isOne = ranges.length === 1 && ranges[0][1] - ranges[0][0] === 1;
    const said = shown.join(", ") + (ranges.length > MOST_RANGES ? ", \u2026" : "");
    const made = button("", `From ${isOne ? "line" : "lines"} ${said}: show`, () => {
      const isOn = pressed !== made;
      if (pressed) pressed.setAttribute("aria-pressed", "false");
      pressed = isOn ? made : null;
      made.setAttribute("aria-pressed", String(isOn));
      for (const line of lines) line.classList.remove("marked");
      if (!isOn) return;
      for (const [first, last] of ranges) {
        for (const line of lines.slice(first, last)) line.classList.add("marked");
      }
      const top = lines[ranges[0][0]];
      if (top) pane.scrollTop += top.getBoundingClientRect().top - pane.getBoundingClientRect().top - 60;
    });
    made.setAttribute("aria-pressed", "false");
    return made;
  };
}
