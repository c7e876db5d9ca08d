// A link is sent as this browser can: handed to another app, or copied. On plain http only the old way of copying is there.
const copied = async (field) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(field.value).then(() => true, () => false);
  field.select();
  return document.execCommand("copy");
};

for (const button of document.querySelectorAll("[data-send]")) {
  const field = document.getElementById(button.dataset.send);
  button.hidden = false;
  field.addEventListener("focus", () => field.select());
  button.addEventListener("click", async () => {
    if (navigator.share) {
      navigator.share({ title: button.dataset.title, url: field.value }).catch(() => {});
    } else if (await copied(field)) {
      button.textContent = button.dataset.copied;
    }
  });
}
