// Chips: a second tap takes a choice back; a name opens what stands behind it.
const down = new WeakSet(); // the radio buttons that were down before the tap

const look = (form) => {
  for (const radio of form.querySelectorAll("[type=radio]")) {
    if (radio.checked) down.add(radio);
    else down.delete(radio);
  }
};

const takeBack = (radio) => {
  const chips = radio.closest(".chips");
  // A chip that was filled in by itself is confirmed by the tap, not taken back.
  const confirmed = chips?.hasAttribute("data-filled");
  if (!confirmed && (!down.has(radio) || chips?.hasAttribute("data-keep"))) return;
  if (!confirmed) radio.checked = false;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
};

document.addEventListener("click", ({ target }) => {
  if (target.matches(".chip [type=radio]")) {
    takeBack(target);
    look(target.form);
  }
  const opener = target.closest(".opens");
  if (opener) opener.setAttribute("aria-expanded", opener.getAttribute("aria-expanded") !== "true");
});
document.addEventListener("change", ({ target }) => look(target.form ?? target));
for (const form of document.forms) look(form);
document.addEventListener("htmx:load", ({ detail }) => look(detail.elt));
