// Counts: the own keypad, and moving on to the next blank by itself.
const counts = (form) => [...form.querySelectorAll("[data-count]")];
const shown = (form) => counts(form).filter((field) => field.checkVisibility());
const blank = (field) => field.value === "";

/** Whether no digit more could make a number that may stand here. */
const complete = ({ value, dataset: { min, max, keys = "" } }) => {
  const typed = value.replace("−", "-");
  if (!/^-?\d+½?$/.test(typed)) return false;
  if (typed.includes("½") || Number(typed) === 0) return true;
  if (keys.split(" ").some((key) => key !== value && key.startsWith(value))) return false;
  const tenfold = Number(typed) * 10;
  return tenfold > Number(max) || tenfold < Number(min);
};

/** The field that the keys write to: the focused one, else the last that was, else the first blank. */
const current = (form) => {
  const focused = document.activeElement;
  if (focused?.form === form && focused.matches("[data-count]")) return focused;
  const fields = shown(form);
  return fields.find((field) => "current" in field.dataset) ?? fields.find(blank) ?? fields[0] ?? counts(form)[0];
};

const turnTo = (field) => {
  for (const other of counts(field.form)) delete other.dataset.current;
  field.dataset.current = "";
  for (const key of field.form.querySelectorAll(".keypad .tall")) {
    const sign = key.dataset.key === "−";
    if (!sign) key.textContent = field.dataset.keys ?? "";
    key.hidden = sign ? Number(field.dataset.min) >= 0 : !field.dataset.keys;
  }
};

let moved = false; // whether the last key moved on by itself

/** To the next blank, round the table; where there is none, and it is asked for, to the one after, but never to the first. */
const moveOn = (field, asked) => {
  const fields = shown(field.form);
  const after = fields.slice(fields.indexOf(field) + 1);
  const next = [...after, ...fields.slice(0, fields.indexOf(field))].find(blank) ?? (asked ? after[0] : undefined);
  if (!next) return;
  next.focus();
  turnTo(next);
  moved = !asked;
};

/** What a key is added to: nothing, where it writes over what is selected or was filled in by itself. */
const standing = (field) => {
  const selected = field === document.activeElement && field.selectionStart === 0 && field.selectionEnd === field.value.length;
  return selected || field.closest("[data-filled]") ? "" : field.value;
};

const press = (field, key) => {
  const already = moved;
  moved = false;
  if (key === "next") {
    if (!already) moveOn(field, true); // who is used to the key presses it after a number that was complete, too
    return;
  }
  const typed = standing(field);
  if (key === "back") field.value = typed.slice(0, -1);
  else if (key === "−") field.value = typed.startsWith("−") ? typed.slice(1) : `−${typed}`;
  else if (key === "extra") field.value = field.dataset.keys;
  else field.value = field.maxLength > typed.length ? typed + key : typed;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  if (key !== "back" && complete(field)) moveOn(field); // who types on a keyboard has Tab
};

const begin = (root) => {
  for (const form of root.querySelectorAll("form:has([data-count])")) {
    moved = false;
    for (const field of counts(form)) field.inputMode = "none"; // the phone's keyboard stays away
    for (const key of form.querySelectorAll(".key")) key.tabIndex = -1; // and who has one needs no keys
    turnTo(current(form));
  }
};

/** Cleared for the next deal, a form begins with its first again. */
document.addEventListener("change", ({ target: form }) => {
  const fields = form.matches("form") ? shown(form) : [];
  if (!fields.length || !fields.every(blank)) return;
  moved = false;
  if (fields.includes(document.activeElement)) fields[0].focus();
  turnTo(fields[0]);
});
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest(".keypad")) event.preventDefault(); // the field keeps the focus
});
document.addEventListener("click", ({ target }) => {
  const key = target.closest(".key");
  if (!key) return;
  const field = current(key.form);
  turnTo(field);
  press(field, key.dataset.key);
});
document.addEventListener("focusin", ({ target }) => {
  if (!target.matches("[data-count]")) return;
  turnTo(target);
  target.select();
});
document.addEventListener("pointerdown", ({ target }) => {
  if (target.matches("[data-count]")) moved = false;
});

/** Without a focus, digits go where the keys write to; Tab goes from count to count, past what lies between. */
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const { target, key, shiftKey } = event;
  if (key === "Tab" && target.matches("[data-count]")) {
    const fields = shown(target.form);
    const next = fields[fields.indexOf(target) + (shiftKey ? -1 : 1)];
    if (!next) return;
    event.preventDefault();
    next.focus();
  } else if (/^[\d−-]$/.test(key) && !target.matches("input:not([type=radio], [type=checkbox]), select, textarea")) {
    const field = [...document.querySelectorAll("[data-count][data-current]")].find((one) => one.checkVisibility());
    field?.focus();
  }
});
begin(document);
document.addEventListener("htmx:load", ({ detail }) => begin(detail.elt));
