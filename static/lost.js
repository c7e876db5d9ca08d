// When nothing answers, the page says so, until something answers again.
const say = (hidden) => {
  for (const line of document.querySelectorAll(".lost")) line.hidden = hidden;
};
document.addEventListener("htmx:sendError", () => say(false));
document.addEventListener("htmx:afterOnLoad", () => say(true));
