"""A browser without scripts: the forms of a page, filled in and sent by one of their buttons."""

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Form:
    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    pressed: list[tuple[str, str]] = field(default_factory=list)
    """The buttons that are shown as pressed."""

    def all(self, name):
        return [value for told, value in self.fields if told == name]

    def get(self, name):
        return self.all(name)[-1] if self.all(name) else None

    def values(self, button):
        return [value for name, value in self.buttons if name == button]


class _Forms(HTMLParser):
    def __init__(self, address):
        super().__init__()
        self.address = address
        self.forms = []
        self.form = None
        self.unused = 0

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag == "template":
            self.unused += 1
        elif tag == "form":
            self.form = Form(attrs.get("action") or self.address)
            self.forms.append(self.form)
        elif self.form and not self.unused:
            self._part(self.form, tag, attrs)

    def handle_endtag(self, tag):
        if tag == "template":
            self.unused -= 1
        elif tag == "form":
            self.form = None

    def _part(self, form, tag, attrs):
        told = (attrs.get("name", ""), attrs.get("value", ""))
        if tag == "button":
            form.buttons.append(told)
            if attrs.get("aria-pressed") == "true":
                form.pressed.append(told)
        elif tag == "input" and (attrs.get("type") not in ("radio", "checkbox") or "checked" in attrs):
            form.fields.append(told)


def forms(response):
    """The forms of a page."""
    reader = _Forms(response.request["PATH_INFO"] + "?" + response.request["QUERY_STRING"])
    reader.feed(response.content.decode())
    return reader.forms


def form_with(response, button):
    """The form that has a button of this name."""
    return next(form for form in forms(response) if form.values(button))


def press(client, response, button, value=None, *, follow=True, **typed):
    """What the browser gets that fills in `typed` and presses a button of the page.

    Names in `typed` have two underscores for a hyphen; a list is a group of ticks.
    """
    form = form_with(response, button)
    value = form.values(button)[0] if value is None else str(value)
    assert value in form.values(button), (button, value)
    typed = {name.replace("__", "-"): told for name, told in typed.items()}
    data = {name: form.all(name) for name, _ in form.fields} | typed | {button: value}
    return client.post(form.action, data, follow=follow)
