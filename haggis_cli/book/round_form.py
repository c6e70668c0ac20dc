"""The form of a round: its fields in the order in which people read it off the table, filled in with texts.

Begin with `fill_in`. A face shows all fields at once, or asks for the first that has no text yet; what was answered so
far are the texts by the names of the fields, and nothing else is kept of a round that is half entered.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from haggis_cli.book import typed_round
from haggis_cli.matches.notation import parse_seat, split_answer
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.seating import find_told_in
from haggis_cli.rules.betting import NO_BET
from haggis_cli.rules.cards import QUEEN
from haggis_cli.rules.typed_rounds import most_held, table_breaches
from haggis_cli.rules.variant import Outcome, Table
from haggis_cli.support.errors import AmbiguousError, HaggisError, NotationError, UsageError
from haggis_cli.support.players import short_names
from haggis_cli.support.text import PLACES, capitalize, join_words, pluralize

NONE = "none"
"""The answer that no bet was made."""
NOBODY = "nobody"
"""The answer that there was no Shepherd."""
_NOBODY_WORDS = (NOBODY, *NO_BET)
_SHEPHERD, _BID = "shepherd", "bid"
_MOST_CHOICES = 24  # more bets than that are typed, not chosen
_MOST_TOGETHER = 34  # in two whole hands of most games


class FieldKind(Enum):
    """What a field asks for."""

    OUT = "out"
    COUNT = "count"
    CAPTURED = "captured"
    STAKE = "stake"


class FieldChoice(NamedTuple):
    """One answer that can be chosen."""

    key: str
    """What tells it from the other choices of its field."""
    answer: str
    """What is sent for it."""
    text: str
    """What it is called."""
    by: str = ""
    """Who it is of, where one field is for several players."""
    is_chosen: bool = False
    is_refused: bool = False
    holder: str = ""
    """Who held so many cards, where it answers that, too."""


class RoundField(NamedTuple):
    """A figure of the round: what is asked, and what was answered. Players are seats, which count from 0."""

    name: str
    """What the field is called in forms and drafts, such as `out1`; places and seats count from 1 there."""
    kind: FieldKind
    label: str
    """What it is called on a narrow screen."""
    title: str
    """What it is called in a list of figures, such as `Noah captured`."""
    question: str
    """What is asked, as a question without its mark."""
    help: str = ""
    wanted: str = ""
    """What is to be typed, said where nothing is typed and nothing offered."""
    introduction: str = ""
    """What is said before the question; empty for nothing."""
    default: str = ""
    """The answer that is taken where nothing is typed; empty if an answer must be given."""
    seat: int | None = None
    """Whose figure it is; None while that is not known, or for a field of several players."""
    answer: str = ""
    """What was typed; empty for nothing yet."""
    spelled: str = ""
    """What was answered, in the words in which it is offered again; empty where nothing was, or it is refused."""
    who: int | None = None
    """The player that the answer names; None for none."""
    says: str = ""
    """The answer in words, also one that was worked out; empty for none."""
    choices: tuple[FieldChoice, ...] = ()
    """The answers that can be chosen; empty where something is typed."""
    fault: str = ""
    """Why the answer cannot be, in a sentence; empty if it can."""
    topic: str | None = None
    """The topic of `haggis rules` that tells the rule behind the fault; None where it rests on none."""
    note: str = ""
    """What is told about the answer, such as what was counted."""
    doubt: str = ""
    """What looks wrong with the answer and can all the same be, in a sentence."""
    is_asked: bool = True
    """Whether an answer can be given; the second count of a slam is the first again."""

    chosen_with: str = ""
    """The field whose choices answer this one, too; empty for none."""

    @property
    def is_missing(self) -> bool:
        """Whether the round is not complete without an answer."""
        return self.is_asked and not (self.answer or self.default)

    @property
    def is_derived(self) -> bool:
        """Whether the answer was worked out and need not be given."""
        return bool(self.says) and not self.answer and self.kind is not FieldKind.STAKE

    @property
    def is_shown(self) -> bool:
        """Whether it stands for itself where all fields are seen: who was the Shepherd is chosen with the bid."""
        return self.name != _BID


class RoundForm(NamedTuple):
    """A round as far as it is filled in."""

    table: Table
    fields: tuple[RoundField, ...]
    """What is asked, in the order in which people read it off the table."""
    known: typed_round.TypedRound
    texts: Mapping[str, str]
    """The answers, by the names of the fields, in the order in which they were answered; refused ones, too."""
    left: str
    """How many captured points are left of how many; empty where that is not certain, or nothing is left."""

    @property
    def due(self) -> RoundField | None:
        """The first field where something has to be answered; None if the round is complete."""
        return next((field for field in self.fields if field.is_missing or field.fault), None)

    @property
    def asked(self) -> RoundField | None:
        """The first field to which nothing was answered, though something may be offered there; None for none."""
        return next((field for field in self.fields if field.is_asked and not field.answer), None)

    @property
    def typed(self) -> typed_round.TypedRound | None:
        """The round, once it is complete and no figure is refused."""
        return None if self.due else self.known

    @property
    def total(self) -> str:
        """How far the captured points are told, of what all cards are worth: `31 of 50 points, 19 left`."""
        told, (least, most) = sum(self.known.captured.values()), self.known.captured_range(self.table)
        worth = str(most) if least == most else f"{least}–{most}"
        if any(field.fault for field in self.of_kind(FieldKind.CAPTURED)) or (least != most and not told):
            return f"{worth} points in all"
        left = "" if self.known.filled_seat is not None else self.left.partition(" of ")[0]
        return f"{told} of {worth} points" + (f", {left} left" if left else "")

    def of_kind(self, kind: FieldKind) -> list[RoundField]:
        """The fields that ask for this."""
        return [field for field in self.fields if field.kind is kind]


def fill_in(table: Table, texts: Mapping[str, str]) -> RoundForm:
    """The form of a round with these answers, by the names of the fields; everything may be missing or wrong.

    A text that answers the next field, too, answers both: `n7` for who went out and the cards held then.

    texts: in the order in which they were answered: where two piles do not go together, the later one is at fault.
    """
    filling = _Filling(table, texts)
    with guard_rules(table.variant.id):
        fields = (*filling.going_out_fields(), *filling.captured_fields(), *filling.stake_fields())
        names = [field.name for field in fields if field.answer]
        texts = {name: text for name, text in filling.texts.items() if name in names}
        chosen = tuple(field._replace(choices=_find_choices(field, table, filling.known)) for field in fields)
        chosen = _choose_last_together(chosen, table, filling.known)
        return RoundForm(table, chosen, filling.known, texts, filling.left_text())


def texts_of(typed: typed_round.TypedRound, table: Table) -> dict[str, str]:
    """The answers that make a whole round; none for a round of which nothing is known."""
    out = tuple(typed.out)
    if not out:
        return {}
    texts = {}
    for place, seat in enumerate(out, 1):
        texts[f"out{place}"] = table.names[seat]
        if seat in typed.counts and not table.repeats_first_count(seat, out):
            texts[f"count{place}"] = str(typed.counts[seat])
    texts |= {name_of(seat): str(points) for seat, points in typed.captured.items()}
    return texts | stake_texts({seat: typed.stakes.get(seat) for seat in table.seats}, table)


def stake_texts(stakes: Mapping[int, int | None], table: Table) -> dict[str, str]:
    """The answers that say what was bet; None is for no bet, and who is not named has not answered."""
    texts: dict[str, str] = {}
    for name, seats in _stake_groups(table):
        made = [(seat, amount) for seat in seats if (amount := stakes.get(seat)) is not None]
        if made:
            by, spelled = table.names[made[0][0]], table.variant.betting.spell(made[0][1])
            bid = {_SHEPHERD: by, _BID: spelled}
            texts |= bid if name == _SHEPHERD else {name: f"{by} {spelled}" if len(seats) > 1 else spelled}
        elif any(seat in stakes for seat in seats):
            texts[name] = NOBODY if name == _SHEPHERD else NONE
    return texts


def rename_texts(texts: Mapping[str, str], before: Table, after: Table) -> dict[str, str]:
    """The answers under the new names of the players."""
    renamed = dict(texts)
    for field in fill_in(before, texts).fields:
        if field.who is not None and field.spelled:
            renamed[field.name] = after.names[field.who] + field.spelled.removeprefix(before.names[field.who])
    return renamed


def split_text(form: RoundForm, field: RoundField, text: str) -> tuple[str, str] | None:
    """The answers to a field and to the next, for a text that has both; None for any other text.

    AmbiguousError where several players can be meant.
    """
    filling = _Filling(form.table, {})
    filling.known.out = list(form.known.out)
    if field.kind is FieldKind.OUT:
        return filling.split_count(text)
    return filling.split_bid(text) if field.name == _SHEPHERD else None


def name_of(seat: int) -> str:
    """The name of the field for a player's captured points."""
    return f"captured{seat + 1}"


