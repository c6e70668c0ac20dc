"""One round as people write it down: its plays or its figures, and the notes between them.

A match file keeps one or the other. A bet says the same among both, so in a round of figures it is a figure.
"""

from dataclasses import dataclass, field

from haggis_cli.exchange.formats.text.loose_figures import RoundFigures, add_figures, looks_like_figures
from haggis_cli.matches.model import RoundRecord
from haggis_cli.support.errors import RecordError
from haggis_cli.support.escaping import escape_text


@dataclass(frozen=True)
class _Said:
    """What one line of a text says of a player."""

    line: int
    player: str
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: '{escape_text(f'{self.player}: {self.what}')}'"


@dataclass
class LooseRound:
    """What has been read of one round.

    said: the number that the text gives it; None where it has no heading.
    notes: its lines that are neither.
    over: whether what was left over has been told, after which cards alone are no play.
    derived: lines by number that follow from plays, if there are any: who captured, who went out.
    """

    said: int | None = None
    notes: list[str] = field(default_factory=list)
    over: bool = False
    derived: list[tuple[int, str]] = field(default_factory=list)
    _events: list[_Said] = field(default_factory=list)
    _figures: list[_Said] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether nothing is known of what happened."""
        return not self._events and not self._figures

    @property
    def follows_from_plays(self) -> bool:
        """Whether plays alone are known, from which everything else follows."""
        return bool(self._events) and not self._figures

    def add_event(self, line: int, player: str, action: str) -> None:
        """Add what a player did, in notation."""
        self._events.append(_Said(line, player, action))

    def add_figures(self, line: int, player: str, text: str) -> None:
        """Add a player's figures."""
        self._figures.append(_Said(line, player, text))

    def to_record(self) -> tuple[RoundRecord, dict[str, str]]:
        """The round as a match file keeps it, and the bets that stand there by name; RecordError where it is neither.

        Nothing is left out: what contradicts itself, or is said beside the other, is refused with its line.
        """
        notes = "\n".join(self.notes)
        if not self._figures:
            return RoundRecord(events=[f"{said.player}: {said.what}" for said in self._events], notes=notes), {}
        play = next((said for said in self._events if not looks_like_figures(said.what)), None)
        if play is not None:
            raise RecordError(
                f"{play} is a play, and {self._figures[0]} gives the figures of the same round: "
                "a round is kept as one or the other, so take one of them out"
            )
        figures = RoundFigures()
        for said in sorted([*self._events, *self._figures], key=lambda said: said.line):
            try:
                add_figures(figures, said.player, said.what)
            except RecordError as error:
                raise RecordError(f"{said}: {error}") from None
        return RoundRecord(table=figures.to_record(), notes=notes), figures.named
