"""Why something is advised: what is said of it and of the next best follows from the position, and is true of it."""

import re
from random import Random
from statistics import fmean

import pytest

from haggis_cli.analysis.reasons import Reasons
from haggis_cli.analysis.solver import Solver
from haggis_cli.library.judging import build_table
from haggis_cli.matches.notation import parse_cards, parse_event
from haggis_cli.players.levels import Effort, load_player, view_of
from haggis_cli.players.policies import random_event
from haggis_cli.players.reasons import Adviser, explain
from haggis_cli.players.tournament import choose_event, deal_of
from haggis_cli.plugins.registry import installed_claims, load
from haggis_cli.rules.cards import COURTS, Cards, card_bits, count, holds, remove, suit_cards, unpack
from haggis_cli.rules.events import Bet, Event, Pass, Phase, Play, Trick
from haggis_cli.rules.moves import legal_plays, playable
from haggis_cli.rules.readings import find_readings
from haggis_cli.rules.round import Round, begin, unambiguous_play
from haggis_cli.rules.variant import Table
from tests.support.tables import dealt, table

GAMES = [(variant_id, players) for variant_id in installed_claims() for players in load(variant_id).players]
TABLE = build_table("two-player", ("Noah", "Isla"))
EFFORT = Effort(playouts=60)


def hand(text: str, at: Table = TABLE) -> Cards:
    return parse_cards(text, at.deck)


def position(noah: str, isla: str, *events: str, courts: str = "JQK") -> Round:
    """A round in which the two hold just these cards; Noah leads. `courts`: those that everybody still has."""
    state = begin(TABLE, 0, (0, 0), deal_of(TABLE, "any", 1))
    kept = sum(1 << "JQK".index(court) for court in courts)
    hands = (hand(noah) | kept, hand(isla) | kept)
    state = state._replace(hands=hands, courts=(kept, kept), sizes=(count(hands[0]), count(hands[1])))
    for event in events:
        state = state.after(parse_event(event, TABLE))
    return state


def event_of(state: Round, text: str) -> Event:
    return parse_event(f"{state.table.names[state.turn]}: {text}", state.table)


def difference(state: Round, better: str, worse: str) -> str:
    """What is said of the one beside the other, before its value."""
    adviser, names = Adviser(view_of(state, state.turn), EFFORT), state.table.names
    one, other = (adviser.look_ahead(event_of(state, text)) for text in (better, worse))
    return Reasons(state, (state.turn,), names).compare(one, other, "loses")


def unseen_but(state: Round, left: str) -> Round:
    """The position where Noah has seen all but his own hand, court cards and these."""
    return state._replace(seen=state.table.deck.suit_cards & ~hand(left))


LED = position("10b 2b 3b 4y 5y 6b 8g 9g", "5r 6r 7r 9y 4b", "Noah: 2b")
ALONE = position("4b 6b 10y", "7g 8y 3b", courts="")._replace(
    hands=(hand("4b 6b 10y J K"), hand("7g 8y 3b")), courts=(0b101, 0), sizes=(5, 3)
)
BOMBED = position("7g 2b 3b", "9b 5r", "Noah: 7g", courts="")._replace(
    hands=(hand("2b 3b"), hand("9b 5r J Q")), courts=(0, 0b11), sizes=(2, 4)
)


@pytest.mark.parametrize(
    ("state", "better", "worse", "said"),
    [
        (position("4r 5r 6r", "2g 3g", courts=""), "4r 5r 6r", "4r",
         "4r 5r 6r goes out while Isla still holds 2 cards; 4r leaves 2 cards in hand, breaks up 4r 5r 6r and loses"),
        (position("2r 3r 4r 9g 6b", "7g 8y", courts=""), "2r 3r 4r", "9g",
         "2r 3r 4r wins the trick (1 point); 9g might be beaten, leaves 2r 3r 4r for later and loses"),
        (ALONE, "4b 6b J", "10y K", "10y K wins the trick (5 points), but leaves 4b 6b for later and loses"),
        (position("4b 10y", "7g 8y 3b 9y"), "4b", "10y", "10y leaves 4b for later and loses"),
        (position("2b 9y 9g", "7g 8y 3b 9r"), "2b", "9y 9g", "9g 9y sheds 2 suit cards, but loses"),
        (LED, "pass", "6r", "6r beats 2b, but breaks up 5r 6r 7r and loses"),
        (LED, "pass", "K", "K beats 2b, but spends a court card and loses"),
        (LED, "pass", "J Q", "the bomb J Q beats 2b, but spends 2 court cards and loses"),
        (LED, "4b", "pass", "4b beats 2b; a pass lets Noah win the trick and loses"),
        (BOMBED, "9b", "J Q",
         "the bomb J Q wins the trick (6 points for Noah), but spends 2 court cards, leaves 9b for later and loses"),
    ],
)  # fmt: skip
def test_what_differs_is_told_by_weight(state: Round, better: str, worse: str, said: str) -> None:
    assert difference(state, better, worse) == said


