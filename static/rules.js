// The rules: their contents are searched by what stands in the headings, else in the text; the way back is to where one came from.
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const contents = document.querySelector(".contents");
const search = contents.querySelector("input");
const nothing = contents.querySelector("p > span");
const links = [...contents.querySelectorAll("a")];
const found = (wanted) => {
  const inHeading = links.filter((link) => plain(link.textContent).includes(wanted));
  if (inHeading.length) return inHeading;
  return links.filter((link) => plain(document.querySelector(link.hash).textContent).includes(wanted));
};

search.hidden = false;
search.addEventListener("input", () => {
  const shown = found(plain(search.value.trim()));
  for (const link of links) link.parentElement.hidden = !shown.includes(link);
  nothing.hidden = shown.length > 0;
});
search.addEventListener("keydown", ({ key }) => {
  if (key === "Enter") links.find((link) => !link.parentElement.hidden)?.click();
});

// A copy that is shown without a network was made on the way from another page.
const from = document.referrer && new URL(document.referrer);
if (from && from.origin === location.origin && from.pathname.startsWith("/club/")) document.querySelector(".home").href = from;
