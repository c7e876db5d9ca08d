// Later: what a page needs when a deal is saved, or once it stands, is fetched behind it.
const { outbox, offline } = document.getElementById("waiting").dataset;
addEventListener("load", () => {
  import(outbox);
  import(offline);
});
