"""What begins a line: `{{ board.counts|capital }}`."""

from django import template

from games.words import sentences

register = template.Library()

register.filter("capital", sentences.capital, is_safe=True)
