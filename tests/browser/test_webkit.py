"""A short evening in WebKit, which every browser on an iPhone is: a deal of each game by taps, taken back and corrected.

It needs Selenium, WebKitWebDriver with its MiniBrowser (Debian's webkit2gtk-driver), and a display: Xvfb's will do.
"""

import contextlib
import os
import re
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.urls import reverse

from games.access import COOKIE
from tests.conftest import MEANT, REQUIRED
from tests.tables import TOKEN, new_match

DRIVER = shutil.which("WebKitWebDriver")
BROWSER = next(Path("/usr").glob("lib*/**/webkit2gtk-4*/MiniBrowser"), None) if DRIVER else None
LACKING = [
    what
    for what, there in {
        "Selenium": find_spec("selenium"),
        "WebKitWebDriver": DRIVER,
        "its MiniBrowser": BROWSER,
        "display": os.environ.get("DISPLAY"),
    }.items()
    if not there
]
PATIENCE = 10
TAPPED = """
const there = [...document.querySelectorAll(arguments[0])].find((one) => one.checkVisibility() && !one.disabled);
there.scrollIntoView({ block: "center" });
return there;
"""
HEAR = """
{
  let left = false; // what was on its way then is cut short
  addEventListener("beforeunload", () => (left = true));
  const hear = (what) => left || sessionStorage.setItem("heard", `${sessionStorage.getItem("heard") ?? ""}${what}\\n`);
  addEventListener("error", ({ message, target }) => hear(`error: ${message ?? target.outerHTML}`), true);
  addEventListener("unhandledrejection", ({ reason }) => hear(`error: ${reason}`));
  addEventListener("securitypolicyviolation", ({ blockedURI }) => hear(`error: forbidden: ${blockedURI}`));
  for (const [name, kind] of [["error", "error"], ["warn", "warning"]]) {
    const say = console[name];
    console[name] = (...what) => {
      hear(`${kind}: ${what.join(" ")}`);
      say(...what);
    };
  }
}
"""

pytestmark = [
    pytest.mark.webkit,
    pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning"),  # Selenium's own
    pytest.mark.skipif(
        bool(LACKING) and "webkit" not in REQUIRED, reason=f"left out: found no {' and no '.join(LACKING)}"
    ),
]


@pytest.fixture(scope="module")
def webkit():
    if LACKING:
        pytest.fail(f"found no {' and no '.join(LACKING)}")
    from selenium.webdriver import WebKitGTK
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    options = Options()
    options.binary_location = str(BROWSER)
    options.add_argument("--automation")
    driver = WebKitGTK(options=options, service=Service(DRIVER))
    driver.set_window_size(390, 844)
    yield driver
    driver.quit()


class Thumb:
    """Taps in a browser that is asked by CSS alone."""

    def __init__(self, driver, site):
        self.driver = driver
        self.site = site

    def open(self, address):
        self.driver.get(self.site + address)

    def heard(self):
        """What the console has said on all pages so far; WebKit's driver does not tell."""
        said = self.driver.execute_script("return sessionStorage.getItem('heard') ?? ''")
        return [line for line in said.splitlines() if not MEANT.fullmatch(line)]

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def tap(self, selector):
        """The first one that can be tapped, once it is there."""
        self.sees(selector)
        self.driver.execute_script(TAPPED, selector).click()

    def chip(self, name, value):
        self.tap(f'.chip [name="{name}"][value="{value}"]')

    def sees(self, selector, text=""):
        from selenium.common.exceptions import StaleElementReferenceException
        from selenium.webdriver.support.wait import WebDriverWait

        def there(_driver):
            with contextlib.suppress(StaleElementReferenceException):
                return any(re.search(text, one.text) for one in self.all(selector))

        WebDriverWait(self.driver, PATIENCE).until(there, f"{selector}: {text}")

    def value(self, name):
        (field,) = self.all(f'[name="{name}"]')
        return field.get_property("value")

    def down(self):
        """The values of the chips that are down."""
        return [one.get_property("value") for one in self.all(".fields :checked")]

    def save(self, said):
        self.tap("#save")
        self.sees(".next .notice", said)


@pytest.fixture
def ear(settings, tmp_path):
    """The first script of each page hears what the console says of all that comes after it."""
    first = (Path(settings.BASE_DIR) / "static" / "theme.js").read_text()
    (tmp_path / "theme.js").write_text(HEAR + first)
    settings.STATICFILES_DIRS = [tmp_path, *settings.STATICFILES_DIRS]


