// Kept: the pages that open without a network, the newest copy first.
const section = document.getElementById("kept");
const template = section.querySelector("template");
const language = document.documentElement.lang;

const lines = [];
for (const name of await caches.keys()) {
  const cache = await caches.open(name);
  for (const request of await cache.keys()) {
    const { title, documentElement } = new DOMParser().parseFromString(await (await cache.match(request, { ignoreVary: true })).text(), "text/html");
    const { kept } = documentElement.dataset;
    if (!kept || request.url.includes("/rounds/")) continue; // a deal is found at its table
    const line = template.content.firstElementChild.cloneNode(true);
    line.querySelector("a").href = request.url;
    line.querySelector("bdi").textContent = title;
    line.querySelector("time").textContent = new Date(kept).toLocaleString(language, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
    lines.unshift(line);
  }
}
section.querySelector("ul").append(...lines);
section.hidden = !lines.length;
