"use strict";
// Tables sort by a click on a heading, and back by a second one.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  table.querySelectorAll("thead th").forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    if (!button.textContent.trim()) button.setAttribute("aria-label", heading.title || "Sort");
    heading.append(button);
    button.addEventListener("click", () => {
      // numbers begin with the largest, texts with A
      const numeric = heading.classList.contains("number");
      const now = heading.getAttribute("aria-sort");
      const order = now ? (now === "ascending" ? "descending" : "ascending")
                        : (numeric ? "descending" : "ascending");
      for (const other of table.querySelectorAll("th[aria-sort]")) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const key = (row) => row.cells[column].dataset.sort;
      const compare = numeric
        ? (a, b) => Number(key(a)) - Number(key(b))
        : (a, b) => key(a).localeCompare(key(b));
      body.append(...[...body.rows].sort((a, b) => sign * compare(a, b)));
    });
  });
}
// What is folded up on a screen would be lost on paper, but for long lists.
addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll("details:not(.key)")) {
    if (part.querySelectorAll("tr, p").length <= 50) part.open = true;
  }
});
