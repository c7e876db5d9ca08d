// A total that is shared out: when all parts but one are there, the last one follows from them.
// A part that is not shown has no share.
const input = (part) => part.querySelector("input[type=text]");
const chip = (part, value) => part.querySelector(`[type=radio][value="${value}"]`);

/** What a part stands at: a number, 0 for a pass, or null while it is open. */
const worth = (part) => {
  const typed = input(part) ?? part.querySelector(":checked");
  if (!typed || typed.value === "") return null;
  if (typed.value === "pass") return 0;
  const number = Number(typed.value.replace("−", "-"));
  return Number.isInteger(number) ? number : null;
};

const fits = (part, rest) => {
  const field = input(part);
  return field ? rest >= Number(field.dataset.min) && rest <= Number(field.dataset.max) : Boolean(chip(part, rest));
};

const put = (part, rest) => {
  const field = input(part);
  if (field) field.value = String(rest).replace("-", "−");
  else chip(part, rest).checked = true;
  part.dataset.filled = "";
};

const clear = (part) => {
  const field = input(part);
  if (field) field.value = "";
  else for (const radio of part.querySelectorAll(":checked")) radio.checked = false;
  delete part.dataset.filled;
};

const filled = (part) => part.hasAttribute("data-filled");

const shareOut = (box, touched) => {
  if (touched) delete touched.dataset.filled;
  const parts = [...box.querySelectorAll("[data-part]")].filter((part) => part.checkVisibility());
  const open = parts.filter((part) => filled(part) || worth(part) === null);
  const told = parts.filter((part) => !open.includes(part)).reduce((sum, part) => sum + worth(part), 0);
  const rest = Number(box.dataset.share) - told;
  if (open.length === 1 && open[0] !== touched && fits(open[0], rest)) put(open[0], rest);
  else open.filter(filled).forEach(clear);
};

/** A change elsewhere may be of who has a part at all; one of the form itself is a draft that was put back. */
const follow = ({ target }) => {
  const box = target.closest("[data-share]");
  const boxes = box ? [box] : (target.form ?? target).querySelectorAll("[data-share]");
  for (const one of boxes) shareOut(one, target.closest("[data-part]"));
};

document.addEventListener("input", follow);
document.addEventListener("change", follow);
