"""Money: whole minor units of a currency, how they are typed, and how they are said.

An amount is an integer of the currency's smallest unit: 1250 is 12.50 UAH, 1250 JPY, 1.250 KWD. No
float ever holds one. Reading is the same in every language, and nothing is guessed: a single comma or
point is the decimal one, and what has more decimals than the currency is refused.
"""

from __future__ import annotations

import re
from decimal import Decimal

from babel.core import Locale, get_global
from babel.numbers import (
    format_decimal,
    get_currency_name,
    get_currency_symbol,
    get_territory_currencies,
)

from games.scoring.refusal import Refused

_BY_DECIMALS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: """AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD
        CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP
        GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD
        MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP
        PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT
        TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG""",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
DECIMALS = {code: decimals for decimals, codes in _BY_DECIMALS.items() for code in codes.split()}
"""The currencies of ISO 4217 that have a minor unit, and its number of decimals. The locale data that
names them has others for some (none for HUF), as cash is handled; money is counted by the standard.
A currency that leaves the standard stays here: old evenings were played for it."""

USUAL = ("EUR", "USD", "UAH", "GEL", "RUB", "GBP", "PLN", "TRY", "ILS", "KZT", "AMD", "AZN")
"""What tables play for most, in the order in which it is offered."""

_AMOUNT = re.compile(
    r"""(?P<whole> \d*
      | \d{1,3} (?P<gap> [ \u00a0\u2009\u202f'’] | ,(?=[\d,]*\.) | \.(?=[\d.]*,) ) \d{3} (?: (?P=gap)\d{3} )* )
    (?: [.,] (?P<part>\d+) )?""",
    re.VERBOSE,
)
"""Digits, or groups of three set off by spaces, by apostrophes, or by whichever of comma and point is not
the decimal one; then perhaps decimals."""
_PERHAPS_THOUSANDS = re.compile(r"[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*")
_FIGURES = 30
"""What has more is larger than anything."""
_MINUS = "\N{MINUS SIGN}"
_SIGNS = "-\N{EN DASH}" + _MINUS


def decimals(currency: str) -> int:
    """How many decimals the currency has; raises `Refused` (`currency-unknown`)."""
    if currency not in DECIMALS:
        raise Refused("currency-unknown", got=currency)
    return DECIMALS[currency]


def amount(typed: str, currency: str, most: int) -> int:
    """The minor units that somebody typed: nought or more, and at most `most`.

    "0,50" and "0.50" are the same, ",5" too. "1,234" is 1234 fils of a dinar, which has three decimals,
    and refused of a hryvnia, which has two: it may have been meant for a thousand. "1 234", "1'234",
    "1.234,50" and "1,234.50" can mean only one thing. A currency without decimals takes none, not even 0.

    Raises `Refused`: `amount-missing`, `amount-below-zero`, `not-an-amount`, `amount-unclear`,
    `amount-too-fine` (`want`: the decimals there are) or `amount-too-large` (`want`: the most, in minor
    units).
    """
    return _read(typed, decimals(currency), most, currency=currency)


def units(typed: str, most: int) -> int:
    """The poens or pennies that somebody typed: read, and refused, as an amount without decimals."""
    return _read(typed, 0, most)


def _read(typed: str, places: int, most: int, **facts: str) -> int:
    """What was typed, in units of which the last of so many places is one; `facts` are for a refusal."""
    typed = typed.strip()
    if not typed:
        raise Refused("amount-missing")
    if typed[0] in _SIGNS:
        raise Refused("amount-below-zero", got=typed)
    told = _AMOUNT.fullmatch(typed)
    part = told["part"] or "" if told else ""
    if (told is None or len(part) > places) and _PERHAPS_THOUSANDS.fullmatch(typed):
        raise Refused("amount-unclear", got=typed)
    if told is None:
        raise Refused("not-an-amount", got=typed)
    if len(part) > places:
        raise Refused("amount-too-fine", got=typed, want=places, **facts)
    figures = re.sub(r"\D", "", told["whole"]) + part.ljust(places, "0")
    if len(figures) > _FIGURES or int(figures) > most:
        raise Refused("amount-too-large", got=typed, want=most, **facts)
    return int(figures)


def said(amount: int, currency: str, language: str) -> str:
    """An amount for people, as their language writes it: −1 234,50 ₴."""
    locale = _locale(language)
    symbol = get_currency_symbol(currency, locale)
    pattern = locale.currency_formats["standard"].pattern.replace("0.00", _nought(currency))
    if symbol[-1].isalpha():
        pattern = pattern.replace("¤#", "¤\N{NO-BREAK SPACE}#")
    text = format_decimal(_exact(abs(amount), currency), pattern, locale)
    return (_MINUS if amount < 0 else "") + text.replace("¤", symbol)


def written(amount: int, currency: str, language: str) -> str:
    """An amount, nought or more, as somebody would type it: what a field holds that is filled in already."""
    return format_decimal(_exact(amount, currency), _nought(currency), _locale(language))


def named(currency: str, language: str) -> str:
    """What the currency is called: українська гривня."""
    return get_currency_name(currency, locale=_locale(language))


def local(zone: str) -> list[str]:
    """The currencies that are paid with where clocks go by a time zone, the usual one first."""
    territory = get_global("zone_territories").get(zone)
    return [code for code in get_territory_currencies(territory) if code in DECIMALS] if territory else []


def _locale(language: str) -> Locale:
    return Locale.parse(language, sep="-")


def _nought(currency: str) -> str:
    """The pattern of a single figure with all its decimals."""
    return f"{0:.{decimals(currency)}f}"


def _exact(amount: int, currency: str) -> Decimal:
    """In whole units of the currency."""
    return Decimal(f"{amount}E-{decimals(currency)}")
