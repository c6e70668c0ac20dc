"""What a server was started with."""

from typing import NamedTuple

from haggis_cli.matches.store.folder import Store
from haggis_cli.web.access.keys import Keys


class Settings(NamedTuple):
    """What a server was started with."""

    store: Store
    """The folder of matches."""
    keys: Keys
    """The secrets that let browsers in."""
    hosts: frozenset[str]
    """The names and addresses, without port, by which browsers may call the server."""
    match_id: str | None = None
    """The match that the first page leads to; None for the list of matches."""
    read_only: bool = False
    """Whether nobody may change anything."""
    address: str = ""
    """How browsers reach the server, such as `http://192.168.1.5:8321`."""
    lan: bool = False
    """Whether phones of the network reach it; else only this computer."""

    @property
    def write_link(self) -> str | None:
        """What lets a phone in to write; None where nobody may."""
        return None if self.read_only else f"{self.address}/k/{self.keys.write}"

    @property
    def watch_link(self) -> str:
        """What lets a phone in to watch."""
        return f"{self.address}/k/{self.keys.watch}"
