"""What is English of what a page says."""

import json
import re
from html.parser import HTMLParser

from games.money import DECIMALS

OURS = {"Scorekeeper", "BEAC", "CFA", "CFP", "UDI", "WIR", *DECIMALS}
"""What stays in Latin letters: the app's name, and currencies."""
THEIRS = {"ka": {"Smoking", "Cat", "SCAT"}}
"""And what players of a language call a game."""
WORD = re.compile(r"[A-Za-z]{2,}")
ADDRESS = re.compile(r"(?:https?://|\btestserver\b)\S*")
SEEN = {"aria-label", "title", "placeholder", "alt"}
"""The attributes that somebody reads, or hears."""
CODES = {"data-deck", "data-clubs", "data-draft", "data-worked", "data-tricks"}
"""Attributes with words that nobody does."""


class Reader(HTMLParser):
    """What somebody reads on a page, or hears, or is told by a script, in the order of the page."""

    def __init__(self, page):
        super().__init__()
        self.texts, self.silent = [], []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        told = dict(attrs)
        other_language = tag in {"a", "button"} and "lang" in told
        if self.silent or other_language or told.get("translate") == "no" or tag in {"script", "style"}:
            if tag not in {"input", "meta", "link", "br", "img", "path", "rect"}:
                self.silent.append(tag)
            return
        self.texts += [value for name, value in attrs if value and (name in SEEN or is_sentence(name, value))]

    def handle_endtag(self, tag):
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data):
        if not self.silent:
            self.texts.append(data)


def is_sentence(name, value):
    """Whether an attribute holds a sentence for a script to say."""
    return name.startswith("data-") and name not in CODES and re.search(r"[a-z]{2,}\W* |^[A-Z][a-z]+$", value)


def left_over(answer, language):
    """The English that is left of an answer."""
    kind, text = answer.headers["Content-Type"], answer.getvalue().decode()
    if "javascript" in kind:
        texts = []
    elif "json" in kind:
        texts = [json.loads(text).get("description", "")]
    else:
        texts = Reader(text).texts
    return [
        text.strip()
        for text in texts
        if set(WORD.findall(ADDRESS.sub("", text))) - OURS - THEIRS.get(language, set())
    ]