def test_partners_are_left_to_win() -> None:
    at = table("neeps")
    state = dealt(at, {"Isla": "10r 4b 9y", "Jamie": "5r 9b", "Rory": "10g 2b 8r", "Noah": "3r 4r"}, "Isla")
    state = state._replace(phase=Phase.PLAY)
    for text in ("Isla: 4b", "Jamie: pass"):
        state = state.after(parse_event(text, at))
    said = "a pass lets Isla's 4b stand; 10g sheds 1 suit card, but might be beaten and loses"
    assert difference(state, "pass", "10g") == said


# Every fact, held against the position with all hands open.


POINTS = r"( \((?P<points>\d+) points?( for (?P<takers>.+))?\))?"
CLAIMS = {
    "goes out": r"goes out while (?P<name>.+) still holds (?P<number>\d+) cards?",
    "holds": r"leaves (?P<number>\d+) cards? in hand",
    "wins": rf"wins the trick( for your side)?{POINTS}",
    "lets win": rf"lets (?P<name>.+) win the trick{POINTS}",
    "lets stand": r"lets (?P<name>.+)'s (?P<cards>.+) stand",
    "beats": r"beats (?P<cards>.+)",
    "might be beaten": r"might be beaten",
    "spends": r"spends (?P<number>\d+|a|no|fewer) court cards?",
    "breaks": r"breaks up (?P<cards>.+)",
}


def check(state: Round, event: Event, said: str) -> str:
    """The predicate holds for the event; which of the claims it is."""
    claim, told = next((each, found) for each, words in CLAIMS.items() if (found := re.fullmatch(words, said)))
    at, seat, after, groups = (
        state.table,
        state.turn,
        state.after(event),
        {"name": "", "number": "", **told.groupdict()},
    )
    assert state.hands is not None
    assert after.hands is not None
    played, ended = event.cards if isinstance(event, Play) else 0, after.tricks[len(state.tricks) :]
    cards = hand(groups["cards"], at) if groups.get("cards") and groups["cards"] != "nothing" else 0
    trick = ended[0] if ended else after.bombed_trick or Trick(after.trick, seat, seat)
    sizes = dict(zip(at.names, after.sizes, strict=True))
    answers = [
        answer
        for each in (at.opponents(seat) if claim == "wins" else ())
        for answer in legal_plays(at.variant.combinations, at.deck, after.hands[each], after.reading_to_beat)
    ]
    combination = [find_readings(at.variant.combinations, cards), holds(state.hands[seat], cards)] if cards else []
    holding = {
        "goes out": sizes[at.names[seat]] == 0
        and sizes.get(groups["name"]) == max(after.sizes[each] for each in at.opponents(seat))
        and groups["number"] == str(sizes.get(groups["name"])),
        "holds": groups["number"] == str(after.sizes[seat]),
        "wins": trick.winner == seat and (bool(ended) or after.phase is Phase.AWARD or not answers),
        "lets win": at.names[trick.winner] == groups["name"] and not after.trick[len(state.trick) :],
        "lets stand": (at.names[trick.plays[-1].seat], trick.plays[-1].cards) == (groups["name"], cards) and not ended,
        "beats": bool(played and state.trick) and state.trick[-1].cards == cards,
        "might be beaten": bool(played and not ended),
        "spends": {"a": "1", "no": "0"}.get(groups["number"], groups["number"])
        in (str(count(played & COURTS)), "fewer"),
        "breaks": all(combination) and not (cards and (holds(after.hands[seat], cards) or holds(played, cards))),
    }
    assert holding[claim]
    if points := groups.get("points"):
        assert at.variant.card_values.of(*(play.cards for play in trick.plays)) == int(points)
        if ended:
            assert at.names[trick.taker] in (groups["takers"] or at.names[trick.winner])
    return claim


def check_sentence(state: Round, events: list[Event], said: str) -> None:
    """What is told of the cards of both holds."""
    assert state.hands is not None
    played = [event.cards if isinstance(event, Play) else 0 for event in events]
    if left := re.search(r"leaves (\d+[a-z].*) for later", said):
        cards = hand(left[1], state.table)
        assert holds(played[0], cards)
        assert holds(remove(state.hands[state.turn], played[1]), cards)
    if more := re.search(r"sheds (\d+) suit cards?", said):
        assert count(suit_cards(played[1])) == int(more[1]) > count(suit_cards(played[0]))
    if re.search(r"spends (fewer court cards|no court card)\b", said):
        assert count(played[1] & COURTS) < count(played[0] & COURTS)


@pytest.mark.parametrize(("variant_id", "players"), GAMES)
def test_every_fact_holds(variant_id: str, players: int) -> None:
    at, chance, claims = build_table(variant_id, players), Random(f"{variant_id} {players}"), list[str]()
    while len(claims) < 600:
        state = begin(at, 0, tuple(range(players)), deal_of(at, str(chance.random()), 1))
        while not state.over:
            if state.phase is Phase.PLAY and chance.random() * sum(state.sizes) < 4:
                adviser, events = (
                    Adviser(view_of(state, state.turn), EFFORT),
                    [random_play(state, chance) for _ in "ab"],
                )
                better, worse = map(adviser.look_ahead, events)
                for event, prospect in zip(events, (better, worse), strict=True):
                    said = [
                        re.sub(r"\byou\b", at.names[state.turn], words) for fact in prospect.facts for words in fact[1:]
                    ]
                    claims += [check(state, event, words) for words in said if words]
                check_sentence(state, events, Reasons(state, (), at.names).compare(better, worse, "loses"))
            state = state.after(random_event(state, chance))
    assert {*claims} >= CLAIMS.keys() - {"goes out", "lets stand"}


