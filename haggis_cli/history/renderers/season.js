// The table of a season is sorted by a touch of a heading; in a file the figures of a variant, a year or an event take
// the place of all, and the matches that do not belong to them are hidden. A table that is too wide ends with a column.
"use strict";
{
  function makeSortable(root) {
    for (const head of root.querySelectorAll("th[data-sort]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      button.addEventListener("click", () => sort(head));
      head.replaceChildren(button);
    }
  }

  function sort(head) {
    const at = head.cellIndex, body = head.closest("table").tBodies[0], isText = head.classList.contains("text");
    const before = head.getAttribute("aria-sort"), up = before ? before === "descending" : isText;
    for (const each of head.parentNode.cells) each.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const place = (line) => line.cells[at].dataset.place.split(" ")[+up];  // going down, and going up
    body.append(...[...body.rows].sort((one, other) => place(one) - place(other)));
  }

  const filters = document.getElementById("filters"), figures = document.getElementById("figures");

  async function offerParts() {
    const packed = Uint8Array.from(atob(document.getElementById("parts").textContent), (each) => each.charCodeAt(0));
    const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const parts = new Map();
    for (const [names, html] of [[figures.dataset.names, figures.innerHTML], ...await new Response(unpacked).json()]) {
      for (const name of names.split(",")) parts.set(name, html);
    }
    const fields = ["variant", "year", "event"].map((name) => filters.elements[name]);
    filters.addEventListener("change", () => show(parts, fields));
    filters.hidden = false;
    show(parts, fields);
  }

  function show(parts, fields) {
    const name = fields.map((field) => field?.value ?? "0"), lines = [...document.querySelectorAll(".matches tbody tr")];
    for (const line of lines) {
      const own = (line.dataset.of ?? "- - -").split(" ");
      line.hidden = name.some((each, at) => each !== "0" && each !== own[at]);
    }
    figures.innerHTML = parts.get(name.join(" "));
    makeSortable(figures);
    fit();
    filters.querySelector("output").value = `${lines.filter((line) => !line.hidden).length} of ${lines.length} matches`;
    fields.forEach((field, at) => {  // what no match has beside the rest of the choice cannot be chosen
      for (const option of field?.options ?? []) option.disabled = !parts.has(name.with(at, option.value).join(" "));
    });
  }

  // Where a table goes on beyond its place, its first column takes what the others leave: none of them is cut.
  function fit() {
    const tables = [...document.querySelectorAll(".scroll thead tr")].map(({ cells: [first, ...rest] }) => [first, rest]);
    for (const [first] of tables) first.style.minWidth = "";
    const spare = tables.map(([first, rest]) => {
      const room = first.closest(".scroll").clientWidth, ends = rest.map((cell) => cell.offsetLeft + cell.offsetWidth);
      return ends.at(-1) > room ? room - Math.max(...ends.filter((end) => end <= room)) : 0;
    });
    tables.forEach(([first], at) => { if (isFinite(spare[at]) && spare[at]) first.style.minWidth = `${first.offsetWidth + spare[at]}px`; });
  }
  new ResizeObserver(fit).observe(document.body);

  if (filters && window.DecompressionStream) offerParts(); else makeSortable(document);
}