class _Filling:
    """A form that is being filled in, field by field; `known` is what is certain of the round so far."""

    def __init__(self, table: Table, texts: Mapping[str, str]) -> None:
        self.known = typed_round.TypedRound()
        self._table = table
        self._names = table.names
        self.texts = {name: text.strip() for name, text in texts.items()}
        self._uncounted: int | None = None  # whose pile is what the others leave

    def _answer(self, field: RoundField, parse: Callable[[str], RoundField]) -> RoundField:
        """The field with its text, or else with what is offered; what is wrong with that is its fault."""
        given = self.texts.get(field.name, "")
        try:
            filled = parse(given or field.default) if given or field.default else field
        except HaggisError as error:
            filled = field._replace(fault=str(error), topic=error.topic)
        return filled._replace(answer=self.texts.get(field.name, ""))

    # Who went out, in order, and the fullest hand at each of these moments.

    def going_out_fields(self) -> Iterator[RoundField]:
        """The fields of each place, as far as somebody goes out there.

        Answers for places after the end of the round are left out: nobody goes out there.
        """
        known, table = self.known, self._table
        for place in range(len(self._names)):
            if table.ended_by(self._in_order[:place]):
                return
            yield self._out_field(place)
            if self._in_order[place] in table.recorders(self._in_order[: place + 1]):
                yield self._count_field(place, known.out[place] if len(known.out) == place + 1 else None)

    @property
    def _in_order(self) -> tuple[int, ...]:
        """Who went out, in order, and then all others."""
        return (*self.known.out, *(seat for seat in self._table.seats if seat not in self.known.out))

    def _out_field(self, place: int) -> RoundField:
        out, names = self.known.out, self._names
        seats = ", ".join(f"{seat + 1} {names[seat]}" for seat in self._table.seats if seat not in out)
        place_text = _place_text(place)
        field = RoundField(
            f"out{place + 1}",
            FieldKind.OUT,
            place_text,
            place_text,
            f"Who went {place_text.lower()}",
            help=f"A name, its beginning, or the seat: {seats}. The cards held then can follow: '1 7'.",
            wanted=f"name the player, by a name, its beginning, or the seat: {seats}",
        )

        def parse(text: str) -> RoundField:
            both = self.split_count(text) if place == len(out) and text not in names else None
            if both:
                text, self.texts[f"count{place + 1}"] = both
                self.texts[field.name] = text
            seat = self._parse_still_in(text)
            if place == len(out):
                out.append(seat)
            return field._replace(spelled=names[seat], who=seat, says=names[seat])

        return self._answer(field, parse)

    def _parse_still_in(self, text: str) -> int:
        """The player who is meant; UsageError for one who is out already, or has a count and records none."""
        try:
            seat = parse_seat(text, self._names)
        except NotationError:
            self._check_needless_count(text)
            raise
        if seat in self.known.out:
            raise UsageError(f"{self._names[seat]} is already out")
        return seat

    def split_count(self, text: str) -> tuple[str, str] | None:
        """Who went out, and the count that was typed behind it: `n7`, `1 7`; None where no count is to follow."""
        both = split_answer(text, self._names, self._check_held)
        return both if both and self._records_count(parse_seat(both[0], self._names)) else None

    def _check_held(self, text: str) -> None:
        """UsageError for what is no number of cards that a hand can have held, behind a name."""
        if not re.fullmatch(r"[0-9]{1,2}", text) or int(text) > self._table.setup.hand:
            raise UsageError("it is not a count")

    def _records_count(self, seat: int) -> bool:
        """Whether a player who goes out now records a count that is not known yet."""
        out = (*self.known.out, seat)
        return seat in self._table.recorders(out) and not self._table.repeats_first_count(seat, out)

    def _check_needless_count(self, text: str) -> None:
        """UsageError for a player with a count who records none, or the count of a slam."""
        both = split_answer(text, self._names, self._check_held)
        seat = parse_seat(both[0], self._names) if both else None
        if seat is None or seat in self.known.out or self._records_count(seat):
            return
        why = "after a slam it is the first count again"
        if not self._table.repeats_first_count(seat, (*self.known.out, seat)):
            why = "only the first player out records one"
        raise UsageError(f"no count is needed for {self._names[seat]}, {why}: type the name alone")

    def _count_field(self, place: int, seat: int | None) -> RoundField:
        """The field for the hand that a player who goes out records; it is not known yet who that is for None."""
        table, names, counts, out = self._table, self._names, self.known.counts, tuple(self.known.out)
        name, label, most = f"count{place + 1}", "Opponent's hand", table.setup.hand
        title, question = label, "How many cards did the opponent still hold"
        if len(names) > 2:
            label, title = "Fullest hand", f"Fullest hand ({_place_name(place)} out)"
            question = "How many cards did the opponent with the fullest hand still hold"
        field = RoundField(name, FieldKind.COUNT, label, title, question, seat=seat, is_asked=False)
        if seat is None:
            given = self.texts.get(name, "")
            return field._replace(answer=given, says=given, spelled=given)
        if table.repeats_first_count(seat, out):
            if out[0] in counts:
                counts[seat] = counts[out[0]]
            return field._replace(says=str(counts.get(seat, "")), note="A slam: the first count again.")
        holders = [names[other] for other in table.opponents(seat) if other not in out]
        courts = table.setup.court_names
        unplayed = f", with unplayed {join_words(courts.split(', '))}" if courts else ""
        question = f"How many cards did {join_words(holders, 'or')} still hold"
        if len(holders) > 1:
            whose = join_words([f"{name}'s" for name in holders], "or")
            question = f"How many cards were left in the fullest hand, {whose}"
        field = field._replace(
            question=question,
            help=f"The cards still held when {names[seat]} went out{unplayed}. Sums like 3+2 will do.",
            wanted=f"give the number of cards, 1 to {most}, or a sum like 3+2",
            is_asked=True,
        )

        def parse(text: str) -> RoundField:
            number = typed_round.parse_sum(text, "the cards held")
            if not 1 <= number <= most:
                raise UsageError(f"a hand has 1 to {most} cards")
            self._check_together({**counts, seat: number})
            counts[seat] = number
            note = "" if text.isdigit() else f"= {number}"
            return field._replace(spelled=str(number), says=str(number), note=note)

        return self._answer(field, parse)

    def _check_together(self, counts: Mapping[int, int]) -> None:
        """UsageError for counts that do not go together, once everybody is out who goes out."""
        table, out = self._table, tuple(self.known.out)
        if not table.ended_by(out):
            return
        counted = tuple(counts.get(seat, 0) for seat in table.seats)
        nothing, no_bets = tuple(0 for _ in table.seats), tuple(None for _ in table.seats)
        for breach in table_breaches(table, Outcome(out, counted, nothing, no_bets)):
            raise UsageError(breach.message, told_in=find_told_in(table, breach.clause.topic))

    # What each player captured; what one pile must be is worked out from the others where it is certain.

    def captured_fields(self) -> list[RoundField]:
        """A field for each player, in the order of the seats."""
        typed = [name for name in self.texts if self.texts[name]]
        seats = [seat for seat in self._table.seats if name_of(seat) in typed]
        in_order = sorted(seats, key=lambda seat: typed.index(name_of(seat)))
        fields = {seat: self._answered_pile(seat) for seat in in_order}
        fields |= {seat: self._pile_field(seat) for seat in self._table.seats if seat not in fields}
        missing = [seat for seat in self._table.seats if seat not in self.known.captured]
        if len(missing) == 1 and not any(field.fault for field in fields.values()):
            seat, rest = missing[0], self.known.captured_left(self._table, missing[0]).exact
            if rest is not None:
                self.known.captured[seat], self.known.filled_seat = rest, seat
                fields[seat] = fields[seat]._replace(default=str(rest), says=str(rest), note="What is left.")
        return [fields[seat] for seat in self._table.seats]

    def _pile_field(self, seat: int) -> RoundField:
        """The field for a pile, to which nothing is answered yet."""
        table, name = self._table, self._names[seat]
        worth, rest = table.variant.card_values.name, self._rest_for(seat)
        help_text = (
            f"Points for captured cards: {worth}. Sums like 10+15+8 will do. {typed_round.pile_help(table)}".rstrip()
        )
        help_text += " Type a Queen alone as 'qu', because 'q' leaves." if QUEEN in table.setup.courts else ""
        can_leave = self._uncounted is None and self._total is not None
        if rest is not None:
            help_text += f" {pluralize(rest, 'point')} left."
        elif self._total is None:
            help_text += " How much is left is not certain here."
        elif can_leave:
            help_text += " '-' leaves this pile uncounted: it gets the rest."
        uncounted_too = ", or - for the rest" if can_leave else ""
        return RoundField(
            name_of(seat),
            FieldKind.CAPTURED,
            name,
            f"{name} captured",
            f"What did {name} capture",
            help=help_text,
            wanted=f"give the points: a number {typed_round.captured_forms(table)}{uncounted_too}",
            introduction=f"Captured cards: {worth}." if seat == 0 else "",
            seat=seat,
        )

    def _answered_pile(self, seat: int) -> RoundField:
        table, known = self._table, self.known
        field = self._pile_field(seat)

        def parse(text: str) -> RoundField:
            rest = self._rest_for(seat)
            is_rest = text.casefold() in typed_round.REST_WORDS
            if is_rest and rest is None:
                self._check_uncounted(seat)
                return field._replace(spelled=typed_round.REST_WORDS[0], note="It is the rest.")
            points = rest if is_rest and rest is not None else typed_round.parse_captured(text, table)
            breach = known.captured_breach(table, seat, points)
            if breach:
                raise UsageError(breach.message, told_in=find_told_in(table, breach.clause.topic))
            others, missing = sum(known.captured.values()), 0 if rest is None else rest - points
            are = "is" if missing == 1 else "are"
            doubt = f"That makes {others + points} of {others + points + missing}: {missing} {are} missing."
            known.captured[seat] = points
            pile = None if is_rest else typed_round.count_pile(text, table)
            is_plain = text.removeprefix("-").isdigit()
            note = f"= {pile}" if pile else "" if is_plain else f"= {points}"
            said = str(points)
            return field._replace(spelled=said, says=said, note=note, doubt=doubt if missing > 0 else "")

        return self._answer(field, parse)

    def _rest_for(self, seat: int) -> int | None:
        """What is left for a pile, where all others are counted and that is certain; else None."""
        open_seats = [each for each in self._table.seats if each not in self.known.captured]
        return self.known.captured_left(self._table, seat).exact if open_seats == [seat] else None

    @property
    def _total(self) -> int | None:
        """What all captured together; None where it is not certain."""
        return self.known.captured_range(self._table).exact

    def _check_uncounted(self, seat: int) -> None:
        """UsageError where a pile cannot be left uncounted."""
        if self._total is None:
            raise UsageError("the total of all piles is not certain here: count this pile too")
        if self._uncounted is not None:
            name = self._names[self._uncounted]
            raise UsageError(f"{name}'s pile is already left uncounted: count this one")
        self._uncounted = seat

    def left_text(self) -> str:
        """How many captured points are left of how many; empty where that is not certain, or nothing is left."""
        counted = {seat: points for seat, points in self.known.captured.items() if seat != self.known.filled_seat}
        total = self._total
        if total is None or not counted or len(counted) == len(self._names):
            return ""
        return f"{total - sum(counted.values())} of {total} points left"

    # What was bet: each player's bet, each team's, or who was the Shepherd and with which bid.

    def stake_fields(self) -> list[RoundField]:
        """The fields for the bets, as the variant has them.

        A bet that is not answered is none, so nothing is missing where nothing is said.
        """
        table, betting = self._table, self._table.variant.betting
        if betting.by_auction:
            fields = self._auction_fields()
        else:
            fields = [self._stake_field(name, seats) for name, seats in _stake_groups(table)]
        fault = betting.table_fault(table, tuple(self.known.stakes.get(seat) for seat in table.seats))
        if fault and fields and not any(field.fault for field in fields):
            fields[-1] = fields[-1]._replace(fault=f"{capitalize(fault)}.", spelled="", topic="bets")
        return fields

    def _stake_field(self, name: str, seats: tuple[int, ...]) -> RoundField:
        """The field for the bet of a player, or for the one of a team."""
        betting, is_team = self._table.variant.betting, len(seats) > 1
        label = self._table.side_names[self._table.side(seats[0])] if is_team else self._names[seats[0]]
        blind = ", blind or not" if betting.blind else ""
        field = RoundField(
            name,
            FieldKind.STAKE,
            label,
            f"Bet of {label}" if is_team else f"{label}'s bet",
            f"Bet of {label}: who, how much" if is_team else f"What did {label} bet{blind}",
            help=self._team_help(seats) if is_team else self._bet_help(),
            wanted=f"a bet is {betting.amounts_text()}, or none",
            introduction=f"Bets are {betting.offers_text()}." if 0 in seats else "",
            default=NONE,
            seat=None if is_team else seats[0],
        )

        def parse(text: str) -> RoundField:
            by, amount = self._split_bet(text, seats) if is_team else (seats[0], self._parse_amount(text))
            if amount is None:
                return field._replace(spelled=NONE, says="no bet")
            if by not in seats:
                raise UsageError(f"{self._names[by]} is on the other team")
            self.known.stakes[by] = amount
            spelled, words = betting.spell(amount), betting.bet_text(amount)
            if not is_team:
                return field._replace(spelled=spelled, says=words, note=self._amount_note(text, amount))
            who, made = self._names[by], self._made_text(by, amount)
            return field._replace(spelled=f"{who} {spelled}", who=by, says=made, note=f"= {who}, {words}")

        return self._answer(field, parse)

    def _bet_help(self) -> str:
        betting = self._table.variant.betting
        text = f"A bet is {betting.offers_text()}, or none: its name, its beginning, or its amount."
        if betting.blind:
            text += " A player who bet blind has made no other bet."
        if 0 in betting.amounts:
            text += " 0 means a declared bet of 0, which stands; none means no bet. Both score the same."
        return text

    def _team_help(self, seats: tuple[int, ...]) -> str:
        names, first = self._names, seats[0]
        return (
            f"Who made the bet that counts, the team's last, and how much: '{names[first]} little', '{first + 1} l' or "
            f"'{first + 1}l'. A bet is {self._table.variant.betting.offers_text()}. Seats: "
            f"{', '.join(f'{seat + 1} {names[seat]}' for seat in seats)}."
        )

    def _split_bet(self, text: str, seats: tuple[int, ...]) -> tuple[int, int | None]:
        """A player and an amount, in either order; no amount for no bet. HaggisError for what is missing or unknown."""
        names = self._names
        if text.casefold() in _NOBODY_WORDS:
            return seats[0], None
        both = split_answer(text, names, self._parse_made, either_order=True)
        if both:
            return parse_seat(both[0], names), self._parse_made(both[1])
        who, _, amount = text.rpartition(" ")
        if who:
            parse_seat(who.strip(), names)
            self._parse_amount(amount)
        named = join_words([f"{seat + 1} {names[seat]}" for seat in seats])
        raise UsageError(f"name the player and the bet, like '{seats[0] + 1} little' (seats: {named}); or none")

    def _parse_amount(self, text: str) -> int | None:
        """The amount of a bet, None for no bet. HaggisError for an amount that is not offered."""
        betting, amount = self._table.variant.betting, typed_round.parse_amount(text, self._table)
        if amount is not None and amount not in betting.amounts:
            raise UsageError(f"a bet is {betting.amounts_text()}, or none")
        return amount

    def _parse_made(self, text: str) -> int:
        """The amount of a bet or bid that was made. HaggisError for an amount that is not offered, or none."""
        betting = self._table.variant.betting
        try:
            amount = self._parse_amount(text)
        except AmbiguousError:
            raise
        except HaggisError:
            if not betting.by_auction:
                raise
            amount = None
        if amount is None:
            raise UsageError(f"a {betting.verb} is {betting.amounts_text()}")
        return amount

    def _auction_fields(self) -> list[RoundField]:
        """The fields for who was the Shepherd, and for the bid if there was one."""
        names = self._names
        field = RoundField(
            _SHEPHERD,
            FieldKind.STAKE,
            "Shepherd",
            "Shepherd",
            "Who was the Shepherd",
            help=(
                "Who won the auction: a name, its beginning, the seat, or - if all passed. "
                "The bid can follow: '1 30', 'n30'."
            ),
            wanted="name the player, or - if all passed",
            default=NOBODY,
        )

        def parse(text: str) -> RoundField:
            both = None if text in names else self.split_bid(text)
            if both:
                text, self.texts[_BID] = both
                self.texts[_SHEPHERD] = text
            try:
                seat = parse_seat(text, names)
            except HaggisError:
                if text.casefold() in _NOBODY_WORDS:
                    return field._replace(spelled=NOBODY, says="no Shepherd")
                raise
            return field._replace(spelled=names[seat], who=seat, says=names[seat])

        shepherd = self._answer(field, parse)
        if shepherd.who is None:
            return [shepherd]
        bid = self._bid_field(shepherd.who)
        amount = self.known.stakes.get(shepherd.who)
        return [shepherd if amount is None else shepherd._replace(says=self._made_text(shepherd.who, amount)), bid]

    def split_bid(self, text: str) -> tuple[str, str] | None:
        """Who was the Shepherd, and the bid that was typed behind it: `n30`; None where no bid follows."""
        return split_answer(text, self._names, self._parse_made)

    def _bid_field(self, seat: int) -> RoundField:
        betting, question = self._table.variant.betting, f"What did {self._names[seat]} bid"
        offered = f"a bid is {betting.amounts_text()}"
        help_text = f"{capitalize(offered)}: the last one made."
        field = RoundField(_BID, FieldKind.STAKE, "Bid", "Bid", question, help_text, offered, seat=seat)

        def parse(text: str) -> RoundField:
            amount = self.known.stakes[seat] = self._parse_made(text)
            note = self._amount_note(text, amount)
            return field._replace(spelled=betting.spell(amount), says=betting.bet_text(amount), note=note)

        return self._answer(field, parse)

    def _made_text(self, seat: int, amount: int) -> str:
        """Who made a bet or bid; this stands beside a name, so names are short."""
        return self._table.variant.betting.made_text(short_names(self._names)[seat], amount)

    def _amount_note(self, text: str, amount: int) -> str:
        """What is said of an amount that was typed as the beginning of a name: which bet that is."""
        betting = self._table.variant.betting
        name = betting.name_of(amount)
        if name is None or text.isdigit() or text.casefold() == name:
            return ""
        return f"= {betting.bet_text(amount)}"


