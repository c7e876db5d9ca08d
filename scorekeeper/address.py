"""Where a phone finds this machine: its addresses, a port of its own, the address as a picture."""

import fcntl
import itertools
import socket
import sys
from collections.abc import Iterator
from ipaddress import IPv4Address, ip_address
from urllib.parse import urlsplit

import segno

# The ioctl that asks an interface for its IPv4 address (SIOCGIFADDR), and where the answer has it.
ASK_ADDRESS = 0xC0206921 if sys.platform == "darwin" else 0x8915
ANSWER = slice(20, 24)

# Networks between this machine and its own containers and virtual machines: no phone is there.
INWARD = ("br-", "bridge", "docker", "veth", "virbr", "vmnet")

# White on black by number, not by name: a terminal's theme gives the names other colours.
WHITE_ON_BLACK, PLAIN = "\x1b[38;5;231;48;5;16m", "\x1b[0m"
# A character is two modules, one above the other; 1 is a dark one.
BLOCKS = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}


def network_addresses() -> list[str]:
    """The IPv4 addresses of this machine on the networks around it, the likeliest to be reached first."""
    found = dict.fromkeys(itertools.chain(_outward_address(), _interface_addresses()))
    return [str(one) for one in found if not (one.is_loopback or one.is_link_local or one.is_unspecified)]


def _outward_address() -> Iterator[IPv4Address]:
    """The address of the route that leads out; connecting a datagram socket sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("203.0.113.1", 9))
        except OSError:
            return
        yield IPv4Address(probe.getsockname()[0])


def _interface_addresses() -> Iterator[IPv4Address]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asker:
        for _, name in socket.if_nameindex():
            if name.startswith(INWARD):
                continue
            try:
                answer = fcntl.ioctl(asker, ASK_ADDRESS, name.encode().ljust(32, b"\0"))
            except OSError:
                continue  # down, or without an IPv4 address
            yield IPv4Address(answer[ANSWER])


def port_refusal(host: str, port: int) -> str | None:
    """Why `port` can't be listened on at `host`, in the system's words; nothing if it can."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as refusal:
            return refusal.strerror
    return None


def is_own(url: str) -> bool:
    """Whether an address leads back to the machine that it is asked from, as localhost does on every one."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def from_the_network(url: str) -> str:
    """An address of this machine as a phone beside it can open it; as it is, where no network was found."""
    if not is_own(url):
        return url
    parts = urlsplit(url)
    _, colon, port = parts.netloc.rpartition("]")[2].partition(":")
    return next((parts._replace(netloc=f"{host}{colon}{port}").geturl() for host in network_addresses()), url)


def qr_svg(url: str) -> str:
    """The QR code of an address as a picture in a page: dark on light by itself, whatever the page's colours."""
    code = segno.make(url, micro=False)
    return str(
        code.svg_inline(omitsize=True, border=3, svgclass=None, lineclass=None, dark="#000", light="#fff")
    )


def qr_lines(address: str) -> Iterator[str]:
    """The QR code of `address` in lines for a terminal, readable on a dark one and on a light one."""
    rows = list(segno.make(address, micro=False).matrix_iter(border=2))
    light = bytes(len(rows))
    for upper, lower in itertools.zip_longest(rows[::2], rows[1::2], fillvalue=light):
        drawn = "".join(BLOCKS[pair] for pair in zip(upper, lower, strict=True))
        yield f"{WHITE_ON_BLACK}{drawn}{PLAIN}"
