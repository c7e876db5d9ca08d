// Cards: faces in place of the field, and a picker that puts cards in and takes them back.
const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const RED = /[HD]/;
const PLAIN = /^(10|[2-9]|[AKQJ])([SHDC])$/;

const deckOf = (field) => field.dataset.deck.split(" ");
const cardsOf = (field) => field.value.split(/[\s,;]+/).filter(Boolean);
const hands = (form) => [...form.querySelectorAll("[data-cards]")];
const handOf = (field) => field.parentElement.querySelector(".hand");
const shown = (form) => hands(form).filter((field) => handOf(field).checkVisibility());
const roomIn = (field) => cardsOf(field).length < Number(field.dataset.hand ?? Infinity);

const button = (text, value, ...kinds) => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = ["card", ...kinds].join(" ");
  made.value = value;
  made.textContent = text;
  return made;
};

const faceOf = (field, code) => {
  const [, rank, suit] = PLAIN.exec(code) ?? [];
  if (!suit || field.dataset.faces) {
    const words = field.dataset.faces?.split("|")[deckOf(field).indexOf(code)] ?? code;
    return button(words, code, ...(/[♥♦]/.test(words) ? ["red"] : []));
  }
  const made = button(rank, code, ...(RED.test(suit) ? ["red"] : []));
  const sign = document.createElement("i");
  sign.textContent = `${SUITS[suit]}\ufe0e`;
  made.append(sign);
  return made;
};

/** A place for a card that is to come. */
const slot = (field) => {
  const place = button("?", "", "slot");
  place.ariaLabel = field.form.querySelector(".picker").dataset.slot;
  return place;
};

/** What had the focus among these buttons hands it to the one at its place, or to the next that can be pressed. */
const handOn = (box, change) => {
  const at = [...box.querySelectorAll("button")].indexOf(document.activeElement);
  change();
  const buttons = [...box.querySelectorAll("button")];
  if (at >= 0) [...buttons.slice(at), ...buttons.toReversed()].find(({ disabled }) => !disabled)?.focus({ preventScroll: true });
};

/** Where the next card goes: in place of the one that was lifted, else after the last. */
const nextPlace = (field, cards) => (cards.includes(field.dataset.lifted) ? cards.indexOf(field.dataset.lifted) : cards.length);

/** The hand as it lies on the table: its cards, and dashed places for those that are to come. */
const lay = (field) => {
  const hand = handOf(field);
  const cards = cardsOf(field);
  const faces = cards.map((code) => faceOf(field, code));
  const places = field.dataset.hand ?? (cards.length + 1 + ("pairs" in field.dataset && cards.length % 2 === 0));
  for (let place = faces.length; place < Math.min(places, deckOf(field).length); place += 1) faces.push(slot(field));
  const next = nextPlace(field, cards);
  faces[next]?.setAttribute("data-current", "");
  if ("pairs" in field.dataset) {
    const pairs = [];
    while (faces.length) {
      const pair = document.createElement("span");
      pair.className = "pair";
      pair.append(...faces.splice(0, 2));
      pairs.push(pair);
    }
    const last = next < cards.length ? [pairs[Math.floor(next / 2)]] : pairs.slice(-2);
    handOn(hand, () => hand.replaceChildren(...(field.dataset.pairs === "last" ? last : pairs)));
  } else handOn(hand, () => hand.replaceChildren(...faces));
};

/** The place that is to be filled, above the picker. */
const show = (field) => (handOf(field).querySelector("[data-current]") ?? handOf(field)).scrollIntoView({ block: "nearest" });

const currentHand = (form) => form.querySelector(".hand[data-current]")?.parentElement.querySelector("[data-cards]");

/** The cards that there are to pick: of one suit, where they are many. */
const keysOf = (field, suit) => {
  const keys = [];
  if (suit) {
    for (const [code, sign] of Object.entries(SUITS)) {
      const tab = button(`${sign}\ufe0e`, code, "suit", ...(RED.test(code) ? ["red"] : []));
      tab.setAttribute("aria-pressed", code === suit);
      keys.push(tab);
    }
  }
  for (const code of deckOf(field)) if (!suit || code.endsWith(suit)) keys.push(faceOf(field, code));
  if (field.dataset.rest) keys.push(button(field.dataset.rest, "rest", "rest"));
  return keys;
};