def _stake_groups(table: Table) -> list[tuple[str, tuple[int, ...]]]:
    """The fields for what was bet, and whose bets each is for; in an auction it is the field for the Shepherd."""
    betting = table.variant.betting
    if not betting.amounts:
        return []
    if betting.by_auction:
        return [(_SHEPHERD, tuple(table.seats))]
    if betting.by_team:
        return [(f"team{side}", seats) for side, seats in enumerate(table.sides, 1)]
    return [(f"bet{seat + 1}", (seat,)) for seat in table.seats]


def _place_text(place: int) -> str:
    return f"Out {_place_name(place)}"


def _place_name(place: int) -> str:
    return PLACES[place] if place < len(PLACES) else "next"


def _find_choices(field: RoundField, table: Table, known: typed_round.TypedRound) -> tuple[FieldChoice, ...]:
    """The answers to a field that can be chosen; none where one is typed, as of too many bets, or none asked for."""
    if field.kind is FieldKind.OUT:
        before = known.out[: int(field.name.removeprefix("out")) - 1]
        return tuple(
            FieldChoice(str(seat + 1), name, name, is_chosen=seat == field.who, is_refused=seat in before)
            for seat, name in enumerate(table.names)
        )
    if field.kind is FieldKind.COUNT and (field.is_asked or field.seat is None):
        numbers = map(str, range(1, table.setup.hand + 1))
        return tuple(FieldChoice(number, number, number, is_chosen=number == field.spelled) for number in numbers)
    seats, betting = dict(_stake_groups(table)).get(field.name, ()), table.variant.betting
    offered = [(seat, amount) for seat in seats for amount in betting.amounts]
    if not offered or len(offered) > _MOST_CHOICES:
        return ()
    is_made = any(seat in known.stakes for seat in seats)
    is_half = field.name == _SHEPHERD and field.who is not None and not is_made
    nothing = "no Shepherd" if field.name == _SHEPHERD else "no bet"
    choices = [FieldChoice(NONE, NONE, nothing, is_chosen=not (is_made or is_half))]
    for seat, amount in offered:
        by = table.names[seat] if len(seats) > 1 else ""
        text = betting.bet_text(amount) if amount else f"{betting.verb}\u00a00"
        is_chosen = known.stakes.get(seat) == amount
        choices.append(FieldChoice(f"{seat + 1}-{amount}", f"{by} {amount}".lstrip(), text, by, is_chosen))
    if is_half:  # the bid is not known yet
        choices.append(FieldChoice(str(field.who), field.spelled, "", field.spelled, is_chosen=True))
    return tuple(choices)


