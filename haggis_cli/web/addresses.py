"""Where the server listens, and the addresses and names by which browsers reach it."""

import errno
import os
import socket
from contextlib import suppress

from haggis_cli.support.errors import HaggisError

HERE, EVERYWHERE, EVERYWHERE_6 = "127.0.0.1", "0.0.0.0", "::"
"""What a server listens at: this computer alone, or every network it is in.

The address and not the name `localhost`: that leads to ::1 as well, where another program may listen.
"""
USUAL_PORT = 8321
_TRIES = 20


class NoPort(HaggisError):
    """The server can listen nowhere."""


class NoNetwork(HaggisError):
    """This computer is in no network in which phones could reach it."""


def open_socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens on a port; without one on the usual port or, where that is taken, one of the next.

    NoPort where it cannot be had.
    """
    ports = [port] if port is not None else range(USUAL_PORT, USUAL_PORT + _TRIES)
    for each in ports:
        listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
        # Windows would let two programs share a port; elsewhere this takes one that was let go a moment ago.
        alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
        listening.setsockopt(socket.SOL_SOCKET, alone, 1)
        try:
            listening.bind((host, each))
            listening.listen(256)
        except OSError as error:
            listening.close()
            if error.errno != errno.EADDRINUSE or port is not None:
                raise _no_port(each, error) from None
        else:
            listening.setblocking(False)
            return listening
    raise NoPort(f"the ports {USUAL_PORT} to {USUAL_PORT + _TRIES - 1} are taken: --port N takes another")


def _no_port(port: int, error: OSError) -> HaggisError:
    if error.errno == errno.EADDRNOTAVAIL:
        return NoNetwork("this computer has not even an address of its own (127.0.0.1): its network is switched off")
    if error.errno == errno.EADDRINUSE:
        return NoPort(f"port {port} is taken, perhaps by another 'haggis serve': --port N takes another")
    if error.errno in (errno.EACCES, errno.EPERM):
        return NoPort(f"port {port} is not yours to listen at: --port N takes another, such as {USUAL_PORT}")
    return NoPort(f"port {port} cannot be listened at: {error.strerror or error}; --port N takes another")


def find_lan_address() -> str:
    """The address of this computer in its network; NoNetwork where it is in none. Nothing is sent to find it.

    One of the new kind (IPv6) only where there is none of the old: those may be reached from outside the home.
    """
    # Addresses that nobody has (RFC 5737, RFC 3849): only the way there is looked up.
    for family, nobody in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((nobody, 9))
            address: str = probe.getsockname()[0]
            if not address.startswith(("127.", "0.", "::", "fe80:")):  # a link-local one has no place in an address bar
                return address
    raise NoNetwork("this computer is in no network: join one, or leave out --lan to use it on this computer alone")


def listening_place(lan_address: str | None) -> str:
    """Where to listen: at this computer alone, or in every network, by the kind of address that it has there."""
    if lan_address is None:
        return HERE
    return EVERYWHERE_6 if ":" in lan_address else EVERYWHERE


def url_host(address: str) -> str:
    """An address as it stands in a URL."""
    return f"[{address}]" if ":" in address else address


def local_names(lan_address: str | None) -> frozenset[str]:
    """The names by which browsers may call the server: those of this computer alone, or of its network, too."""
    names = {"localhost", HERE, "::1"}
    if lan_address:
        name = socket.gethostname().casefold().rstrip(".").removesuffix(".local")
        names |= {lan_address, *({name, f"{name}.local"} if name else ())}
    return frozenset(names)


def allow_open_files(wanted: int) -> int:
    """Let this process have many connections open; how many files and connections it may have at once."""
    if os.name == "nt":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft != unlimited and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted if hard == unlimited else min(wanted, hard), hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == unlimited else min(wanted, soft)
