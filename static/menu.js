// The menu goes by a tap elsewhere, and by Escape.
const menu = () => document.querySelector(".menu[open]");

document.addEventListener("click", ({ target }) => {
  if (menu() && !menu().contains(target)) menu().open = false;
});
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape" || !menu()) return;
  menu().querySelector("summary").focus();
  menu().open = false;
});
