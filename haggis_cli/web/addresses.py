"""Where the server listens, and the addresses and names by which browsers reach it."""

import errno
import os
import socket
import sys
from contextlib import suppress
from ipaddress import ip_address

from haggis_cli.support.english import join_words
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.escaping import escape_text

HERE, EVERYWHERE, EVERYWHERE_6 = "127.0.0.1", "0.0.0.0", "::"
"""What a server listens at: this computer alone, or every network it is in.

The address and not the name `localhost`: that leads to ::1 as well, where another program may listen.
"""
USUAL_PORT = 8321
_TRIES = 20
_ASK_ADDRESS = {"linux": 0x8915, "darwin": 0xC0206921}
"""How each system is asked for the IPv4 address of an interface (SIOCGIFADDR)."""


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
                raise _no_port(host, each, error) from None
        else:
            listening.setblocking(False)
            return listening
    raise NoPort(f"the ports {USUAL_PORT} to {USUAL_PORT + _TRIES - 1} are taken: --port N takes another")


def _no_port(host: str, port: int, error: OSError) -> HaggisError:
    if error.errno == errno.EADDRNOTAVAIL and host == HERE:
        return NoNetwork("this computer has not even an address of its own (127.0.0.1): its network is switched off")
    if error.errno == errno.EADDRNOTAVAIL:
        known = find_addresses()
        more = f": it has {join_words(known)}" if known else ""
        return NoNetwork(f"{host} is no address of this computer{more}")
    if error.errno == errno.EADDRINUSE:
        return NoPort(f"port {port} is taken, perhaps by another 'haggis serve': --port N takes another")
    if error.errno in (errno.EACCES, errno.EPERM):
        return NoPort(f"port {port} is not yours to listen at: --port N takes another, such as {USUAL_PORT}")
    return NoPort(f"port {port} cannot be listened at: {error.strerror or error}; --port N takes another")


def find_lan_address() -> str:
    """The address of this computer in its network; NoNetwork where it is in none. Nothing is sent to find it.

    It is the one from which this computer reaches the rest of the world: where a VPN leads there, that of the VPN. One
    of the new kind (IPv6) is taken only where there is none of the old: those may be reached from outside the home.
    """
    # Addresses that nobody has (RFC 5737, RFC 3849): only the way there is looked up.
    for family, nobody in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((nobody, 9))
            address: str = probe.getsockname()[0]
            if not address.startswith(("127.", "0.", "::", "fe80:")):  # a link-local one has no place in an address bar
                return address
    raise NoNetwork("this computer is in no network: join one, or leave out --lan to use it on this computer alone")


def find_addresses() -> list[str]:
    """The IPv4 addresses of this computer in all its networks, as far as the system tells them. Nothing is sent."""
    found: list[str] = []
    if sys.platform == "win32":
        with suppress(OSError):
            found = socket.gethostbyname_ex(socket.gethostname())[2]
    elif sys.platform in _ASK_ADDRESS:
        found = [address for _, name in socket.if_nameindex() if (address := _address_of_interface(name))]
    return [address for address in dict.fromkeys(found) if not address.startswith(("127.", "169.254.", "0."))]


def _address_of_interface(name: str) -> str:
    """The IPv4 address of a network interface; empty for none."""
    from fcntl import ioctl  # POSIX has it

    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        answer = ioctl(asking, _ASK_ADDRESS[sys.platform], os.fsencode(name)[:15].ljust(40, b"\0"))
        return socket.inet_ntoa(answer[20:24])  # behind the name: the kind of address, its port, the address
    return ""


def check_address(text: str) -> str:
    """An address by which a person says that phones shall reach this computer; UsageError for what is none."""
    try:
        address = ip_address(text)
    except ValueError:
        raise UsageError(f"'{escape_text(text)}' is no address: write one like 192.168.1.5") from None
    is_bare = address.version == 6 and address.is_link_local  # it has no place in an address bar
    if address.is_unspecified or address.is_loopback or address.is_multicast or is_bare:
        raise UsageError(f"no phone reaches {text}: --host takes an address that this computer has in its network")
    return str(address)


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
