// Live: what other phones write comes by itself, but not under a finger, nor over what is being typed.
const $ = (selector) => document.querySelector(selector);
let asOf = $(".stale").dataset.at * 1000;
let stirred = Date.now();
let swapped = 0;
let turn = 0;
let timer;

/** Longer where nothing happens: two seconds after 40 minutes. */
const pace = () => 700 + 200 * Math.random() + Math.min(4000, (Date.now() - stirred) / 2000);

/** Where there is an entry, its way; the number is that of a deal into which something was typed. */
const question = () => {
  const way = $("#entry")?.elements.way.value;
  const { elements, dataset } = $("#entry[data-unsaved], .conflict form") ?? {};
  const number = dataset?.number ?? elements?.number.value;
  return $("[data-since]").dataset.since + (way ? `&way=${way}` : "") + (number ? `&number=${number}` : "");
};

const fits = (asked) => asked === question() && Date.now() - stirred > 400 && !$("#table :is(form, a).htmx-request");

/** What is being typed, or read, stays where it is on the screen. */
const swap = (parts) => {
  const fields = $(".fields");
  const top = () => fields?.getBoundingClientRect().top;
  const [before, down] = [top(), $(".rounds")?.scrollTop];
  htmx.swap("body", parts, { swapStyle: "none" });
  if (down) $(".rounds").scrollTop = down;
  if (fields?.isConnected) {
    scrollBy(0, top() - before);
    $("#meanwhile").style.paddingTop = `${before - top()}px`;
  }
  stirred = swapped = Date.now();
};

const ask = async () => {
  clearTimeout(timer);
  if (document.hidden) return;
  const [mine, asked] = [++turn, question()];
  let parts;
  try {
    const answer = await fetch(asked, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(3000) });
    if (answer.status === 404) location.reload();
    if (answer.ok) parts = await answer.text();
  } catch {}
  if (mine !== turn) return;
  if (parts && fits(asked)) {
    swap(parts);
    parts = "";
  }
  if (parts === "") asOf = Date.now();
  for (const line of document.querySelectorAll(".stale")) {
    line.hidden = parts !== undefined;
    line.querySelector("time").textContent = new Date(asOf).toTimeString().slice(0, 5);
  }
  timer = setTimeout(ask, parts ? 400 : pace());
};

for (const sign of ["pointerdown", "pointerup", "keydown"]) addEventListener(sign, () => (stirred = Date.now()));
/** A finger that was on its way when a list of payments changed was meant for what stood there before. */
addEventListener(
  "click",
  (click) => {
    if (Date.now() - swapped < 400 && click.target.closest("#settling")) click.preventDefault();
  },
  true,
);
for (const sign of ["pageshow", "online", "visibilitychange"]) addEventListener(sign, ask);