def _choose_last_together(
    fields: tuple[RoundField, ...], table: Table, known: typed_round.TypedRound
) -> tuple[RoundField, ...]:
    """The fields, where the last player out is chosen together with the cards that the one player left still held.

    They are two answers where there are too many, where the count is refused, and where one of them is given alone.
    """
    out, names = tuple(known.out[: len(table.names) - 2]), table.names
    by_name = {field.name: field for field in fields}
    out_name, count_name = f"out{len(out) + 1}", f"count{len(out) + 1}"
    count, last = by_name.get(count_name), [seat for seat in table.seats if seat not in out]
    if not out or len(last) > 2 or count is None or count.fault or any(map(str.isdigit, "".join(names))):
        return fields  # with a digit in a name, a name and a count could be another name
    is_half = len(known.out) > len(out) and not count.says
    is_slam = any(table.repeats_first_count(seat, (*out, seat)) for seat in last)
    held = {seat: range(1, most_held(table, (*out, seat), known.counts) + 1) for seat in last}
    if is_half or is_slam or sum(map(len, held.values())) > _MOST_TOGETHER:
        return fields
    together = tuple(
        FieldChoice(
            f"{seat + 1}-{number}",
            f"{names[seat]} {number}",
            str(number),
            names[seat],
            is_chosen=known.out[-1] == seat and known.counts.get(seat) == number,
            holder=names[holder],
        )
        for seat, holder in (last, last[::-1])
        for number in held[seat]
    )
    by_name[out_name] = by_name[out_name]._replace(choices=together)
    by_name[count_name] = count._replace(choices=() if count.says else count.choices, chosen_with=out_name)
    return tuple(by_name.values())
