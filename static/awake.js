// The screen stays awake during a live match; it is let go after quiet minutes, at the end, and where it cannot be held.
const QUIET = 10 * 60 * 1000;
let lock = null;
let idle = 0;

const live = () => document.querySelector("[data-live]") !== null;

const say = (state) => {
  for (const line of document.querySelectorAll("[data-awake]")) {
    line.dataset.awake = state;
    line.textContent = line.dataset[state];
  }
};

const letGo = async () => {
  await lock?.release();
  lock = null;
  say("free");
};

const hold = async () => {
  if (!navigator.wakeLock) return say("cannot");
  if (!live()) return letGo();
  if (document.visibilityState !== "visible") return;
  if (lock && !lock.released) return say("held");
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => say("free"));
    say("held");
  } catch {
    say("cannot"); // the battery is low, or the page may not
  }
};

const stir = () => {
  clearTimeout(idle);
  idle = setTimeout(() => {
    document.documentElement.toggleAttribute("data-idle", true);
    letGo();
  }, QUIET);
  document.documentElement.toggleAttribute("data-idle", false);
  hold();
};

for (const sign of ["pointerdown", "keydown", "htmx:load"]) document.addEventListener(sign, stir);
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && stir());
stir();
