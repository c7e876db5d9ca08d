// Adding names one after another: the line is empty for the next one as soon as a name is on its way.
const line = () => document.getElementById("id_name");
const onTheWay = new WeakMap();

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  if (!detail.elt.matches("[data-adds], [data-adds] *, [name=another]")) return;
  onTheWay.set(detail.xhr, line().value);
  line().value = "";
});

// What could not be added stands there again, unless the next name is being typed.
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (!detail.successful && onTheWay.has(detail.xhr)) line().value ||= onTheWay.get(detail.xhr);
});
