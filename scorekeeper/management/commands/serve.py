"""`manage.py serve`: makes all ready, says where the phones find it, and becomes the server."""

import os
import sys
from argparse import ArgumentParser
from ipaddress import IPv4Address
from typing import Any

from django.conf import settings
from django.core.checks import run_checks
from django.core.management import BaseCommand, CommandError, call_command
from django.db import OperationalError

from scorekeeper.address import network_addresses, port_refusal, qr_lines
from scorekeeper.collected import collect_changed

EVERYWHERE = IPv4Address(0)
USUAL_PORTS = range(8000, 8020)


class Command(BaseCommand):
    help = "Make all ready, say where the phones find it, and start the production server."
    requires_system_checks = ()  # they are run below, and take a line each

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host",
            type=IPv4Address,
            default=EVERYWHERE,
            help="the address to listen on, such as 127.0.0.1; all of this machine's, if not given",
        )
        parser.add_argument(
            "--port",
            default=os.environ.get("SCOREKEEPER_PORT") or os.environ.get("PORT"),
            help="the port to listen on; else SCOREKEEPER_PORT or PORT says it, else the first free from 8000",
        )

    def handle(self, *args: Any, host: IPv4Address, port: str | None, **options: Any) -> None:
        listening = self.asked_port(host, port) if port else self.first_free_port(host)
        try:
            self.check_machine()
            call_command("migrate", interactive=False, verbosity=0)
        except OperationalError as refusal:
            raise CommandError(f"The database can't be used: {refusal}") from refusal
        collect_changed()
        self.say_where(host, listening)
        become_server(host, listening)

    def asked_port(self, host: IPv4Address, port: str) -> int:
        if not (port.isdecimal() and 0 < int(port) < 1 << 16):
            raise CommandError(f"A port is a number from 1 to 65535; {port!r} is none.")
        if refusal := port_refusal(str(host), int(port)):
            raise CommandError(f"Port {port} can't be had: {refusal}. Another one: --port 8080")
        return int(port)

    def first_free_port(self, host: IPv4Address) -> int:
        for port in USUAL_PORTS:
            refusal = port_refusal(str(host), port)
            if refusal is None:
                return port
            self.stderr.write(f"Port {port} can't be had ({refusal}): trying the next.")
        raise CommandError("No usual port is free. Name one: --port 8080")

    def check_machine(self) -> None:
        for message in run_checks(databases=["default"]):
            if message.is_serious():
                raise CommandError(str(message))
            self.stderr.write(f"{message.msg} ({message.id})", self.style.WARNING)

    def say_where(self, host: IPv4Address, port: int) -> None:
        """Print the addresses, those for phones first, and on a terminal the first one's QR code."""
        hosts = [*network_addresses(), "localhost"] if host == EVERYWHERE else [str(host)]
        addresses = [f"http://{one}:{port}" for one in hosts]
        lines = ["", "Scorekeeper is at", "", *(f"    {address}" for address in addresses), ""]
        if host == EVERYWHERE and len(hosts) == 1:
            lines += ["No network was found: only this machine can reach it.", ""]
        elif self.stdout.isatty():
            code = qr_lines(addresses[0])
            lines += [*code, "", "For the camera of a phone in the same network. Ctrl+C ends the server.", ""]
        self.stdout.write("\n".join(lines))
        self.stdout.flush()


def become_server(host: IPv4Address, port: int) -> None:
    """Put the server in this process's place, so that signals reach it."""
    os.chdir(settings.BASE_DIR)
    server = [sys.executable, "-m", "scorekeeper.server", str(host), str(port)]
    os.execv(sys.executable, server)  # noqa: S606 - no shell is wanted
