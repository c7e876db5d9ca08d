// When nothing answers, the page says so, until something answers again.
const say = (hidden) => {
  for (const line of document.querySelectorAll(".lost")) line.hidden = hidden;
};
for (const silence of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(silence, () => say(false));
document.addEventListener("htmx:afterOnLoad", () => say(true));
