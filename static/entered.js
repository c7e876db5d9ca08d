// Entered: the fields of a form that go with a deal, in its words; cleared for the next deal, and filled in again.
export const fieldsOf = (form) => [...new FormData(form)].filter(([name]) => !["key", "number", "csrfmiddlewaretoken"].includes(name));

export const isIn = (form, fields) => JSON.stringify(fieldsOf(form)) === JSON.stringify(fields);

/** What a field is about, in the words of the form: what its chips tell, or its label; behind a name, that too. */
const aboutWhat = (field) => {
  const legend = field.closest("fieldset")?.querySelector("legend");
  const name = field.closest(".row")?.querySelector(".who, .name, label:not(.chip)");
  const label = field.labels[0]?.matches(".chip") ? null : field.labels[0];
  return [field.closest(".behind") ? name : null, legend ?? label ?? name].flatMap((words) => words?.textContent.trim() ?? []).join(", ");
};

/** What was entered, in the words of the form. */
export const told = (form) => {
  const said = new Map();
  for (const field of form.elements) {
    const chip = /radio|checkbox/.test(field.type);
    if (chip ? !field.checked : field.type !== "text" || !field.value) continue;
    const about = aboutWhat(field);
    const value = chip ? field.nextElementSibling.firstChild.textContent : field.value;
    const faces = field.matches("[data-cards]") ? value.replace(/[SHDC]\b/g, (suit) => "♠♥♦♣"["SHDC".indexOf(suit)]) : value;
    said.set(about, [...(said.get(about) ?? []), faces]);
  }
  return [...said].map(([about, values]) => `${about}: ${values.join(", ")}`).join(" · ");
};

/** Those whose turn it was hand it on clockwise, to as many. */
const handOn = (chips) => {
  const from = chips.map(({ checked }) => checked);
  const last = from.findLastIndex((was, at) => was && !from[(at + 1) % chips.length]);
  const many = from.filter(Boolean).length;
  for (const [at, chip] of chips.entries()) chip.checked = (at - last - 1 + chips.length) % chips.length < many;
};

/** As it is before anything of the next deal is known. */
export const clear = (form) => {
  form.closest(".conflict")?.remove();
  for (const turns of form.querySelectorAll("[data-turns]")) handOn([...turns.querySelectorAll("input")]);
  for (const field of form.elements) {
    if (field.closest("[data-turns]")) continue;
    if (field.type === "text") field.value = "";
    field.checked = false;
  }
  for (const said of form.querySelectorAll(".wrong, #says p")) said.textContent = "";
  form.dispatchEvent(new Event("change", { bubbles: true }));
};

export const refill = (form, fields) => {
  delete form.dataset.number;
  for (const field of form.elements) {
    const told = fields.filter(([name]) => name === field.name).map(([, value]) => value);
    if (field.type === "text") field.value = told[0] ?? "";
    else field.checked = told.includes(field.value);
  }
  form.dispatchEvent(new Event("change", { bubbles: true }));
};
