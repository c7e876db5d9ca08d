// A link, or the text or picture that it leads to, is sent as this browser can: handed to another app, else copied or
// kept as a file. A picture is drawn from its SVG, since chats take none. Where nothing works, a text or a picture is
// opened; a link itself stands beside, and is chosen there to be copied by hand.
const drawn = async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0);
  const drawing = await new Promise((done) => canvas.toBlob(done));
  return new File([drawing], `${document.title.replace(/[\\/:]+/g, " ")}.png`, { type: "image/png" });
};

const read = async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  return answer.text();
};

/** What is told to another app, by what is to be sent. */
const telling = {
  link: async ({ href, dataset }) => ({ title: dataset.title, url: href }),
  text: async ({ href }) => ({ text: await read(href) }),
  picture: async ({ href }) => ({ files: [await drawn(href)] }),
};

const keep = (file) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
};

/** On plain http only the old way of copying is there. */
const copy = async (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.className = "unseen";
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (!copied) throw new Error("Nothing was copied.");
};

/** Prepared while the finger is down: a browser lets a page hand something on only at once after a tap. */
const prepared = new Map();
const prepare = (link) => {
  if (!prepared.has(link)) prepared.set(link, telling[link.dataset.send](link));
  return prepared.get(link);
};

const send = async (link) => {
  const told = await prepare(link);
  if (navigator.canShare?.(told)) {
    return navigator.share(told).catch((refused) => {
      if (refused.name !== "AbortError") throw refused;
    });
  }
  await (told.files ? keep(told.files[0]) : copy(told.text ?? told.url));
  if (link.dataset.done) link.textContent = link.dataset.done;
};

const byHand = (link) => {
  if (link.dataset.send !== "link") location.assign(link.href);
  else link.closest("details").querySelector("input").focus();
};

const sent = ({ target }) => target.closest?.("a[data-send]");

document.addEventListener("pointerdown", (event) => {
  const link = sent(event);
  if (link) prepare(link).catch(() => {});
});
document.addEventListener("click", async (event) => {
  const link = sent(event);
  if (!link) return;
  event.preventDefault();
  await send(link).catch(() => byHand(link));
  prepared.delete(link);
});

// What stands in a field to be copied by hand is selected whole.
document.addEventListener("focusin", ({ target }) => target.matches("input[readonly]") && target.select());
for (const link of document.querySelectorAll("[data-send][hidden]")) link.hidden = false;
