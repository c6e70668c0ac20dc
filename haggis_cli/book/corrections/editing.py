"""Editing a match file as text: what an editor is given, how the text it leaves is read, and how that is saved."""

from abc import ABC, abstractmethod

from haggis_cli.book.corrections.amending import Correction, save_correction
from haggis_cli.book.corrections.lookup import find_round
from haggis_cli.book.corrections.typed_figures import check_changed_figures
from haggis_cli.book.match import (
    OpenMatch,
    ReportCheck,
    adjudicate_snapshot,
    preview,
    read_match,
)
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.store.places import home_folder
from haggis_cli.matches.store.snapshot import Snapshot
from haggis_cli.matches.toml.changes import round_block, with_round_block
from haggis_cli.matches.toml.guard import encode_utf8, parse_toml
from haggis_cli.support.errors import HaggisError


class Edit(ABC):
    """A text that a person edits.

    name: a file name for the editor.
    data: the text before it is edited.
    number: the number of the round that is edited; None for the whole file.
    """

    def __init__(self, name: str, data: bytes, number: int | None = None) -> None:
        self.name = name
        self.data = data
        self.number = number

    @abstractmethod
    def parse(self, data: bytes) -> OpenMatch:
        """The match with the edited text, not saved. HaggisError if it cannot be read."""

    @abstractmethod
    def check_figures(self, after: OpenMatch) -> None:
        """RulesError for typed-in figures that were edited to what cannot have happened."""

    @abstractmethod
    def correction(self, after: OpenMatch) -> Correction | None:
        """The edit as a correction, whose warnings and violations a person must agree to; None if nothing is asked."""

    @abstractmethod
    def save(self, after: OpenMatch) -> OpenMatch:
        """Save an edited match; the match as it now is. Conflict if somebody else has changed it."""

    @abstractmethod
    def load_current(self) -> OpenMatch:
        """The match as it is while nothing is saved."""


class MatchEdit(Edit):
    """A whole match file, which need not even be readable.

    What breaks the rules is saved without a question, but for typed-in figures that are edited to what cannot be.

    The arguments are those of `open_match`.
    """

    def __init__(self, match: str | None, home: str | None, check_report: ReportCheck | None = None) -> None:
        self._store = Store(home_folder(home))
        self._snapshot = self._store.read(self._store.find(match))
        self._check_report = check_report
        super().__init__(self._snapshot.path.name, self._snapshot.data)

    def parse(self, data: bytes) -> OpenMatch:
        """The match that the file describes now."""
        return adjudicate_snapshot(self._store, Snapshot(self._snapshot.path, data), self._check_report)

    def check_figures(self, after: OpenMatch) -> None:
        """RulesError as for every edit; nothing is refused where the file could not be read before."""
        try:
            before = adjudicate_snapshot(self._store, self._snapshot)
        except HaggisError:
            return
        check_changed_figures(before, after)

    def correction(self, after: OpenMatch) -> Correction | None:
        """None: whoever edits the whole file is asked nothing."""
        return None

    def save(self, after: OpenMatch) -> OpenMatch:
        """Save the file."""
        return after._replace(snapshot=self._store.save(self._snapshot, after.file.data))

    def load_current(self) -> OpenMatch:
        """The match in the file."""
        return read_match(self._store, self._snapshot.path, self._check_report)


class RoundEdit(Edit):
    """One round of a match, edited as a correction: undo takes it back. UsageError if there is no such round."""

    def __init__(self, match: OpenMatch, number: int) -> None:
        find_round(match.report, number)
        self._match = match
        self._place = number - 1
        block = round_block(match.file, self._place)
        super().__init__(f"{match.path.stem}-round-{number}.toml", encode_utf8(block), number)

    def parse(self, data: bytes) -> OpenMatch:
        """The match with the edited round."""
        text, _ = parse_toml(data, self.name)
        return preview(self._match, with_round_block(self._match.file, self._place, text))

    def check_figures(self, after: OpenMatch) -> None:
        """RulesError as for every edit."""
        check_changed_figures(self._match, after)

    def correction(self, after: OpenMatch) -> Correction:
        """The match before and after."""
        return Correction(self._match, after)

    def save(self, after: OpenMatch) -> OpenMatch:
        """Save the round."""
        return save_correction(self.correction(after))

    def load_current(self) -> OpenMatch:
        """The match as it was opened."""
        return self._match
