"""Who calls: the address that a request comes from, as far as it can be believed."""

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

CUSTOMER = 48
"""An IPv6 address counts by so many bits of it: with those below, one customer can do as he likes."""


def caller(request: HttpRequest) -> str:
    """The address of whoever sent a request, or the network of one customer in which that is.

    Behind the proxy it is what the proxy wrote last into X-Forwarded-For; what stands before that, anybody
    may have written. It is "" where the server does not know.
    """
    told = request.headers.get("X-Forwarded-For", "") if settings.HTTPS else ""
    for text in (told.rpartition(",")[2].strip(), request.META.get("REMOTE_ADDR", "")):
        try:
            return _one_customer(ip_address(text))
        except ValueError:
            continue
    return ""


def _one_customer(address: IPv4Address | IPv6Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, CUSTOMER), strict=False))
