"use strict";
/* A click on a heading sorts its table: the highest number or the first name on top, then turned. */
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  heads.forEach((head, column) => {
    const isNumber = [...body.rows].some((row) => row.cells[column].dataset.value !== undefined);
    head.classList.toggle("number", isNumber);
    head.querySelector("button").addEventListener("click", () => {
      const first = isNumber ? "descending" : "ascending";
      const other = isNumber ? "ascending" : "descending";
      const order = head.getAttribute("aria-sort") === first ? other : first;
      const sign = order === "ascending" ? 1 : -1;
      const key = (row) => {
        const cell = row.cells[column];
        return isNumber ? Number(cell.dataset.value ?? "-Infinity") : cell.textContent;
      };
      const compare = (a, b) =>
        isNumber ? key(a) - key(b) : key(a).localeCompare(key(b), undefined, { numeric: true });
      const rows = [...body.rows].sort((a, b) => sign * compare(a, b) || 0);
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", order);
      body.append(...rows);
    });
  });
}
