"""A recorded round as a value to be rendered: its tricks, plays, captures and leftover cards."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import inline_name
from haggis_cli.rules.cards import Cards, count, pack
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Phase, Play
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import Table, Variant
from haggis_cli.support.players import short_names
from haggis_cli.support.text import LEFT_TO_RIGHT, PLACES, join_words, pluralize


@dataclass(frozen=True, slots=True)
class Step:
    """One event; `number` is its place in the round, from 1.

    reading: what the play counts as; None for other events.
    hand_count: the number of opponents' cards recorded if the player goes out with this play, else None.
    """

    number: int
    event: Event
    reading: Reading | None = None
    hand_count: int | None = None


@dataclass(frozen=True, slots=True)
class TrickStory:
    """A trick; `number` is its place in the round, from 1.

    winner, taker: the seats that won and captured it; None until it is over.
    cards: the number of cards captured.
    """

    number: int
    steps: tuple[Step, ...]
    winner: int | None = None
    taker: int | None = None
    cards: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class Leftover:
    """Cards nobody played.

    holder: the seat that holds them; None for the haggis.
    cards, points: None if unknown.
    taker: the seat that captures them; None if nobody does.
    """

    holder: int | None
    count: int
    cards: Cards | None
    points: int | None
    taker: int | None


@dataclass(frozen=True, slots=True)
class RoundStory:
    """A recorded round.

    before: the bets, bids and passed cards before the first trick.
    leftovers: the cards nobody played; empty while the round goes on.
    leftover_points: the points of them that the first player out captures if only the sum is known, else None.
    unjudged: the numbers and texts of the events after a violation.
    """

    before: tuple[Step, ...]
    tricks: tuple[TrickStory, ...]
    leftovers: tuple[Leftover, ...]
    leftover_points: int | None
    unjudged: tuple[tuple[int, str], ...]


def round_story(report: Report, played: RoundReport) -> RoundStory:
    """The story of a recorded round, as far as it is legal and known."""
    before, tricks = _sort_into_tricks(played)
    stopped = next((each.event for each in report.violations if each.round == played.number and each.event), None)
    first = 1 if report.is_unjudged(played) else stopped + 1 if stopped else None
    texts = played.record.events or []
    rests = tuple(_leftovers(played)) if played.complete else ()
    return RoundStory(
        before=tuple(before),
        tricks=tuple(_trick(number, tuple(steps), played) for number, steps in sorted(tricks.items())),
        leftovers=rests,
        leftover_points=_leftover_points(played, rests),
        unjudged=tuple(enumerate(texts[first - 1 :], first)) if first else (),
    )


def _sort_into_tricks(played: RoundReport) -> tuple[list[Step], dict[int, list[Step]]]:
    """The events before the first trick, and the events of each trick by its number."""
    before: list[Step] = []
    tricks: dict[int, list[Step]] = {}
    playing = False
    for number, (state, event, after) in enumerate(played.steps(), 1):
        playing = playing or isinstance(event, Play)
        step = _step(number, event, state, after)
        if playing or (state.phase is Phase.PLAY and not isinstance(event, Bet)):
            tricks.setdefault(_trick_number(state, event), []).append(step)
        else:
            before.append(step)
    return before, tricks


def _step(number: int, event: Event, state: Round, after: Round) -> Step:
    if not isinstance(event, Play):
        return Step(number, event)
    # A play that ends the round has already closed its trick.
    played = after.trick[-1] if after.trick else after.tricks[-1].plays[-1]
    went_out = len(after.out) > len(state.out)
    return Step(number, event, played.reading, after.counts[-1] if went_out else None)


def _trick_number(state: Round, event: Event) -> int:
    """The trick an event belongs to, from 1; its capture and the lead given away are recorded after it is over."""
    open_trick = len(state.tricks) + 1
    return len(state.tricks) if isinstance(event, Award | Lead) and not state.trick else open_trick


def _trick(number: int, steps: tuple[Step, ...], played: RoundReport) -> TrickStory:
    assert played.last is not None
    if number > len(played.last.tricks):
        return TrickStory(number, steps)
    trick = played.last.tricks[number - 1]
    value = played.last.table.variant.card_values
    return TrickStory(
        number=number,
        steps=steps,
        winner=trick.winner,
        taker=trick.taker,
        cards=trick.card_count,
        points=value.of(*trick.handfuls),
    )


def _leftovers(played: RoundReport) -> Iterator[Leftover]:
    state = played.last
    assert state is not None
    table, variant = state.table, state.table.variant
    for holder in table.seats:
        if size := state.sizes[holder]:
            cards = None if state.hands is None else state.hands[holder]
            yield Leftover(holder, size, cards, _worth(variant, size, cards), variant.hand_taker(state, holder))
    if size := table.setup.haggis(len(table.names)):
        cards = None if state.hands is None else pack(state.haggis)
        taker = state.out[0] if variant.haggis_taken else None
        yield Leftover(None, size, cards, _worth(variant, size, cards), taker)


def _worth(variant: Variant, size: int, cards: Cards | None) -> int | None:
    """The points of this many cards; if the cards are unknown, only when all cards are worth the same."""
    value = variant.card_values
    if cards is not None:
        return value.of(cards)
    return None if value.even is None else value.even * size


def _leftover_points(played: RoundReport, rests: tuple[Leftover, ...]) -> int | None:
    """The points that the first player out captured besides tricks, if they are not known hand by hand."""
    state, outcome = played.last, played.outcome
    if state is None or outcome is None or not state.captures_known or all(rest.points is not None for rest in rests):
        return None
    first, value = outcome.out[0], state.table.variant.card_values
    in_tricks = sum(value.of(*trick.handfuls) for trick in state.tricks if trick.taker == first)
    return outcome.captured[first] - in_tricks


# Sentences on an event, a trick or a remaining hand.


class StoryPhrases:
    """The sentences for one table.

    times: the multiplication sign.
    secret: whether cards passed face down are only counted.
    names: by seat, the names used in the sentences; by default those of the table.
    apostrophe: the sign in "opponent's".
    """

    def __init__(
        self,
        table: Table,
        render_cards: Callable[[Cards], str],
        times: str,
        *,
        secret: bool = False,
        names: Sequence[str] | None = None,
        apostrophe: str = "'",
    ) -> None:
        self.table = table
        self.names = names or [inline_name(name) for name in table.names]
        self._render_cards = render_cards
        self._times = times
        self._secret = secret
        self._hand = f"opponent{apostrophe}s hand" if len(table.names) == 2 else "fullest hand"

    def describe_event(self, event: Event) -> str:
        """A player's action in a sentence that begins with the name and has no full stop."""
        return f"{self.names[event.seat]} {self._describe_action(event)}"

    def _describe_action(self, event: Event) -> str:
        match event:
            case Pass():
                return "passes"
            case Bet():
                return f"bets {self.table.variant.betting.bet_text(event.amount)}"
            case Bid():
                return f"bids {event.amount}"
            case Exchange():
                if self._secret:
                    return f"exchanges {pluralize(count(event.cards), 'card')} with the haggis"
                return f"discards {self._render_cards(event.cards)}"
            case Give():
                partners = join_words([self.names[seat] for seat in self.table.partners(event.seat)])
                return f"passes {'a card' if self._secret else self._render_cards(event.cards)} to {partners}"
            case Award():
                return f"has {self.names[event.to]} capture the trick"
            case Lead():
                return f"gives the lead to {self.names[event.to]}"
            case Play():
                return f"plays {self._render_cards(event.cards)}"

    def describe_passes(self, seats: list[int]) -> str:
        """A sentence on consecutive passes."""
        return f"{join_words([self.names[seat] for seat in seats])} {'passes' if len(seats) == 1 else 'pass'}"

    def describe_going_out(self, seat: int, out: tuple[int, ...], recorded: int) -> str:
        """A sentence on going out.

        out: who goes out in the round, in order. recorded: the number of opponents' cards recorded; 0 if none.
        """
        place = out.index(seat)
        told = f"{self.names[seat]} goes out {PLACES[place]}"
        if not recorded:
            return told
        points = self.table.variant.hand_points
        product = f"{recorded}{self._times}{points} = {recorded * points}"
        if self.table.repeats_first_count(seat, out[: place + 1]):
            return f"{told}, a slam: {product} again"
        return f"{told}; {self._hand} {product}"

    def describe_capture(self, trick: TrickStory) -> str:
        """A sentence on who captured a trick that is over."""
        assert trick.winner is not None
        assert trick.taker is not None
        what = self.describe_value(trick.cards, trick.points)
        if trick.taker == trick.winner:
            return f"{self.names[trick.winner]} captures {what}"
        return f"{self.names[trick.winner]} wins with a bomb; {self.names[trick.taker]} captures {what}"

    def describe_value(self, number: int, points: int | None) -> str:
        """The number of cards, with their points unless each card is worth one point."""
        cards = pluralize(number, "card")
        if points is None or self.table.variant.card_values.even == 1:
            return cards
        return f"{cards}, {pluralize(points, 'point')}"

    def describe_leftover(self, rest: Leftover) -> str:
        """The value of a remaining hand or the haggis, as far as it is known, and who captures it."""
        what = self.describe_value(rest.count, rest.points)
        return f"{what} to {'nobody' if rest.taker is None else self.names[rest.taker]}"

    def describe_leftover_capture(self, seat: int, points: int) -> str:
        """A sentence on the unseen cards that the first player out captured."""
        return f"{self.names[seat]} captures what is left: {pluralize(points, 'point')}"


def story_names(names: Sequence[str]) -> list[str]:
    """The short names for the lines of a page: a right-to-left name does not move the text after it."""
    return [inline_name(name).removeprefix(LEFT_TO_RIGHT) for name in short_names(names)]
