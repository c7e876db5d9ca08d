// What a link leads to, a text or a picture, is sent as this browser can: handed to another app, else copied or kept
// as a file. A picture is drawn from its SVG, since chats take none. Where nothing works, the link is followed.
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
  document.execCommand("copy");
  field.remove();
};

/** Prepared while the finger is down: a browser lets a page hand something on only at once after a tap. */
const prepared = new Map();
const prepare = (link) => {
  const { share } = link.dataset;
  if (!prepared.has(link)) prepared.set(link, share === "picture" ? drawn(link.href) : read(link.href));
  return prepared.get(link);
};

const send = async (link) => {
  const what = await prepare(link);
  const told = link.dataset.share === "picture" ? { files: [what] } : { text: what };
  if (navigator.canShare?.(told)) {
    return navigator.share(told).catch((refused) => {
      if (refused.name !== "AbortError") throw refused;
    });
  }
  await (told.files ? keep(what) : copy(what));
  if (link.dataset.done) link.textContent = link.dataset.done;
};

const shared = ({ target }) => target.closest?.("a[data-share]");

document.addEventListener("pointerdown", (event) => {
  const link = shared(event);
  if (link) prepare(link).catch(() => {});
});
document.addEventListener("click", async (event) => {
  const link = shared(event);
  if (!link) return;
  event.preventDefault();
  await send(link).catch(() => location.assign(link.href));
  prepared.delete(link);
});
