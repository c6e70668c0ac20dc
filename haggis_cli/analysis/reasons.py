"""What would be different: one sentence on something to do beside something better, made of what is certain of both."""

from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

from haggis_cli.analysis.sides import Scoring, count_earned
from haggis_cli.matches.notation import tell_action
from haggis_cli.rules.cards import COURTS, Cards, count, suit_cards, unpack
from haggis_cli.rules.events import Event, Lead, Pass, Play, Trick
from haggis_cli.rules.readings import BOMB, Reading
from haggis_cli.rules.round import Round, read_play
from haggis_cli.support.text import join_words, pluralize


class Fact(NamedTuple):
    """What comes of an event: how good that is, and what is said where it is worse, or better, than after another."""

    good: int
    against: str = ""
    in_favour: str = ""


class Prospect(NamedTuple):
    """What is certain of an event: its name as the subject of a sentence, the cards it plays, facts by their weight."""

    name: str
    cards: Cards
    facts: tuple[Fact, ...]


class Reasons:
    """Sentences on what may be done in one position."""

    def __init__(self, before: Round, own: Sequence[int], names: Sequence[str]) -> None:
        """`own`: the seats of the side that chooses; `names`: how the players are called."""
        self._before, self._own, self._names = before, own, names

    def compare(self, better: Prospect, worse: Prospect, value: str, *, as_good: bool = False) -> str:
        """What speaks for and against the worse, in a sentence without a full stop.

        `value`: the last predicate, such as "costs 4 points"; `as_good`: whether it says that neither is better.
        """
        pairs = list(zip(better.facts, worse.facts, strict=True))
        if worse.facts[0].good < better.facts[0].good:
            del pairs[1]  # who wins the trick matters less than who goes out
        against = [two.against for one, two in pairs if two.good < one.good and two.against]
        in_favour = [two.in_favour for one, two in pairs if two.good > one.good and two.in_favour]
        ours, theirs = suit_cards(better.cards), suit_cards(worse.cards)
        shed, other_shed = ((count(cards), [-card.rank for card in unpack(cards)]) for cards in (ours, theirs))
        if worse.cards and other_shed < shed:
            against.append(f"leaves {self._before.table.deck.cards_text(ours & ~theirs)} for later")
        elif count(theirs) > count(ours):
            in_favour.append(f"sheds {pluralize(count(theirs), 'suit card')}")
        parts = (against[:2], [value]) if as_good else (in_favour[:1], [*against[:2], value])
        said = f"{worse.name} {', but '.join(join_words(part) for part in parts if part)}"
        lead = next((one.in_favour for one, two in pairs[:2] if two.good < one.good or (as_good and one.good > 0)), "")
        return f"{better.name} {lead}; {said}" if lead else said

    def compare_lines(self, best: Sequence[Event], played: Sequence[Event], scoring: Scoring) -> str:
        """What differs between best lines to the end of the round, and what the points given away are for."""
        gained, kept = (_split_points(reduce(Round.after, line, self._before), scoring) for line in (best, played))
        costs, gains = list[str](), list[str]()
        for what, points in gained.items():
            less = (points - kept[what]) * scoring.signs[best[0].seat]
            told = costs if less > 0 else gains
            told += [f"{abs(less) if told else pluralize(abs(less), 'point')} for {what}"] if less else []
        cost = f"costs {join_words(costs)}" if costs else ""
        gain = f"{'while gaining' if costs else 'gains'} {join_words(gains)}" if gains else ""
        value = " ".join(filter(None, [cost, gain]))
        return self.compare(self.look_ahead(best), self.look_ahead(played), value)

    def look_ahead(self, line: Sequence[Event], *, wins: bool = False, broken: str = "") -> Prospect:
        """What is certain to come of the first event of a line.

        `line`: the event alone, or the whole rest of the round; `wins`: whether the other side cannot beat this play;
        `broken`: a combination of the hand that it breaks up.
        """
        event, table, end = line[0], self._before.table, reduce(Round.after, line, self._before)
        cards, name = 0, "a pass" if isinstance(event, Pass) else tell_action(event, table)
        if isinstance(event, Lead):
            name = f"giving {self._names[event.to]} the lead"
        if isinstance(event, Play):
            cards, reading = event.cards, read_play(table, event, self._before.reading_to_beat)
            name = f"the bomb {name}" if isinstance(reading, Reading) and reading.kind is BOMB else name
        courts = count(cards & COURTS)
        fewer = "spends fewer court cards" if courts else "spends no court card"
        spends = Fact(-courts, f"spends {'a court card' if courts == 1 else f'{courts} court cards'}", fewer)
        breaks = Fact(-1, f"breaks up {broken}") if broken else Fact(0, "", "breaks up nothing")
        facts = self._tell_going(line, end), self._tell_trick(event, end, wins=wins), spends, breaks
        return Prospect(name, cards, facts)

    def _tell_going(self, line: Sequence[Event], end: Round) -> Fact:
        """Who goes out."""
        before, event, after = self._before, line[0], self._before.after(line[0])
        if len(end.out) == len(before.out):
            return Fact(0, f"leaves {pluralize(after.sizes[event.seat], 'card')} in hand")
        going = end.out[len(before.out)]
        if not after.sizes[event.seat]:
            held, most = max((after.sizes[seat], self._names[seat]) for seat in before.table.opponents(event.seat))
            said = f"goes out while {most} still holds {pluralize(held, 'card')}"
        else:
            plays = sum(isinstance(each, Play) and each.seat == going for each in line[1:])
            said = f"lets {self._names[going]} go out {'at once' if plays == 1 else 'next' if before.out else 'first'}"
        return Fact(1 if going in self._own else -1, said, said)

    def _tell_trick(self, event: Event, end: Round, *, wins: bool) -> Fact:
        """Who wins the trick, and who captures it."""
        before = self._before
        trick = next(iter(end.tricks[len(before.tricks) :]), end.bombed_trick)
        if trick is None and not wins:
            held = before.table.deck.cards_text(before.trick[-1].cards) if before.trick else ""
            if isinstance(event, Play):
                return Fact(2, "might be beaten", f"beats {held}" if held else "")
            holder = before.trick[-1].seat
            said = f"lets {self._names[holder]}'s {held} stand"
            return Fact(3 if holder in self._own else 0, said, said)
        trick = trick or Trick(end.trick, event.seat, event.seat)
        at_once = isinstance(event, Play) and len(trick.plays) == len(before.trick) + 1
        said = "wins the trick" if at_once else f"lets {self._names[trick.winner]} win the trick"
        takers = before.table.variant.bomb_taker(before, trick).seats if trick.won_by_bomb else (trick.winner,)
        points = before.table.variant.card_values.of(*(play.cards for play in trick.plays))
        if wins and len(end.tricks) == len(before.tricks) and len(self._own) > 1:
            said += " for your side"  # a partner may still take it over
        elif points:
            whose = f" for {join_words([self._names[seat] for seat in takers], 'or')}"
            said += f" ({pluralize(points, 'point')}{'' if takers == (trick.winner,) else whose})"
        good = 3 if trick.winner in self._own else 0
        return Fact(good + any(seat in self._own for seat in takers), said, said)


def _split_points(end: Round, scoring: Scoring) -> dict[str, int]:
    """What the first side has more than the other at the end, and for what."""
    signs = scoring.signs
    cards = scoring.per_card * sum(signs[seat] * number for seat, number in zip(end.out, end.counts, strict=True))
    bonus = signs[end.out[0]] * end.table.variant.first_out_bonus.get(len(signs), 0)
    captured = count_earned(end, scoring) - cards - bonus
    return {"cards left in hands": cards, "captured cards": captured, "the bonus": bonus}
