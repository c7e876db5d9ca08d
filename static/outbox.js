// The outbox: a deal lies in it from the tap on save until the server has answered, and is sent until it has.
const place = document.getElementById("waiting");
const { fieldsOf, told, isIn, clear, refill } = await import(place.dataset.entered);
const RECORDS = '[hx-post$="/record"]';
const KEY_BYTES = 16;
const SHORTEST = 2_000; // milliseconds to the next try, twice as long each time
const LONGEST = 30_000;
const GIVEN_UP = 10_000;

let waiting = []; // in the order in which they are sent
let pause = SHORTEST;
let nextTry = 0;
const onTheWay = new Map(); // what htmx sends just now, by its form
const refusals = new Map(); // what the server said of a deal, by its id

/** Opened each time: a phone that was asleep may have lost what was open. */
const open = () => new Promise((done, failed) => {
  const opening = indexedDB.open("outbox");
  opening.onupgradeneeded = () => opening.result.createObjectStore("deals", { keyPath: "id", autoIncrement: true });
  opening.onsuccess = () => done(opening.result);
  opening.onerror = () => failed(opening.error);
});

/** What `act` asks of the deals, once that is written. */
const store = async (act) => {
  const database = await open();
  const writing = database.transaction("deals", "readwrite");
  const asked = act(writing.objectStore("deals"));
  await new Promise((done, failed) => {
    writing.oncomplete = done;
    writing.onabort = () => failed(writing.error);
  });
  database.close();
  return asked.result;
};

const drawing = () => import(place.dataset.waiting);

/** What waits is read anew, and shown; other pages hear of it. */
const look = async () => {
  const flying = await Promise.all([...onTheWay.values()].map(({ id }) => id));
  waiting = (await store((deals) => deals.getAll())).filter(({ id }) => !flying.includes(id));
  localStorage.waiting = waiting.map(({ id }) => id);
  if (!waiting.length && place.hidden) return;
  await drawing().then(({ draw }) => draw(waiting, refusals, { flush, takeOut })).catch(() => say("waits"));
};

/** Takes a deal out. Those of its match that wait behind it go along with it, and `on` by so much. */
const takeOut = async ({ id, address, along = 0 }, on = 0) => {
  refusals.delete(id);
  await store((deals) => {
    deals.getAll().onsuccess = ({ target: { result } }) => {
      for (const deal of result) if (deal.id > id && deal.address === address) deals.put({ ...deal, number: deal.number + along + on });
    };
    return deals.delete(id);
  });
  await look();
};

/** crypto.randomUUID does not exist where the app is reached over plain http. */
const newKey = () => [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const addressOf = (form) => new URL(form.action).pathname;
const say = (what) => {
  const line = document.querySelector("#says p");
  if (!line) return;
  line.textContent = document.getElementById("entry").dataset[what];
  line.dataset.state = what === "lost" ? "wrong" : "missing";
};

/** With a deal go its drafts in the other ways to enter it. */
const forget = ({ slot }) => {
  const deal = slot.match(/.+:\d+:/);
  for (const name of Object.keys(localStorage)) if (name.startsWith(deal) && name !== slot) localStorage.removeItem(name);
};

const later = () => {
  clearTimeout(nextTry);
  nextTry = setTimeout(flush, pause);
  pause = Math.min(2 * pause, LONGEST);
};

/** Nothing answered: the deal waits here. Where it cannot be kept, it stands in the form again. */
const stay = async (form, sent) => {
  onTheWay.delete(form);
  const untouched = isIn(form, sent.deal.fields); // else another deal is being typed by now
  if (untouched) {
    delete form.dataset.unsaved; // so that a second tap is no second deal
    form.dataset.number = sent.deal.number + 1;
    clear(form);
  }
  const id = await sent.id;
  if (!id) {
    if (untouched) refill(form, sent.deal.fields);
    return giveBack(form, sent);
  }
  forget(sent);
  refusals.delete(id);
  waiting.push({ ...sent.deal, id });
  if (sent.mended) history.replaceState(null, "", location.pathname);
  navigator.storage?.persist?.();
  await look();
  later();
};

const giveBack = (form, { slot, draft }) => {
  form.dataset.unsaved = "";
  if (draft) localStorage[slot] = draft;
  say("lost");
};

// Before htmx, or the browser, reads the form. What waits already goes first; what was refused, and is mended here, goes.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(RECORDS)) return;
  const address = addressOf(form);
  const before = waiting.filter((deal) => deal.address === address);
  const mended = before.find(({ id }) => id === Number(new URLSearchParams(location.search).get("waiting")));
  const queue = before.length && !mended;
  if (queue) {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!("unsaved" in form.dataset)) return;
  }
  const number = Math.max(form.elements.number.value, queue && before.at(-1).number + 1);
  const deal = { address, number, key: newKey(), fields: fieldsOf(form), told: told(form) || mended?.told, title: document.querySelector("h1").firstChild.data.trim(), at: Date.now() };
  if (mended) Object.assign(deal, { id: mended.id, along: number - mended.number + (mended.along ?? 0) });
  form.elements.key.value = deal.key;
  const slot = `draft:${form.dataset.draft}`;
  const sent = { deal, mended, slot, draft: localStorage[slot], id: store((deals) => deals.put(deal)).catch(() => 0) };
  sent.id.then((id) => (sent.lost = !id));
  localStorage.removeItem(slot);
  if (queue) stay(form, sent);
  else onTheWay.set(form, sent);
}, true);

