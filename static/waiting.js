// Waiting: the deals in the outbox as they were entered. Each can be taken back, and what was refused mended.
const place = document.getElementById("waiting");
const rows = new Map();
let waiting = [];
let refusals;
let outbox;

const entry = () => document.querySelector('#entry[hx-post$="/record"]');
const here = () => entry() && new URL(entry().action).pathname;
const beingMended = ({ id }) => id === Number(new URLSearchParams(location.search).get("waiting"));

/** Where a deal is looked at beside the one that has its number, or filled in to be mended. */
const whereToMend = ({ id, address, number, fields }) =>
  `${address.replace(/record$/, "")}?${new URLSearchParams([["number", number], ["waiting", id], ...fields])}`;

/** A deal that is taken back stands in its form again, if nothing else is there. */
const backToForm = ({ address, fields }) => {
  const form = entry();
  const free = address === here() && !("unsaved" in form.dataset) && form.elements.way.value === new Map(fields).get("way");
  if (!free) return;
  const draft = {};
  for (const [name, value] of fields) (draft[name] ??= []).push(value);
  localStorage[`draft:${form.dataset.draft}`] = JSON.stringify(draft);
  htmx.trigger(form.parentElement, "htmx:load", { elt: form.parentElement });
};

/** Asked once: the second tap does it. */
const askOnce = (act) => ({ target: button }) => {
  if (button.textContent === button.dataset.sure) act();
  else button.textContent = button.dataset.sure;
};

const takeBack = async (deal) => {
  const { taken } = refusals.get(deal.id) ?? {};
  const isLast = waiting.findLast(({ address }) => address === deal.address).id === deal.id;
  await outbox.takeOut(deal, taken ? 0 : -1);
  if (isLast) backToForm(deal);
};

const wordsOf = ({ address, told, title }) => (address === here() ? told : `${title}: ${told}`);

const rowOf = (deal) => {
  if (!rows.has(deal.id)) rows.set(deal.id, place.querySelector("template").content.firstElementChild.cloneNode(true));
  const row = rows.get(deal.id);
  const refused = refusals.get(deal.id);
  row.querySelector("b").textContent = deal.number;
  row.querySelector("span > span").textContent = wordsOf(deal);
  row.querySelector(".wrong").textContent = refused?.text ?? "";
  row.querySelector("time").textContent = new Date(deal.at).toTimeString().slice(0, 5);
  row.querySelector("a").href = whereToMend(deal);
  row.querySelector("[name=again]").onclick = () => outbox.flush();
  row.querySelector("[name=back]").onclick = askOnce(() => takeBack(deal));
  row.toggleAttribute("data-refused", Boolean(refused));
  return row;
};

/** The entry is for the deal after those that wait, and who deals then cannot be known. */
const moveEntryBehind = () => {
  const form = entry();
  if (!form) return;
  const before = waiting.some(beingMended) ? [] : waiting.filter((deal) => deal.address === here());
  const number = Math.max(form.elements.number.value, ...before.map((deal) => deal.number + 1));
  for (const label of [form.querySelector("#save").firstChild, document.querySelector(".turn .deal")?.firstChild]) {
    if (label) label.data = label.data.replace(/\d+/, number);
  }
  form.toggleAttribute("data-behind", before.length > 0);
  form.dataset.number = number;
};

const show = () => {
  const shown = waiting.filter((deal) => !beingMended(deal));
  const next = document.querySelector("#next");
  if (next && next.nextElementSibling !== place) next.after(place);
  place.hidden = !shown.length;
  place.toggleAttribute("data-stopped", shown.some(({ id }) => refusals.has(id)));
  place.querySelector("b").textContent = shown.length;
  place.querySelector("small").textContent = shown.slice(-1).map((last) => `${last.number}  ${wordsOf(last)}`);
  place.querySelector(".open").hidden = Boolean(navigator.serviceWorker?.controller);
  const list = place.querySelector("ul");
  const lines = shown.map(rowOf);
  if (list.children.length !== lines.length || lines.some((line, at) => line !== list.children[at])) list.replaceChildren(...lines);
  moveEntryBehind();
};

let touched = 0; // when a finger last went down, but on save
addEventListener("pointerdown", ({ target }) => target.closest?.("#save") || (touched = Date.now()), true);
const inHand = () => entry()?.matches("[data-unsaved]") || Date.now() - touched < 400;

const comesInSight = (part) => part?.scrollIntoView({ block: "nearest" });

/** What is being entered stays where it is on the screen. */
export const draw = (...given) => {
  const stopped = "stopped" in place.dataset;
  const before = Number(place.querySelector("b").textContent);
  const fields = document.querySelector("#entry .fields");
  const top = () => fields?.getBoundingClientRect().top ?? 0;
  const stood = top();
  [waiting, refusals, outbox] = given;
  show();
  if (!stopped && "stopped" in place.dataset) place.open = true;
  scrollBy(0, top() - stood);
  if (place.querySelector("b").textContent > before && !inHand()) comesInSight(place);
  if (!stopped) comesInSight(place.querySelector("[data-refused]"));
};

// What was swapped in knows nothing of this; a worker that has just come opens the page again.
const redraw = () => outbox && draw(waiting, refusals, outbox);
document.addEventListener("htmx:load", redraw);
navigator.serviceWorker?.addEventListener("controllerchange", redraw);
// Where mine is the same deal as the one that was written, nothing is left to send.
document.addEventListener("click", async (event) => {
  const link = event.target.closest(".conflict a");
  const same = link && waiting.find(beingMended);
  if (!same) return;
  event.preventDefault();
  await outbox.takeOut(same);
  location.assign(link.href);
});
