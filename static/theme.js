// Paper or slate: the choice of this browser is put on the page before it is painted.
{
  const root = document.documentElement;
  const chosen = () => localStorage.getItem("theme") ?? "";

  const show = () => {
    root.dataset.theme = chosen();
    for (const choice of document.querySelectorAll("[data-theme-choice]")) {
      choice.setAttribute("aria-pressed", choice.dataset.themeChoice === chosen());
    }
    const paper = getComputedStyle(root).getPropertyValue("--paper");
    if (paper && chosen()) {
      for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
        meta.content = chosen() === "night" ? "#14181b" : "#fdfbf4";
      }
    }
  };

  root.dataset.scripted = "";
  root.dataset.theme = chosen();
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("htmx:load", show);
  document.addEventListener("click", ({ target }) => {
    const choice = target.closest("[data-theme-choice]");
    if (!choice) return;
    localStorage.setItem("theme", choice.dataset.themeChoice);
    show();
  });
}
