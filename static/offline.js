// Offline: a worker keeps the pages on this phone. One that is shown from there says so; a new version waits for a quiet moment.
// What is no deal does not wait in the outbox: where it was tapped it is said that it was not done.
const HALF_A_DAY = 12 * 60 * 60 * 1000;
const worker = navigator.serviceWorker;
const root = document.documentElement;
const line = (name) => document.querySelector(`.${name}`);

/** Nothing is half entered here, and nothing waits to be sent. */
const isQuiet = () => !localStorage.waiting && !document.querySelector("[data-unsaved]");

const offer = (version) => {
  line("newer").hidden = false;
  line("newer").querySelector("button").onclick = () => {
    worker.addEventListener("controllerchange", () => location.reload());
    setTimeout(() => location.reload(), 3000); // a browser may leave it until a page is opened anew
    version.postMessage({ takeOver: true });
  };
};

/** The copies in another language are another version, too; nobody has to be told of that. */
const turned = !root.dataset.kept && (localStorage.language ?? root.lang) !== root.lang;
if (!root.dataset.kept) localStorage.language = root.lang;

const takeOrOffer = (version, byItself) => {
  if (byItself && isQuiet()) version.postMessage({ takeOver: true });
  else offer(version);
};

/** A version that waited until this page is taken by itself if nothing is in hand; one that comes later is offered. */
const watch = (registration) => {
  const { installing } = registration;
  installing?.addEventListener("statechange", () => installing.state === "installed" && takeOrOffer(installing, turned));
};

/** This page, and those that it leads to and the phone should have. */
const pages = () => [location.pathname, ...[...document.querySelectorAll("[data-keep] a")].map((link) => link.pathname)];

const begin = (registration) => {
  const { waiting } = registration;
  if (waiting) takeOrOffer(waiting, true);
  watch(registration);
  registration.addEventListener("updatefound", () => watch(registration));

  const tell = (said) => registration.active.postMessage(said);
  if (!root.dataset.kept) tell({ keep: pages(), clubs: document.body.dataset.clubs?.split(" ") });
  let swapped;
  document.addEventListener("htmx:load", ({ detail }) => {
    if (detail.elt.closest("#says")) return;
    clearTimeout(swapped);
    swapped = setTimeout(() => tell({ keep: pages() }), 500);
  });
};

const cut = line("cut");
const noConnection = cut.textContent;
const sayCut = (form, why = noConnection) => {
  cut.textContent = why;
  const dock = form.querySelector(".dock");
  if (dock) dock.before(cut);
  else (form.closest(".back") ?? form).after(cut);
  cut.hidden = false;
  cut.scrollIntoView({ block: "nearest" });
};
for (const silence of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(silence, ({ detail: { requestConfig: { elt } } }) => {
    if (elt.matches('form:not([hx-post$="/record"])') && !line("lost.notice")) sayCut(elt);
  });
}
// A form that leaves the page would lead to a page of the browser's own. Before its draft is taken for done with.
document.addEventListener("submit", (event) => {
  const { target: form } = event;
  if (navigator.onLine || form.method !== "post" || form.hasAttribute("hx-post")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  sayCut(form);
}, true);
/** What the server says itself of why it could not do a thing just now; what a proxy says is a page. */
const reason = (xhr) => xhr.status === 503 && xhr.getResponseHeader("Content-Type").startsWith("text/plain") && xhr.responseText;
for (const sign of ["online", "htmx:afterOnLoad"]) {
  addEventListener(sign, ({ detail }) => {
    cut.hidden = true;
    const why = detail?.xhr && reason(detail.xhr);
    if (why) sayCut(detail.elt.closest("form") ?? detail.elt, why);
  });
}

// A page that is live says by itself at what hour it stood so.
const kept = new Date(root.dataset.kept ?? NaN);
if (Date.now() - kept > (document.querySelector(".stale") ? HALF_A_DAY : 0)) {
  line("aged").hidden = false;
  line("aged").querySelector("time").textContent = kept.toLocaleString(root.lang, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
}
worker?.register("/sw.js").catch(() => {}); // not now, but on a page to come
worker?.ready.then(begin);
