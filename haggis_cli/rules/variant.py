"""A variant: the one value that says which rules are in force, and what a plugin exports; the table of a match, and
what a round is worth there.

`seat_players` makes the table: the variant with its options, who sits where, and the deck.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from operator import add
from typing import Any, NamedTuple, TypeAlias

from haggis_cli.rules import scoring
from haggis_cli.rules.betting import Betting, FreeBets, Stakes
from haggis_cli.rules.cards import SUIT_NAMES, Deck, Setup
from haggis_cli.rules.events import RULEBOOK_HEADINGS, Breach, Clause, OpenQuestion, RoundView, Trick, TrickPlay
from haggis_cli.rules.readings import Combinations

API = 1
OptionValue: TypeAlias = bool | str


class Choice(NamedTuple):
    """One value that an option can take.

    means: what it means, in words.
    changes: the fields of the variant that it changes, with their new values.
    """

    means: str
    changes: Mapping[str, Any] = {}


class Option(NamedTuple):
    """A house rule that a match can choose.

    name: what it is called in a match file.
    help: what it decides, in words.
    choices: what can be chosen, by value; a value is true, false, or a word.
    default: the value for matches that choose none.
    players: the numbers of players that it is for; empty for all that the variant allows.
    """

    name: str
    help: str
    choices: Mapping[OptionValue, Choice]
    default: OptionValue
    players: tuple[int, ...] = ()


class Ruling(NamedTuple):
    """How an open question of the rulebook is settled here.

    says: the answer, in words.
    source: where it comes from.
    settles: the questions that it settles; refusals that depend on them cite the ruling instead of the rulebook.
    on_records: whether it concerns only records kept by haggis, not play at the table.
    """

    says: str
    source: str
    settles: tuple[OpenQuestion, ...] = ()
    on_records: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Variant:
    """A way to play Haggis. Every difference between variants is a field here; no other code asks which one is played.

    A house variant is `dataclasses.replace(PARENT, id=..., name=..., ...)`. If a field is a function, the description
    of the variant shows the first paragraph of its docstring.

    api: the version of the plugin interface that the variant was written for, 1.
    id: the name that commands and match files use.
    name: the name for people.
    summary: one sentence about it.
    source: where the rules come from.
    rulebook: the rulebook's short name for citations.
    setups: what is dealt, by number of players.
    goals: when a match may end; the first is the default.
    usual: whether it is suggested first for its number of players.
    beginner: the rulebook's sentence on who leads, or deals, the first round.
    begins_by_lot: whether the rulebook decides by lot who begins the first round.
    headings: the headings of the clauses in the rulebook.
    revision: the edition of these rules; increase it by one whenever a change can alter the result of recorded matches.
    former: the earlier editions by number; matches recorded under one of them are judged by it.

    teams: the seats that score together, empty if everybody plays alone.
    round_sides: the sides of the next round, if partners change from round to round; everybody then scores alone.
    combinations: which combinations are played.
    betting: how players bet.
    gives: how many cards each player passes to the partner before the first trick.
    may_play: returns why a play that the combinations allow may not be made now; None if it may.

    bomb_taker: who may capture a trick won by a bomb.
    bomb_lead: whether the winner of a trick won by a bomb may give the lead to the partner.
    hand_taker: who captures the cards left in a hand at the end of the round; None for nobody.
    haggis_taken: whether the first player out captures the haggis.

    card_values: the points of captured cards.
    hand_points: the points for each opponent's card that a player records on going out.
    first_out_bonus: the bonus for the first player out, by number of players.
    slam_repeats: whether the second player out in a slam (partners go out first and second) records the first's count.
    only_first_records: whether only the first player out records the opponents' cards and scores for them.

    next_leader: who leads the next round.
    next_dealer: who deals the next round; None if the lead player deals.

    options: the house rules that a match can choose.
    rulings: the answers to open questions of the rulebook.
    """

    api: int
    id: str
    name: str
    summary: str
    source: str
    rulebook: str
    setups: Mapping[int, Setup]
    goals: tuple[scoring.Goal, ...]
    usual: bool = False
    beginner: str = ""
    begins_by_lot: bool = False
    headings: Mapping[Clause, str] = field(default_factory=lambda: RULEBOOK_HEADINGS)
    revision: int = 1
    former: Mapping[int, "Variant"] = field(default_factory=dict)

    teams: tuple[tuple[int, ...], ...] = ()
    round_sides: Callable[[scoring.Standing], tuple[tuple[int, ...], ...]] | None = None
    combinations: Combinations = field(default_factory=Combinations)
    betting: Betting = field(default_factory=FreeBets)
    gives: int = 0
    may_play: Callable[[RoundView, TrickPlay], Breach | None] | None = None

    bomb_taker: Callable[[RoundView, Trick], scoring.Takers] = scoring.opponent_of_winners_choice
    bomb_lead: bool = False
    hand_taker: Callable[[RoundView, int], int | None] = scoring.first_out_takes
    haggis_taken: bool = True

    card_values: scoring.CardValues = scoring.POINT_CARDS
    hand_points: int = 5
    first_out_bonus: Mapping[int, int] = field(default_factory=dict)
    slam_repeats: bool = False
    only_first_records: bool = False

    next_leader: Callable[[scoring.Standing], int] = scoring.lowest_total_leads
    next_dealer: Callable[[scoring.Standing], int | None] = scoring.no_dealer

    options: tuple[Option, ...] = ()
    rulings: tuple[Ruling, ...] = ()

    def __repr__(self) -> str:
        return f"<Variant: {self.id}>"

    def __eq__(self, other: object) -> bool:
        # What dataclass would write out for so many fields takes 0.4 % of the start of every command.
        return isinstance(other, Variant) and all(
            getattr(self, each.name) == getattr(other, each.name) for each in fields(self)
        )

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that it is for."""
        return tuple(sorted(self.setups))

    @property
    def has_dealer(self) -> bool:
        """Whether there is a dealer apart from the lead player."""
        return self.next_dealer is not scoring.no_dealer

    @property
    def kept_revision(self) -> int | None:
        """The revision that a match file names from its first round on; None for the first revision."""
        return self.revision if self.revision > 1 else None

    def at_revision(self, number: int) -> "Variant | None":
        """The variant as it was at this revision; None if its package does not have it.

        Revisions that a copy with another id has inherited do not count.
        """
        if number == self.revision:
            return self
        former = self.former.get(number)
        return former if former and former.id == self.id else None

    def option(self, name: str) -> Option | None:
        """The option with this name."""
        return next((option for option in self.options if option.name == name), None)

    def with_options(self, chosen: Mapping[str, OptionValue]) -> "Variant":
        """The variant with these options chosen."""
        changes: dict[str, Any] = {}
        for option in self.options:
            changes |= option.choices[chosen.get(option.name, option.default)].changes
        return replace(self, **changes) if changes else self

    def house_rules(self, chosen: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """What these options decide, in the words of the questions for a new match."""
        return tuple(
            f"{option.help.rstrip('.?')}: {option.choices[chosen[option.name]].means}"
            for option in self.options
            if option.name in chosen
        )

    def cite(self, clause: Clause, question: OpenQuestion | None = None) -> str:
        """The place in the rulebook that people can look up, or the ruling on it that settles the question.

        question: what a refusal depends on, if some rulebooks leave that open.
        """
        place = f"{self.rulebook}, {self.headings.get(clause) or RULEBOOK_HEADINGS[clause]}"
        settled = question is not None and any(question in ruling.settles for ruling in self.rulings)
        return f"ruling on {place}" if settled else place


# The table of one match.


class Table(NamedTuple):
    """Who plays, and by which rules. A seat is a number from 0, clockwise.

    variant: the variant, with the chosen options in force.
    names: the players' names by seat.
    setup: what is dealt.
    deck: the suit cards.
    sides: the seats of each side: a player alone, or a team.
    side_names: what each side is called.
    options: the options that this match has chosen, by name.
    """

    variant: Variant
    names: tuple[str, ...]
    setup: Setup
    deck: Deck
    sides: tuple[tuple[int, ...], ...]
    side_names: tuple[str, ...]
    options: Mapping[str, OptionValue] = {}

    def __repr__(self) -> str:
        return f"<Table: {self.variant.id}, {', '.join(self.names)}>"

    @property
    def seats(self) -> range:
        """Every seat, clockwise."""
        return range(len(self.names))

    def left(self, seat: int, steps: int = 1) -> int:
        """The next seat clockwise, or the one `steps` further."""
        return (seat + steps) % len(self.names)

    def clockwise_from(self, seat: int) -> tuple[int, ...]:
        """Every seat, beginning with this one."""
        return (seat, *to_the_left(len(self.names), seat))

    def side(self, seat: int) -> int:
        """The number of the side (a player, or a team) that the seat scores for."""
        return _side_numbers(self.sides)[seat]

    def partners(self, seat: int) -> tuple[int, ...]:
        """The other seats of the same team."""
        return tuple(other for other in self.sides[self.side(seat)] if other != seat)

    def with_sides(self, sides: tuple[tuple[int, ...], ...]) -> "Table":
        """The table of a round with these sides; the table itself where a round has none of its own."""
        return self._replace(sides=sides, side_names=name_sides(sides, self.names)) if sides else self

    def ended_by(self, out: tuple[int, ...]) -> bool:
        """Whether a round is over when these players are out: one player is left, or a whole team is out (rules P5).

        A player alone against one team is a whole side, too: with that player out nobody is left to play against.
        """
        if len(out) >= len(self.names) - 1:
            return True
        if len(out) < 2 and len(self.sides) > 2:
            return False
        return any(set(side) <= set(out) for side in self.sides if len(side) > 1 or len(self.sides) == 2)

    def recorders(self, out: tuple[int, ...]) -> tuple[int, ...]:
        """Those of the players out, in this order, who record the opponents' cards (rules P4)."""
        return out[:1] if self.variant.only_first_records else out

    def is_slam(self, out: tuple[int, ...]) -> bool:
        """Whether partners went out first and second; further partners, in larger teams, do not matter."""
        return len(out) > 1 and out[1] in self.partners(out[0])

    def repeats_first_count(self, seat: int, out: tuple[int, ...]) -> bool:
        """Whether a player records the same count as the first, having gone out second in a slam.

        out: who has gone out, in order, the player among them.
        """
        rules = self.variant
        return rules.slam_repeats and not rules.only_first_records and out[1:2] == (seat,) and self.is_slam(out)

    def opponents(self, seat: int) -> tuple[int, ...]:
        """Everybody on another side, clockwise from the seat."""
        side = self.sides[self.side(seat)]
        return tuple(other for other in self.clockwise_from(seat) if other not in side)


def seat_players(
    variant: Variant,
    names: tuple[str, ...],
    *,
    options: Mapping[str, OptionValue] | None = None,
    letters: str | None = None,
    team_names: tuple[str, ...] = (),
) -> Table:
    """The table for these players, clockwise; they must be a number of players that the variant is for."""
    setup = variant.setups[len(names)]
    sides = variant.teams or tuple((seat,) for seat in range(len(names)))
    side_names = team_names or name_sides(sides, names)
    deck = Deck(letters or "".join(SUIT_NAMES)[: setup.suits], setup.copies)
    return Table(variant.with_options(options or {}), names, setup, deck, sides, side_names, options or {})


def name_sides(sides: Sequence[Sequence[int]], names: Sequence[str]) -> tuple[str, ...]:
    """What sides are called that have no name of their own: by their players, `Noah & Isla`."""
    return tuple([" & ".join([names[seat] for seat in side]) for side in sides])


@cache
def to_the_left(players: int, seat: int) -> tuple[int, ...]:
    """The other seats clockwise, the nearest first."""
    return tuple((seat + step) % players for step in range(1, players))


@cache
def _side_numbers(sides: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    return {seat: number for number, seats in enumerate(sides) for seat in seats}


# What a round is worth, and where the match stands after it.


class Outcome(NamedTuple):
    """What counts of a finished round, whether it was recorded or typed in.

    out: the seats that went out, in order.
    counts: the opponents' cards that each seat recorded; 0 for a seat that did not go out.
    captured: the points of the cards that each seat captured.
    stakes: the bets that count.
    """

    out: tuple[int, ...]
    counts: tuple[int, ...]
    captured: tuple[int, ...]
    stakes: Stakes


class Score(NamedTuple):
    """One player's line of the scoresheet for one round.

    hand: the opponents' cards recorded on going out.
    hand_points: the points for them.
    captured: the points of the captured cards.
    bonus: the points for going out first, if the variant has such a bonus.
    bet: the bet that counts; 0 if there is none.
    bet_points: the points from bets, the player's own and those of others. If each team has one bet, these points are
        the team's: those of a won bet are on its owner's line, those of another team's lost bet on the line of the
        winning team's first player.
    """

    hand: int
    hand_points: int
    captured: int
    bonus: int
    bet: int
    bet_points: int

    @property
    def total(self) -> int:
        """All points of the line, those from bets included; a team's bet counts for the team, not for the player."""
        return self.hand_points + self.captured + self.bonus + self.bet_points


def has_teams(table: Table) -> bool:
    """Whether teams score: partners of one round alone, where sides change, each score for themselves."""
    return any(len(side) > 1 for side in table.variant.teams)


def player_total(table: Table, line: Score) -> int:
    """A player's round total on the scoresheet: a team's bet is the team's alone (Rulebook 2.1, Scoresheets)."""
    return line.total - line.bet_points if has_teams(table) else line.total


def score(table: Table, outcome: Outcome) -> tuple[Score, ...]:
    """The scores of every seat (Rulebook 2.1, Scoring)."""
    variant = table.variant
    bets = variant.betting.settle(table, outcome.stakes, outcome.out)
    bonus = variant.first_out_bonus.get(len(table.names), 0)
    return tuple(
        Score(
            hand=outcome.counts[seat],
            hand_points=variant.hand_points * outcome.counts[seat],
            captured=outcome.captured[seat],
            bonus=bonus if outcome.out[0] == seat else 0,
            bet=outcome.stakes[seat] or 0,
            bet_points=bets[seat],
        )
        for seat in table.seats
    )


def first_standing(table: Table, leader: int, dealer: int | None = None) -> scoring.Standing:
    """Where a match stands before its first round; without a dealer named, the player to the leader's right deals."""
    if dealer is None and table.variant.has_dealer:
        dealer = table.left(leader, -1)
    nothing = (0,) * len(table.sides)
    return _with_sides(table, scoring.Standing(table, nothing, leader, leader, dealer, wins=nothing))


def after_round(
    table: Table, standing: scoring.Standing, out: tuple[int, ...], first_lead: int, scores: tuple[Score, ...]
) -> scoring.Standing:
    """The standing after a round with these scores, with the next leader, dealer and sides.

    Totals are those of the match's sides, also where the round had sides of its own.
    """
    match = standing.table
    gained = tuple(sum([scores[seat].total for seat in seats]) for seats in match.sides)
    totals = tuple(map(add, standing.totals, gained))
    wins = scoring.add_win(standing.wins, gained)
    ended = scoring.Standing(match, totals, standing.leader, first_lead, standing.dealer, out, wins)
    leader, dealer = table.variant.next_leader(ended), table.variant.next_dealer(ended)
    return _with_sides(table, scoring.Standing(match, totals, leader, leader, dealer, out, wins))


def _with_sides(table: Table, standing: scoring.Standing) -> scoring.Standing:
    """The standing with the sides of the round to come, where they change; ValueError if they do not seat everybody."""
    rule = table.variant.round_sides
    if rule is None:
        return standing
    sides = rule(standing)
    fault = scoring.find_sides_fault(sides, len(table.names))
    if fault:
        raise ValueError(fault)
    return standing._replace(sides=sides)
