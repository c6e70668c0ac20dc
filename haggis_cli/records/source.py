"""Files on their way to whoever reads them: this process, another one, or another machine."""

from pathlib import Path
from typing import NamedTuple

from haggis_cli.errors import HaggisError
from haggis_cli.records.store import Store


class Source(NamedTuple):
    """A file: what it is called, and its content, or what keeps it from being read; None: not read yet."""

    name: str
    data: bytes | HaggisError | None = None

    def read(self, store: Store) -> bytes:
        """The content; StoreError for what is not there, not a file or not readable."""
        if isinstance(self.data, HaggisError):
            raise self.data
        return store.read(Path(self.name)).data if self.data is None else self.data

    def fetched(self, store: Store) -> "Source":
        """The file with its content, to be sent where there is no such file."""
        try:
            return self._replace(data=self.read(store))
        except HaggisError as error:
            return self._replace(data=error)
