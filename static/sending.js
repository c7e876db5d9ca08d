// Sending: a key for each entry, kept as long as the same thing is sent again; what is said when it fails.
const KEY_BYTES = 16;

/** crypto.randomUUID does not exist where the app is reached over plain http. */
const newKey = () => [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const slot = (form) => `sent:${form.dataset.draft}`;

const contents = (form) => {
  const fields = [...new FormData(form)].filter(([name]) => name !== "key" && name !== "csrfmiddlewaretoken");
  return JSON.stringify(fields);
};

const stamp = (form) => {
  const sent = JSON.parse(localStorage.getItem(slot(form))) ?? {};
  const now = contents(form);
  if (sent.contents !== now) {
    sent.contents = now;
    sent.key = newKey();
    localStorage.setItem(slot(form), JSON.stringify(sent));
  }
  form.elements.key.value = sent.key;
};

const complain = (form) => {
  const says = form.querySelector("#says p");
  says.textContent = form.dataset.lost;
  says.dataset.state = "wrong";
};

// Before htmx, or the browser, reads the form.
document.addEventListener("submit", ({ target }) => target.matches("[data-draft][hx-post]") && stamp(target), true);
// An answer settles what was sent: it is saved, and its draft is done with, or refused. A broken server settles nothing.
document.addEventListener("htmx:beforeSwap", ({ detail: { requestConfig, xhr } }) => {
  const form = requestConfig.elt;
  if (!form.matches("[data-draft]") || xhr.status >= 500) return;
  localStorage.removeItem(slot(form));
  // A save, and a conflict that keeps the entry in its address, both say where the table is now.
  if (xhr.getResponseHeader("HX-Replace-Url")) localStorage.removeItem(`draft:${form.dataset.draft}`);
});
for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, ({ detail }) => {
    if (detail.elt.matches("[data-draft]") && detail.xhr.status !== 403) complain(detail.elt);
  });
}