@pytest.fixture
def thumb(webkit, ear, live_server, answered, club):
    webkit.get(f"{live_server.url}/manifest.webmanifest")  # of this site, and nothing on it asks for more
    webkit.delete_all_cookies()
    webkit.execute_script("localStorage.clear(); sessionStorage.clear()")
    webkit.add_cookie({"name": COOKIE, "value": TOKEN, "path": "/"})
    thumb = Thumb(webkit, live_server.url)
    yield thumb
    said = thumb.heard()
    webkit.get("about:blank")
    assert said == []


@pytest.fixture
def at(thumb, club):
    """Opens the table of a new match."""

    def at(game, way, players, **rules):
        match = new_match(club, game, players=players, **rules)
        thumb.open(reverse("table", args=[club.pk, match.pk]) + f"?way={way}")
        return thumb

    return at


def test_what_goes_wrong_on_a_page_is_heard(at):
    thumb = at("scat", "quick", 3)
    thumb.driver.execute_async_script(
        """
        const [done] = arguments;
        console.warn("a warning");
        Promise.reject("left alone");
        const wrong = document.createElement("script");
        wrong.src = "/static/nowhere.js";
        wrong.onerror = done;
        document.body.append(wrong);
        """
    )
    thumb.open("/")
    heard = thumb.heard()
    thumb.driver.execute_script("sessionStorage.clear()")
    assert {"warning: a warning", "error: left alone"} < set(heard)
    assert any("nowhere.js" in line for line in heard)


def test_scat_is_saved_corrected_and_taken_back(at):
    thumb = at("scat", "quick", 3)
    thumb.chip("knocker", 1)
    thumb.chip("lowest", 2)
    thumb.sees("#says", "Bo pays 1")
    thumb.save("Deal 1 saved: Bo pays 1")

    thumb.tap(".round a")
    thumb.tap('.choices a[href$="correct"]')
    thumb.chip("lowest", 2)
    thumb.chip("lowest", 3)
    thumb.tap("#save")
    thumb.tap("button.save")
    thumb.sees(".next .notice", "Deal 1 corrected")
    thumb.tap(".back button")
    thumb.sees(".next .notice", "Taken back: correction of deal 1")


def test_names_stand_beside_their_chips(at):
    thumb = at("scat", "quick", 3)

    names, chips = thumb.all(".lost .name"), thumb.all(".lost .chip:first-of-type")

    assert all(
        name.rect["x"] + name.rect["width"] <= chip.rect["x"] for name, chip in zip(names, chips, strict=True)
    )


def test_petukh_keeps_what_is_half_entered(at):
    thumb = at("petukh", "tricks", 4)
    for seat, tricks in ((2, 2), (3, 1)):
        thumb.chip(f"tricks-{seat}", tricks)
    thumb.sees("#says", "2 tricks left")

    thumb.open(thumb.driver.current_url.removeprefix(thumb.site))
    thumb.sees("#save", "not saved yet")
    assert thumb.down() == ["2", "1"]

    thumb.chip("tricks-4", 0)
    assert thumb.down() == ["2", "1", "0", "2"]
    thumb.save("Deal 1 saved")


def test_smoking_cat_by_the_keypad_and_by_cards(at):
    thumb = at("smoking-cat", "totals", 4, word="TONDA")
    for key in ("1", "4", "6", "next", "9"):
        thumb.tap(f'.keypad [data-key="{key}"]')
    assert thumb.value("points-1") == "4"
    thumb.save("Deal 1 saved: Bo takes T")

    thumb.tap('.way[href="?way=cards"]')
    thumb.tap(".picker .card")
    thumb.sees(".hand .card:not(.slot)", "Heim")


def test_alley_cat_goes_below_zero(at):
    thumb = at("alley-cat", "totals", 2)
    for key in ("2", "6", "−", "2"):
        thumb.tap(f'.keypad [data-key="{key}"]')

    thumb.save("Deal 1 saved")

    thumb.sees(".round", "−2")


def test_the_night_is_chosen_in_the_menu(at):
    thumb = at("scat", "cards", 3)
    for _ in range(3):
        thumb.tap(".picker .card:not(.suit)")
    thumb.sees(".worth", "9")

    thumb.tap(".menu summary")
    thumb.tap('[data-theme-choice="night"]')

    (page,) = thumb.all("body")
    assert page.value_of_css_property("background-color") == "rgb(20, 24, 27)"
