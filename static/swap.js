// The table is swapped whole. What htmx has no business with goes before, for it would take leave of every figure by
// itself; and whoever plays by keyboard is led on, to what is pressed or filled in next.
for (const swap of ["htmx:beforeSwap", "htmx:oobBeforeSwap"]) {
  document.addEventListener(swap, ({ detail: { shouldSwap, target } }) => {
    if (!shouldSwap) return;
    for (const check of target.querySelectorAll("#says")) htmx.trigger(check, "htmx:abort"); // its answer looks for its places there
    for (const part of target.querySelectorAll(".standings, .rounds, .fields")) part.replaceChildren();
  });
}

let byKeys = false;
for (const sign of ["keydown", "pointerdown"]) document.addEventListener(sign, () => (byKeys = sign === "keydown"), true);

/** Where one may want to go on, in a table that has come of what was asked, the best first. */
const places = (table, asked) => {
  const refused = table.querySelector(".fields .wrong:not(:empty)")?.id.replace("wrong-", "");
  return [
    asked?.matches(".way") && ".way[aria-current]",
    asked?.closest(".back") && ".back button",
    ".conflict h2, .over h2",
    refused && `[name="${refused}"]:checked, .cards:has([name="${refused}"]) [data-current]`,
    refused && `[name="${refused}"]`,
    ".fields [data-current]",
    ".fields input",
    ".fields :is(button, summary)",
  ].flatMap((selector) => (selector ? [...table.querySelectorAll(selector)] : []));
};

const leadTo = (place) => {
  if (!byKeys || !place || document.activeElement !== document.body) return;
  if (place.matches("h2")) place.tabIndex = -1;
  place.focus({ preventScroll: true });
};

document.addEventListener("htmx:afterSettle", ({ target, detail }) => {
  if (byKeys && target.id === "table") leadTo(places(target, detail.requestConfig?.elt).find((place) => place.checkVisibility()));
});
// Nothing has come of it: the button that went out meanwhile is pressed again.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.successful && detail.elt.isConnected) leadTo(detail.elt.querySelector("button:not([type])"));
});
