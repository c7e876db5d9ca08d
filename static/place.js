// Place: once something was paid, the page stands where it stood, so that what is under a finger is what was there before.
addEventListener("submit", ({ target }) => {
  if (target.closest("#settling")) sessionStorage.place = scrollY;
});
if (location.search.includes("payment=") && "place" in sessionStorage) scrollTo(0, sessionStorage.place);
delete sessionStorage.place;
