// Offline: a worker keeps the pages on this phone. One that is shown from there says so; a new version waits for a quiet moment.
const HALF_A_DAY = 12 * 60 * 60 * 1000;
const worker = navigator.serviceWorker;
const root = document.documentElement;
const line = (name) => document.querySelector(`.${name}`);

const draftOf = (form) => Object.values(JSON.parse(localStorage[`draft:${form.dataset.draft}`] ?? "{}")).flat();

/** Nothing is half entered here, and nothing waits to be sent. */
const isQuiet = () => !localStorage.waiting && ![...document.querySelectorAll("[data-draft]")].some((form) => draftOf(form).length);

const offer = (version) => {
  line("newer").hidden = false;
  line("newer").querySelector("button").onclick = () => {
    worker.addEventListener("controllerchange", () => location.reload());
    setTimeout(() => location.reload(), 3000); // a browser may leave it until a page is opened anew
    version.postMessage({ takeOver: true });
  };
};

/** A version that waited until this page is taken by itself if nothing is in hand; one that comes later is offered. */
const watch = (registration) => {
  const { installing } = registration;
  installing?.addEventListener("statechange", () => installing.state === "installed" && offer(installing));
};

/** This page, and those that it leads to and the phone should have. */
const pages = () => [location.pathname, ...[...document.querySelectorAll("[data-keep] a")].map((link) => link.pathname)];

const begin = (registration) => {
  const { waiting } = registration;
  if (waiting && isQuiet()) waiting.postMessage({ takeOver: true });
  else if (waiting) offer(waiting);
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

// A page that is live says by itself at what hour it stood so.
const kept = new Date(root.dataset.kept ?? NaN);
if (Date.now() - kept > (document.querySelector(".stale") ? HALF_A_DAY : 0)) {
  line("aged").hidden = false;
  line("aged").querySelector("time").textContent = kept.toLocaleString(root.lang, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
}
worker?.register("/sw.js").catch(() => {}); // not now, but on a page to come
worker?.ready.then(begin);