/** The picker for a hand: what is used in any of them cannot be picked. */
const spread = (field) => {
  const picker = field.form.querySelector(".picker");
  const { dataset } = picker;
  dataset.picker = field.parentElement.dataset.picker;
  dataset.suit ??= "S";
  const suit = dataset.picker === "suits" && dataset.suit;
  const taken = new Set(shown(field.form).flatMap(cardsOf));
  taken.delete(field.dataset.lifted);
  handOn(picker, () => {
    if (dataset.shown !== String(suit)) picker.replaceChildren(...keysOf(field, suit));
    dataset.shown = suit;
    for (const key of picker.children) key.disabled = !key.matches(".suit") && taken.has(key.value);
  });
};

const turnTo = (field) => {
  for (const hand of field.form.querySelectorAll(".hand")) hand.toggleAttribute("data-current", hand.parentElement.contains(field));
  spread(field);
};

const write = (field, cards) => {
  field.value = cards.join(" ");
  field.dispatchEvent(new Event("change", { bubbles: true }));
};

const lieDown = (field, code) => {
  const cards = cardsOf(field);
  cards.splice(nextPlace(field, cards), 1, code);
  delete field.dataset.lifted;
  write(field, cards);
};

/** Takes a card back. One of a pair is only lifted at first, for the pairs after it to stay as they are. */
const takeUp = (field, code) => {
  if ("pairs" in field.dataset && field.dataset.lifted !== code) {
    field.dataset.lifted = code;
    lay(field);
  } else {
    delete field.dataset.lifted;
    write(field, cardsOf(field).filter((card) => card !== code));
  }
};

const pick = (field, code) => {
  if (code === "rest") {
    const taken = new Set(shown(field.form).flatMap(cardsOf));
    write(field, [...cardsOf(field), ...deckOf(field).filter((card) => !taken.has(card))]);
  } else if (roomIn(field)) lieDown(field, code);
  const next = roomIn(field) ? field : (shown(field.form).find(roomIn) ?? field);
  turnTo(next);
  show(next);
};

const begin = (root) => {
  for (const form of root.querySelectorAll("form:has([data-cards])")) {
    for (const field of hands(form)) {
      if (!field.hidden) {
        const hand = document.createElement("div");
        hand.className = "hand";
        hand.setAttribute("role", "group");
        hand.setAttribute("aria-label", field.labels[0].textContent);
        field.after(hand);
        field.hidden = true;
      }
      lay(field);
    }
    turnTo(shown(form).find(roomIn) ?? hands(form)[0]);
  }
};

document.addEventListener("click", ({ target, detail: byFinger }) => {
  const card = target.closest(".card");
  if (!card) return;
  if (card.closest(".picker")) {
    if (card.matches(".suit")) {
      card.closest(".picker").dataset.suit = card.value;
      spread(currentHand(card.form));
    } else pick(currentHand(card.form), card.value);
    return;
  }
  const field = card.closest(".cards").querySelector("[data-cards]");
  if (card.value) takeUp(field, card.value);
  else {
    delete field.dataset.lifted;
    lay(field);
  }
  turnTo(field);
  if (!byFinger && !card.value) field.form.querySelector(".picker .card:enabled:not(.suit)")?.focus();
});
document.addEventListener("change", ({ target }) => {
  const form = target.form ?? target;
  for (const field of hands(form)) if (field.hidden) lay(field);
  if (!hands(form).length) return;
  const current = currentHand(form);
  if (target !== form && shown(form).includes(current)) spread(current);
  else turnTo(shown(form).find(roomIn) ?? hands(form)[0]); // a draft was put back, or the current hand is not shown any more
});
// Where a hand can be told as a number instead, the first that is not told yet is meant.
document.addEventListener("toggle", ({ target }) => {
  if (!target.open || !target.matches(".counted")) return;
  const counts = [...target.querySelectorAll("[data-count]")];
  const laid = (count) => count.form.elements[count.name.replace("counted", "hands")].value;
  counts.find((count) => !count.value && !laid(count))?.focus();
}, true);
begin(document);
document.addEventListener("htmx:load", ({ detail }) => begin(detail.elt));
