// Every part that the page has data for; then the part that the address names.
{
  const tables = block("data-tables") || {};
  for (const place of document.querySelectorAll("[data-table]")) longTable(place, tables[place.dataset.table]);
  const documents = block("data-documents");
  findings(block("data"));
  const parts = [["data-samples", samples], ["data-chunks", chunks], ["data-links", links]];
  for (const [name, begin] of parts) {
    const data = block(name);
    if (data) begin(data, documents);
  }
  function follow() {
    const state = new URLSearchParams(location.hash.slice(1));
    for (const [name, go] of ways) if (state.has(name)) go(state.get(name));
  }
  addEventListener("hashchange", follow);
  follow();

  // Which part is in sight, told to the list of parts.
  const places = new Map([...document.querySelectorAll(".parts a")].map((each) => [each.hash.slice(1), each]));
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      for (const each of places.values()) each.removeAttribute("aria-current");
      places.get(target.id)?.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-20% 0px -75% 0px" });
  for (const each of document.querySelectorAll("main > section")) seen.observe(each);
  addEventListener("beforeprint", () => {
    for (const each of document.querySelectorAll("main details.more")) each.open = true;
  });
}
