// What is to be filled in next, and what was just saved, are seen above the keys, however high these are.
const root = document.documentElement;
const places = () => [...document.querySelectorAll("#entry :is(.card, input)[data-current]")];

/** What of the heads stays on top while the rest scrolls. */
const heads = () => {
  const standings = document.querySelector(".standings");
  return standings ? standings.offsetHeight + Number.parseFloat(getComputedStyle(standings).top) : 0;
};

let saved = false; // and not seen yet

const showSaved = () => {
  if (!saved) return;
  saved = false;
  scrollTo(0, 0); // the newest deal is there
  for (const part of ["#entry .rows:has(> .count)", ".round", "#table :is(.next .notice, .conflict)"]) document.querySelector(part)?.scrollIntoView({ block: "nearest" });
};

/** Once the table is laid out, which to ask for any sooner would cost a second time. */
const bottom = new ResizeObserver(([{ target }]) => {
  root.style.scrollPadding = `${Math.max(0, heads()) + 4}px 0 ${target.offsetHeight + 4}px`;
  showSaved();
  if (document.querySelector(".next .notice")) return; // what was just saved comes first
  places().find((place) => place.checkVisibility())?.scrollIntoView({ block: "nearest" });
});

const begin = () => {
  bottom.disconnect();
  for (const thumb of document.querySelectorAll(".thumb")) bottom.observe(thumb);
};

begin();
document.addEventListener("htmx:afterSettle", ({ target, detail }) => {
  if (target.id !== "table") return;
  saved = detail.requestConfig?.verb === "post" && document.querySelector("#table :is(.next .notice, .conflict)") !== null;
  begin();
  if (!document.querySelector(".thumb")) showSaved();
});