def random_play(state: Round, chance: Random) -> Event:
    """A legal play of the player whose turn it is, or a pass."""
    moves = playable(state, state.hands[state.turn])  # type: ignore[index]
    if state.trick and chance.random() * (len(moves) + 1) < 1:
        return Pass(state.turn)
    cards, reading = chance.choice(moves)
    return unambiguous_play(state.table, state.turn, cards, reading, state.reading_to_beat)


# Whole sentences.


def figures(state: Round, text: str) -> str:
    return explain(view_of(state, state.turn), event_of(state, text), EFFORT)


def test_where_all_hands_are_known_the_value_is_exact() -> None:
    state = unseen_but(position("9r 4g", "5g", courts=""), "9r 4g 5g")
    assert figures(state, "9r") == (
        "9r wins the trick (1 point); 4g might be beaten and brings 14 points less with best play, now that all hands "
        "are known."
    )


def test_what_it_brings_more_in_deals_that_fit_is_their_mean() -> None:
    left = "5g 6g 10b"
    state = unseen_but(position("9r 9g 4g", "5g", courts=""), f"9r 9g 4g {left}")
    values: dict[Event, list[int]] = {}
    for card in card_bits(hand(left)):
        deal = state._replace(hands=(state.hands[0], card), haggis=tuple(unpack(hand(left) ^ card)))  # type: ignore[index]
        for play in Solver(deal).solve(deal).plays:
            values.setdefault(play.event, []).append(play.low)
    means = sorted((fmean(found) for found in values.values()), reverse=True)
    best = next(event for event, found in values.items() if fmean(found) == means[0])
    second = next(mean for mean in means if mean < means[0] - 0.5)
    said = explain(view_of(state, 0), best, EFFORT)
    told = re.search(r" brings (\d+) points? less with best play, on average in 3 possible deals\.$", said)
    assert told, said
    assert int(told[1]) == round(means[0] - second)


def test_a_waste_is_not_said_to_be_better_than_what_beats_it() -> None:
    state = position("2r 3r 9g 9b 10b 10y 8y", "2g 3g 4g", courts="J")
    view = view_of(state, 0)
    assert "worse" not in explain(view, event_of(state, "J"), Effort(playouts=400))
    told = [explain(view, event_of(state, text), Effort(playouts=400)) for text in ("9g 9b", "10b 10y", "2r 3r J")]
    assert any(re.search(r"is about (\d+ points? worse|as good) in \d+ guessed deals", each) for each in told), told


def test_a_bet_tells_how_often_one_goes_out_first() -> None:
    state = begin(TABLE, 0, (0, 0), deal_of(TABLE, "b", 1))
    said = explain(view_of(state, 0), Bet(0, 15), EFFORT)
    told = re.fullmatch(
        r"You can shed your suit cards in \d+ plays, and you go out first in (\d+)% of 60 guessed deals\.", said
    )
    assert told
    assert 0 <= int(told[1]) <= 100


def test_where_nothing_can_be_chosen_that_is_said() -> None:
    assert figures(position("10b 2b", "5r 6r", "Noah: 10b", courts=""), "pass") == "Nothing in your hand beats it."
    state = position("4r", "2g 3g", courts="")
    assert figures(state, "4r") == "4r goes out while Isla still holds 2 cards."


def test_it_is_told_from_what_the_seat_sees_alone() -> None:
    state = position("9r 9g 4g 6b", "5g 5b 10r", courts="J")
    other = state._replace(hands=(state.hands[0], hand("2g 2b 3r") | state.courts[1]))  # type: ignore[index]
    assert figures(state, "9r 9g") == figures(other, "9r 9g")


@pytest.mark.slow
@pytest.mark.longest(3)
@pytest.mark.parametrize(("variant_id", "players"), GAMES)
def test_every_event_of_a_whole_round_is_explained(variant_id: str, players: int) -> None:
    at, number, compared = build_table(variant_id, players), 0, 0
    state = begin(at, 0, tuple(range(players)), deal_of(at, "a", 1))
    while not state.over:
        event = choose_event(state, load_player("normal"), Effort(), "a", 1, number)
        number += 1
        said = explain(view_of(state, state.turn), event, Effort(playouts=2))
        assert re.fullmatch(r"[A-Z0-9][^\n]*[^.]\.", said)
        compared += "deals" in said
        state = state.after(event)
    assert compared


def test_a_reading_that_must_be_named_is_told_in_words() -> None:
    state = position("7g 8g 2b", "9b 4b", courts="K")
    assert difference(state, "2b", "7g 8g K as sequence@8").startswith("7g 8g K as a sequence up to 8 ")