// Who goes on while a deal is on its way finds the form empty; that deal is sent from here.
const goesOn = (target) => (target === document.body || target.closest(`${RECORDS}, #table :is(a, button)`)) && !target.closest("#save");
let under; // what the finger went down on then, which may have made way for something else
for (const touch of ["pointerdown", "keydown"]) {
  document.addEventListener(touch, ({ target }) => {
    under = undefined;
    if (!goesOn(target)) return;
    for (const [form, sent] of onTheWay) {
      if (sent.lost) continue;
      if (touch === "pointerdown") under = target.closest("a, button, label") ?? target;
      htmx.trigger(form, "htmx:abort");
      stay(form, sent).then(flush);
    }
  }, true);
}
document.addEventListener("click", (click) => {
  if (!under || under.contains(click.target)) return;
  click.preventDefault();
  click.stopPropagation();
}, true);

// Before anybody makes room for what is to be swapped in.
document.addEventListener("htmx:beforeSwap", async ({ detail }) => {
  const { requestConfig: { elt: form }, xhr } = detail;
  const sent = onTheWay.get(form);
  if (!sent) return;
  // Each answer to a deal that is kept, or to two for one number, says where the table is now. A proxy's does not.
  const kept = xhr.getResponseHeader("HX-Replace-Url");
  if (xhr.status > 501 || (xhr.status < 400 && !kept)) {
    detail.shouldSwap = false;
    stay(form, sent);
    return;
  }
  onTheWay.delete(form);
  if (xhr.status >= 500) giveBack(form, sent);
  else if (kept) forget(sent);
  else if (sent.draft) localStorage[sent.slot.replace(/:\d+:/, "::")] = sent.draft; // the answer says for which number
  const id = await sent.id;
  if (!id) return;
  if (!sent.mended || xhr.status < 400) await takeOut({ ...sent.deal, id });
  flush();
}, true);
for (const silence of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(silence, ({ detail: { requestConfig: { elt } } }) => {
    const sent = onTheWay.get(elt);
    if (sent) stay(elt, sent);
    else if (elt.closest("#entry")) say(elt.id === "says" ? "waits" : "lost");
  });
}

/** Django gives the token in a cookie, with any page that has a form. */
const token = () => /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1];

/** What the server says of a deal that it refuses; `taken` where another has its number. */
const refusalIn = async (answer) => {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const said = page.querySelector(".conflict h2, .next .notice[data-kind=wrong], .wrong:not(:empty), #says p, main p");
  return { text: said?.textContent.trim(), taken: page.querySelector(".conflict") !== null };
};

const send = async (deal) => {
  const { id, address, number, key, fields } = deal;
  if (!token()) await fetch(address);
  const answer = await fetch(address, {
    method: "POST",
    headers: { "HX-Request": "true", "X-CSRFToken": token() },
    body: new URLSearchParams([...fields, ["number", number], ["key", key]]),
    signal: AbortSignal.timeout(GIVEN_UP),
  });
  if (answer.status >= 400 && answer.status < 500) {
    refusals.set(id, await refusalIn(answer));
    return look();
  }
  if (!answer.headers.has("HX-Replace-Url")) throw new Error(answer.status);
  for (const form of document.querySelectorAll(`#entry${RECORDS}`)) {
    const field = form.elements.number;
    if (addressOf(form) === address) field.value = Math.max(field.value, number + 1);
  }
  return takeOut(deal);
};

/** Sends what waits, the deals of a match in their order: the first that is refused stops those behind it. */
const sendAll = async () => {
  await look();
  const stopped = new Set();
  const next = () => waiting.find(({ address }) => !stopped.has(address));
  for (let deal = next(); deal; deal = next()) {
    await send(deal);
    if (refusals.has(deal.id)) stopped.add(deal.address);
  }
};

/** One page at a time sends, where browsers can tell pages apart; else the keys make it harmless. */
const flush = async () => {
  clearTimeout(nextTry);
  nextTry = 0;
  try {
    await (navigator.locks ? navigator.locks.request("outbox", sendAll) : sendAll());
    pause = SHORTEST;
  } catch {
    later();
  }
};

addEventListener("online", flush);
addEventListener("storage", ({ key }) => key === "waiting" && look());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && flush());
document.addEventListener("htmx:afterOnLoad", () => nextTry && flush()); // something answers again
drawing().then(flush, flush); // fetched while there is a network
