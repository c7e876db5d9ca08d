// The worker of one version: keeps the app itself and the pages that were looked at, and shows them where nothing answers.
const VERSION = "{{ version }}";
const OFFLINE = "{% url 'offline' %}";
const STATIC = "{{ static }}";
const APP = [
  OFFLINE,{% for file in files %}
  "{{ file }}",{% endfor %}
];
const PATIENCE = 4000; // milliseconds for a page of which there is a copy
const PAGES = 50; // so many copies, those that were kept last
const CLUB = /^\/club\/[^/]+\//;

const OWN = `scorekeeper ${VERSION}`;

const open = () => caches.open(OWN);
const ours = async () => (await caches.keys()).filter((name) => name.startsWith("scorekeeper "));
const isCopy = ({ url }) => url !== new URL(OFFLINE, location).href && !new URL(url).pathname.startsWith(STATIC);

/** The addresses of which there are copies, the oldest first. */
const copies = async (cache) => (await cache.keys()).filter(isCopy).map(({ url }) => new URL(url).pathname);

const forget = async (which) => {
  const cache = await open();
  for (const address of (await copies(cache)).filter(which)) await cache.delete(address);
};

/** What the server allows to be kept is kept, and says since when; what is not there any more for this phone goes. */
const keep = async (address, response) => {
  if ([403, 404, 410].includes(response.status)) return leave(address);
  if (!response.ok || response.redirected || !response.headers.has("Offline-Copy")) return undefined;
  if (!(await caches.has(OWN))) return undefined; // another version has taken over
  const page = (await response.text()).replace("<html", `<html data-kept="${new Date().toISOString()}"`);
  const headers = new Headers(response.headers);
  headers.delete("Content-Encoding");
  const cache = await open();
  await cache.put(address, new Response(page, { headers }));
  for (const old of (await copies(cache)).slice(0, -PAGES)) await cache.delete(old);
  return undefined;
};

/** A page is gone; where its club is, all of that goes. */
const leave = async (address) => {
  const [club] = CLUB.exec(address) ?? [];
  await forget((copy) => (club === address ? copy.startsWith(club) : copy === address));
  if (club && club !== address) await fetchAnew(club);
};

const fetchAnew = async (address) => keep(address, await fetch(address));

const prepare = async () => {
  const cache = await open();
  await cache.addAll(APP);
  // Copies go with the files that they were made with: each is made anew.
  for (const name of await ours()) {
    for (const address of await copies(await caches.open(name))) await fetchAnew(address).catch(() => {});
  }
};

const takeOver = async () => {
  for (const name of await ours()) if (name !== OWN) await caches.delete(name);
  await clients.claim();
};

const file = async (request) => {
  const cache = await open();
  const there = await cache.match(request, { ignoreVary: true });
  if (there) return there;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
};

const askServer = async (event, address) => {
  const response = await fetch(event.request);
  if ([502, 503, 504].includes(response.status)) throw new Error("Nothing behind the proxy");
  if (!new URL(event.request.url).search) event.waitUntil(keep(address, response.clone()));
  return response;
};

/** The server's page; its copy where nothing answers soon; else the page that says what opens. */
const page = async (event) => {
  const address = new URL(event.request.url).pathname;
  const cache = await open();
  const copy = await cache.match(address, { ignoreVary: true });
  const asked = askServer(event, address);
  if (!copy) return asked.catch(() => cache.match(OFFLINE, { ignoreVary: true }));
  const slow = new Promise((done) => setTimeout(done, PATIENCE, copy));
  return Promise.race([asked, slow]).catch(() => copy);
};

addEventListener("install", (event) => event.waitUntil(prepare()));
addEventListener("activate", (event) => event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(STATIC)) event.respondWith(file(event.request));
  else if (mode === "navigate") event.respondWith(page(event));
});
addEventListener("message", (event) => {
  const { takeOver: now, keep: addresses = [], clubs } = event.data;
  if (now) skipWaiting();
  event.waitUntil(Promise.allSettled(addresses.map(fetchAnew)));
  const left = (address) => CLUB.test(address) && !clubs.includes(address.split("/")[2]);
  if (clubs) event.waitUntil(forget(left));
});
