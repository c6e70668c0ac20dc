"""A variant: the one value that says which rules are in force. This is what a plugin exports."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple, TypeAlias

from haggis_cli.rules.betting.base import Betting
from haggis_cli.rules.betting.free_bets import FreeBets
from haggis_cli.rules.breach import RULEBOOK_HEADINGS, Breach, Clause, OpenQuestion
from haggis_cli.rules.combinations.readings import Combinations
from haggis_cli.rules.deck import Setup
from haggis_cli.rules.rounds.trick import Trick, TrickPlay
from haggis_cli.rules.rounds.views import RoundView
from haggis_cli.rules.scoring.capture import Takers, first_out_takes, opponent_of_winners_choice
from haggis_cli.rules.scoring.card_values import POINT_CARDS, CardValues
from haggis_cli.rules.scoring.goal import Goal
from haggis_cli.rules.scoring.standing import Standing, lowest_total_leads, no_dealer

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
    help: what it settles, in words.
    choices: what can be chosen, by value; a value is true, false, or a word.
    default: the value that holds if a match chooses none.
    players: the numbers of players it is for; empty if it is for all of the variant's.
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
    settles: what refusals turn on that it settles; they cite a ruling then, and not the rulebook's text.
    """

    says: str
    source: str
    settles: tuple[OpenQuestion, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, repr=False, eq=False)
class Variant:
    """A way to play Haggis. What differs between variants is a field here; nothing else asks which variant it is.

    A house variant is `dataclasses.replace(PARENT, id=..., name=..., ...)`. Where a field is a function, the first
    paragraph of its docstring is what the description of the variant says.

    api: the plugin interface that this was written for, 1.
    id: the name that commands and match files use.
    name: the name for people.
    summary: one sentence about it.
    source: where the rules come from.
    rulebook: the rulebook's short name for citations.
    setups: what is dealt, by number of players.
    goals: when a match may end; the first is proposed.
    usual: whether it is proposed first to those who ask what so many players can play.
    beginner: whom the rulebook has lead, or deal, the first round: a sentence for those who start a match.
    begins_by_lot: whether the rulebook has lots drawn for that, so that they are proposed.
    headings: what the rulebook calls the clauses.
    revision: which edition of these rules it is: one more whenever a change can alter a match that was recorded before.
    former: the editions before it, by their number: matches that were recorded by one of them are judged by it.

    teams: the seats that score together, empty if everybody plays alone.
    round_sides: the sides of the round to come, where partners change from round to round; everybody scores alone.
    combinations: which combinations are played.
    betting: how players bet.
    gives: how many cards each player passes to the partner before play.
    may_play: why a play that is legal by the combinations may not be made now; None if it may.

    bomb_taker: who may capture a trick won by a bomb.
    bomb_lead: whether the winner of such a trick may give the lead to the partner.
    hand_taker: who captures the cards left in a hand at the end; None for nobody.
    haggis_taken: whether the first player out captures the haggis.

    card_values: the points of captured cards.
    hand_points: the points for each card of the opponent's hand that is recorded on going out.
    first_out_bonus: the points that the first player out scores besides, by number of players.
    slam_repeats: whether in a slam, when partners go out first and second, the second records the first's count again.
    only_first_records: whether the first player out alone records the opponents' cards and scores for them.

    next_leader: who leads the next round.
    next_dealer: who deals the next round; None if the lead player deals.

    options: the house rules that a match can choose.
    rulings: how open questions of the rulebook are settled.
    """

    api: int
    id: str
    name: str
    summary: str
    source: str
    rulebook: str
    setups: Mapping[int, Setup]
    goals: tuple[Goal, ...]
    usual: bool = False
    beginner: str = ""
    begins_by_lot: bool = False
    headings: Mapping[Clause, str] = field(default_factory=lambda: RULEBOOK_HEADINGS)
    revision: int = 1
    former: Mapping[int, "Variant"] = field(default_factory=dict)

    teams: tuple[tuple[int, ...], ...] = ()
    round_sides: Callable[[Standing], tuple[tuple[int, ...], ...]] | None = None
    combinations: Combinations = field(default_factory=Combinations)
    betting: Betting = field(default_factory=FreeBets)
    gives: int = 0
    may_play: Callable[[RoundView, TrickPlay], Breach | None] | None = None

    bomb_taker: Callable[[RoundView, Trick], Takers] = opponent_of_winners_choice
    bomb_lead: bool = False
    hand_taker: Callable[[RoundView, int], int | None] = first_out_takes
    haggis_taken: bool = True

    card_values: CardValues = POINT_CARDS
    hand_points: int = 5
    first_out_bonus: Mapping[int, int] = field(default_factory=dict)
    slam_repeats: bool = False
    only_first_records: bool = False

    next_leader: Callable[[Standing], int] = lowest_total_leads
    next_dealer: Callable[[Standing], int | None] = no_dealer

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
        """The numbers of players it is for."""
        return tuple(sorted(self.setups))

    @property
    def has_dealer(self) -> bool:
        """Whether a dealer is chosen apart from the lead player."""
        return self.next_dealer is not no_dealer

    @property
    def kept_revision(self) -> int | None:
        """What a match file says of the revision from its first round on; nothing of the first one."""
        return self.revision if self.revision > 1 else None

    def at_revision(self, number: int) -> "Variant | None":
        """The variant as it was at this revision; None where its package does not say.

        What a copy with another id has inherited are another variant's rules, and no revision of its own.
        """
        if number == self.revision:
            return self
        former = self.former.get(number)
        return former if former and former.id == self.id else None

    def option(self, name: str) -> Option | None:
        """The option of that name."""
        return next((option for option in self.options if option.name == name), None)

    def with_options(self, chosen: Mapping[str, OptionValue]) -> "Variant":
        """The variant with these options in force; they must be among its own."""
        changes: dict[str, Any] = {}
        for option in self.options:
            changes |= option.choices[chosen.get(option.name, option.default)].changes
        return replace(self, **changes) if changes else self

    def house_rules(self, chosen: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """What these options settle, in the words in which a new match is asked for them."""
        return tuple(
            f"{option.help.rstrip('.?')}: {option.choices[chosen[option.name]].means}"
            for option in self.options
            if option.name in chosen
        )

    def cite(self, clause: Clause, question: OpenQuestion | None = None) -> str:
        """Where the rulebook says so, for a person to look it up; a ruling on that place if one settles the question.

        question: what a refusal turns on, where some rulebooks leave that open.
        """
        place = f"{self.rulebook}, {self.headings.get(clause) or RULEBOOK_HEADINGS[clause]}"
        settled = question is not None and any(question in ruling.settles for ruling in self.rulings)
        return f"ruling on {place}" if settled else place
