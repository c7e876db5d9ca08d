// Paper or slate: the choice of this browser is put on the page before it is painted.
{
  const root = document.documentElement;
  const chosen = () => localStorage.getItem("theme") ?? "";

  /** Which of two things holds: the one of the chosen theme, or either as the phone's own theme is. */
  const media = (theme, phones) => {
    if (!chosen()) return `(prefers-color-scheme: ${phones})`;
    return chosen() === theme ? "all" : "not all";
  };

  const show = () => {
    root.dataset.theme = chosen();
    const [day, night] = document.querySelectorAll("meta[name=theme-color]");
    day.media = media("day", "light");
    night.media = media("night", "dark");
    for (const choice of document.querySelectorAll("[data-theme-choice]")) {
      choice.setAttribute("aria-pressed", choice.dataset.themeChoice === chosen());
    }
  };

  root.dataset.scripted = "";
  show();
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("click", ({ target }) => {
    const choice = target.closest("[data-theme-choice]");
    if (!choice) return;
    localStorage.setItem("theme", choice.dataset.themeChoice);
    show();
  });
}
