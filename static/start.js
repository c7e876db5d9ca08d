// The start page without round trips: who sits where; and an address that keeps what was chosen.
const PASSING = ["csrfmiddlewaretoken", "key", "beside"];
const form = () => document.getElementById("start");
const people = () => document.getElementById("people");
const seats = () => document.querySelector("#seats ol");
const seatOf = (id) => seats().querySelector(`[data-seat="${id}"]`);

const keep = () => {
  const state = new URLSearchParams();
  for (const [name, value] of new FormData(form())) if (value && !PASSING.includes(name)) state.append(name, value);
  history.replaceState(history.state, "", `?${state}`);
};

const seat = (chip) => {
  const line = document.querySelector("#seats template").content.firstElementChild.cloneNode(true);
  line.dataset.seat = chip.value;
  for (const field of line.querySelectorAll("input, button")) field.value = chip.value;
  for (const part of [".who", ".name"]) line.querySelector(part).replaceWith(chip.querySelector(part).cloneNode(true));
  line.querySelector("button").ariaLabel += `: ${chip.querySelector(".name").textContent}`;
  seats().append(line);
};

const toggle = (chip) => {
  const line = seatOf(chip.value);
  if (line) line.remove();
  else seat(chip);
};

const move = ({ value }) => {
  const line = seatOf(value);
  if (line.previousElementSibling) line.previousElementSibling.before(line);
  else seats().append(line);
};

const tellDealer = () => {
  const name = seats().querySelector(":checked + span .name");
  if (name) document.querySelector("#says .first bdi").textContent = name.textContent;
};

const refusals = () => [...form().querySelectorAll(".wrong:not(:empty)")];

/** The bar says what is refused first, else whether there are as many as can play, and who deals. */
const say = () => {
  const seated = seats().children.length;
  const enough = seated >= Number(people().dataset.low) && seated <= Number(people().dataset.high);
  const [refused] = refusals();
  const says = document.querySelector("#says p");
  says.querySelector(".refused").textContent = refused?.textContent ?? "";
  says.dataset.state = refused ? "wrong" : enough ? "ready" : "missing";
  tellDealer();
};

/** What was refused is not said any more once it is changed. */
const takeBack = (...refused) => {
  for (const sentence of refused) sentence.textContent = "";
};

/** Numbers on the chips, a dealer among the seated. */
const show = () => {
  const seated = [...seats().children].map((line) => line.dataset.seat);
  for (const chip of people().querySelectorAll(".pick")) {
    const at = seated.indexOf(chip.value);
    chip.ariaPressed = at >= 0;
    chip.querySelector(".number").textContent = at >= 0 ? at + 1 : "";
  }
  const dealers = [...seats().querySelectorAll("[name=dealer]")];
  if (dealers.length && !dealers.some((dealer) => dealer.checked)) dealers[0].checked = true;
  seats().parentElement.hidden = !dealers.length;
  takeBack(...people().querySelectorAll(".seating"));
  say();
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[name=toggle], [name=move]");
  if (!button) return;
  event.preventDefault();
  if (button.name === "toggle") toggle(button);
  else move(button);
  show();
  keep();
  if (button.name === "move") button.focus();
});

/** Of chips and what is typed beside them, the last touched counts. */
const settle = (field) => {
  const rule = field.closest(".or-typed");
  if (!rule) return;
  if (field.type === "radio") rule.querySelector(".typed").value = "";
  else if (field.value) for (const chip of rule.querySelectorAll("[type=radio]")) chip.checked = false;
};

for (const kind of ["input", "change"]) {
  document.addEventListener(kind, ({ target }) => {
    if (!form().contains(target)) return;
    settle(target);
    const told = target.closest("[aria-describedby]")?.getAttribute("aria-describedby").split(" ") ?? [];
    takeBack(...told.map((id) => document.getElementById(id)).filter((one) => one?.matches(".wrong")));
    target.removeAttribute("aria-invalid");
    say();
    if (target.name === "dealer") {
      document.querySelector(".drawn").textContent = "";
    }
    if (target.closest("#every .rule")) for (const mix of document.querySelectorAll("#mixes [aria-pressed]")) mix.ariaPressed = false;
    keep();
  });
}

// A start that was refused: the first thing to mend.
const [refused] = refusals();
if (refused) {
  refused.scrollIntoView({ block: "center" });
  form().querySelector(`[aria-invalid][aria-describedby~="${refused.id}"], [aria-describedby~="${refused.id}"] [aria-invalid]`)?.focus({ preventScroll: true });
}
