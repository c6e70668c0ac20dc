"""What has been answered of a round that is still being typed in."""

from dataclasses import dataclass, field

from haggis_cli.book.typed_round import TypedRound
from haggis_cli.rules.table import Table


@dataclass
class HalfRound:
    """What has been answered of a round. Players are seats, which count from 0."""

    out: list[int] = field(default_factory=list)
    """Who went out, in this order."""
    counts: dict[int, int] = field(default_factory=dict)
    """The opponents' cards recorded by each player who went out."""
    captured: dict[int, int] = field(default_factory=dict)
    """The captured points."""
    rest_seat: int | None = None
    """Whose pile was not counted and is what the others leave; None if nobody is said to have it."""
    stakes: dict[int, int | None] = field(default_factory=dict)
    """The bets, None for no bet; in an auction the bid of the Shepherd, and None for all if there is no Shepherd."""
    shepherd: int | None = None
    """Who won the auction, while the bid is not answered."""

    def __bool__(self) -> bool:
        """Whether anything has been answered."""
        return bool(self.out or self.counts or self.captured or self.stakes) or self.rest_seat is not None

    @classmethod
    def of_typed(cls, typed: TypedRound, table: Table) -> "HalfRound":
        """A whole round, as if each of its questions had been answered."""
        stakes = {seat: typed.stakes.get(seat) for seat in table.seats}
        return cls(list(typed.out), dict(typed.counts), dict(typed.captured), None, stakes)

    def typed(self) -> TypedRound:
        """The part of a round that a person sees as entries."""
        stakes = {seat: stake for seat, stake in self.stakes.items() if stake is not None}
        return TypedRound(list(self.out), dict(self.counts), dict(self.captured), stakes)
