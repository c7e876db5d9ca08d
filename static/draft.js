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
  form.dataset.unsaved = "";
  localStorage.setItem(slot(form), JSON.stringify(read(form)));
};

const putBack = (form) => {
  const draft = JSON.parse(localStorage.getItem(slot(form)));
  if (!draft) return;
  for (const field of form.elements) {
    if (!(field.name in draft) || field.type === "hidden") continue;
    if (isChoice(field)) field.checked = draft[field.name].includes(field.value);
    else field.value = draft[field.name][0] ?? "";
  }
  form.dataset.unsaved = "";
  form.dispatchEvent(new Event("change", { bubbles: true }));
};

/** The next deal has another number now, if one was written or taken back meanwhile: its draft goes along. */
const takeOver = (form) => {
  const [match, number] = form.dataset.draft.split(":");
  for (const name of Object.keys(localStorage)) {
    const [kind, ofMatch, ofNumber, way] = name.split(":");
    if (kind !== "draft" || ofMatch !== match || ofNumber === number || isNaN(ofNumber) || isNaN(number)) continue;
    localStorage[`draft:${match}:${number}:${way}`] ??= localStorage[name];
    localStorage.removeItem(name);
  }
};

const begin = (root) => {
  for (const form of root.querySelectorAll("[data-draft]")) {
    takeOver(form);
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
