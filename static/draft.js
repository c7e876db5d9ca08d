// Drafts: what is half entered outlives a reload, a rotation and a locked phone.
const slot = (form) => `draft:${form.dataset.draft}`;
const kept = (field) => field.name && field.type !== "hidden" && !field.closest("[data-filled]");
const isChoice = (field) => field.type === "radio" || field.type === "checkbox";

const read = (form) => {
  const draft = {};
  for (const field of form.elements) {
    if (!field.name || field.type === "hidden") continue;
    draft[field.name] ??= [];
    if (kept(field) && (isChoice(field) ? field.checked : field.value !== "")) draft[field.name].push(field.value);
  }
  return draft;
};

const keep = (form) => {
  const { dataset } = form;
  dataset.unsaved = "";
  if (dataset.number) { // it is behind deals that wait
    localStorage.removeItem(slot(form));
    dataset.draft = dataset.draft.replace(/:\d+:/, `:${dataset.number}:`);
  }
  localStorage.setItem(slot(form), JSON.stringify(read(form)));
};

/** Not all of it was taken back. */
const tells = (name) => localStorage[name]?.includes('["');

const putBack = (form) => {
  const draft = JSON.parse(localStorage.getItem(slot(form)));
  if (!draft) return;
  for (const field of form.elements) {
    if (!(field.name in draft) || field.type === "hidden") continue;
    if (isChoice(field)) field.checked = draft[field.name].includes(field.value);
    else field.value = draft[field.name][0] ?? "";
  }
  if (tells(slot(form))) form.dataset.unsaved = "";
  form.dispatchEvent(new Event("change", { bubbles: true }));
};

/** A draft is of the number that it was typed for. Is another deal next by now, the form is as if one had stayed. */
const takeUp = (form) => {
  const [match, number, way] = form.dataset.draft.split(":");
  if (isNaN(number) || slot(form) in localStorage) return;
  const ofMatch = RegExp(`^draft:${match}:\\d*:${way}$`);
  const draft = Object.keys(localStorage).sort().findLast((name) => ofMatch.test(name) && tells(name));
  const typed = draft?.split(":")[2];
  if (typed === "") { // it was sent, and the answer is that it is this deal now
    localStorage[slot(form)] = localStorage[draft];
    localStorage.removeItem(draft);
  }
  if (!typed || location.search.includes("number=")) return; // the address says what is in the form
  form.dataset.draft = draft.slice("draft:".length);
  if (typed > Number(number) && localStorage.waiting) return; // those before it are still to be sent
  form.elements.number.value = typed;
  const label = form.querySelector("#save").firstChild;
  label.data = label.data.replace(/\d+/, typed);
  const { dataset } = document.getElementById("meanwhile");
  dataset.since = dataset.since.replace(/=.*/, "="); // live.js asks what became of it
};

const begin = (root) => {
  for (const form of root.querySelectorAll("[data-draft]")) {
    takeUp(form);
    putBack(form);
  }
};

const onTyping = ({ target }) => {
  const form = target.form;
  if (form?.matches("[data-draft]")) keep(form);
};
document.addEventListener("input", onTyping);
document.addEventListener("change", onTyping);
document.addEventListener("htmx:load", ({ detail }) => begin(detail.elt));
// A form that htmx does not send leaves the page. Its draft is done with on the next page that has none for it:
// were the network gone, the way back would lead to the form again.
const LEFT = "left";
document.addEventListener("submit", ({ target }) => target.matches("[data-draft]:not([hx-post])") && sessionStorage.setItem(LEFT, target.dataset.draft));
const left = sessionStorage.getItem(LEFT);
if (left && !document.querySelector(`[data-draft="${left}"]`)) {
  localStorage.removeItem(`draft:${left}`);
  sessionStorage.removeItem(LEFT);
}
