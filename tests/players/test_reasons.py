"""Why a play is advised: what is said follows from the position, and is true of it."""

import re
from random import Random

import pytest

from haggis_cli.library.judging import build_table
from haggis_cli.matches.notation import parse_event
from haggis_cli.players.hand_plan import as_cards
from haggis_cli.players.levels import Effort, load_player, view_of
from haggis_cli.players.reasons import NEAR_OUT, Position, explain
from haggis_cli.players.tournament import choose_event, deal_of
from haggis_cli.plugins.registry import installed_claims, load
from haggis_cli.rules.cards import COURTS, Cards, count, remove
from haggis_cli.rules.events import Award, Event, Exchange, Give, Pass, Phase, Play
from haggis_cli.rules.moves import legal_plays
from haggis_cli.rules.round import Deal, Round, begin
from haggis_cli.rules.variant import Table

GAMES = [(variant_id, players) for variant_id in installed_claims() for players in load(variant_id).players]
TABLE = build_table("two-player", ("Noah", "Isla"))


def hand(text: str, table: Table = TABLE) -> Cards:
    event = parse_event(f"{table.names[0]}: exchange {text}", table)
    assert isinstance(event, Exchange)
    return event.cards


def position(noah: str, isla: str, *events: str, courts: str = "JQK") -> Round:
    """A round in which the two hold just these cards; Noah leads. `courts`: those that everybody still has."""
    state = begin(TABLE, 0, (0, 0), deal_of(TABLE, "any", 1))
    kept = sum(1 << "JQK".index(court) for court in courts)
    hands = (hand(noah) | kept, hand(isla) | kept)
    state = state._replace(hands=hands, courts=(kept, kept), sizes=(count(hands[0]), count(hands[1])))
    for event in events:
        state = state.after(parse_event(event, TABLE))
    return state


def reason(state: Round, text: str) -> str:
    event = parse_event(f"{TABLE.names[state.turn]}: {text}", TABLE)
    return explain(view_of(state, state.turn), event)


def test_going_out_says_what_the_other_still_holds() -> None:
    state = position("4r 5r 6r", "2g 3g 9y", courts="")
    assert reason(state, "4r 5r 6r") == "You go out first, while Isla still holds 3 cards."


def test_a_lead_says_what_it_sheds_and_how_many_plays_are_left() -> None:
    state = position("2r 3r 4r 9g 10b 10y 8y", "2g 3g 4g 5g 6g 7g 8g")
    assert reason(state, "2r 3r 4r") == (
        "It gets rid of 3 cards at once, your lowest among them; the rest goes in 3 plays, not counting court cards."
    )
    assert "at once; the rest" in reason(state, "10b 10y")
    state = position("2r 9g 9b", "3g 4g 5g 6g 7g 8g 10g")
    assert reason(state, "2r").startswith("It gets rid of your lowest card, which is not part of any combination;")


def test_a_lead_too_large_for_who_is_about_to_go_out_says_so() -> None:
    state = position("2r 3r 4r 9g 6b", "7g 8y", courts="")
    assert reason(state, "2r 3r 4r") == "Nobody can beat it, so the next lead is yours, and the rest goes in 2 plays."
    state = position("2r 3r 4r 9g", "7g 8y", courts="")
    assert "and then only your last play could be beaten: you can play out your hand." in reason(state, "2r 3r 4r")
    state = position("2r 3r 4r 10g", "7g 8y", courts="")
    assert "or anything you play after it: you can play out your hand." in reason(state, "2r 3r 4r")
    state = position("3r 4r 5r 6r 7b 9g 2y", "7g", courts="JQ")
    assert reason(state, "3r 4r 5r 6r").startswith("Isla holds only 3 cards and can answer 4 cards only with a bomb;")


def test_answers_say_what_they_cost() -> None:
    beaten = ("Noah: 7g",)
    state = position("7g 2b 3b 4y 5y 6b 8g", "9b 5r 6r 7r 8r 10g 10y 2r", *beaten)
    assert reason(state, "9b").startswith("It beats the trick and breaks up nothing: the rest goes in ")
    assert reason(state, "8r").startswith("It splits a combination to beat the trick: the trick is worth 1 point")
    assert reason(state, "J").startswith("It spends a court card to take the trick: the trick is worth 1 point so far")
    assert reason(state, "J Q").startswith("It takes the lead: the trick is worth 1 point so far, and the rest goes in")
    state = position("6g 2b 3b 4y 5y 7b 8g", "9b 5r 6r 7r 8r 10g 10y 2r", "Noah: 6g")
    assert reason(state, "8r").startswith("It splits a combination to beat the trick: the rest goes in ")
    state = position("7g 2b 3b", "9b 5r 6r 7r 8r 10g 10y 2r", *beaten, courts="JQ")
    assert reason(state, "J").startswith("It spends a court card to take the trick: Noah holds only 4 cards, and")


def test_a_pass_says_what_an_answer_would_cost() -> None:
    lead = ("Noah: 10b",)
    others = "2b 3b 4y 5y 6b 8g 9g"
    no_courts = position(f"10b {others}", "5r 6r 7r 9y", *lead, courts="")
    assert reason(no_courts, "pass") == "Nothing in your hand beats it."
    state = position(f"10b {others}", "5r 6r 7r 9y", *lead)
    assert (
        reason(state, "pass")
        == "Only court cards would beat it, and they are worth keeping: Noah still holds 10 cards."
    )
    state = position(f"2r 3r 4r 5r 6r {others}", "8b 9b 3y", "Noah: 2r 3r 4r 5r 6r", courts="JQ")
    assert (
        reason(state, "pass")
        == "Only a bomb would beat it, and it is worth keeping: the trick is worth 2 points so far."
    )
    state = position(f"7g {others}", "5r 6r 7r 8r 2y", "Noah: 7g", courts="")
    assert reason(state, "pass") == "8r would split a combination: the rest would take 2 plays, as many as now."
    state = position(f"7g {others}", "9r 4g 4b", "Noah: 7g", courts="")
    assert reason(state, "pass") == "9r would beat it, but it pays more to keep it: the trick is worth 1 point so far."


def test_a_partner_who_is_winning_is_named() -> None:
    table = build_table("neeps", ("Isla", "Jamie", "Rory", "Noah"))
    state = begin(table, 0, (0,) * 4, deal_of(table, "a", 1))
    while state.phase is Phase.PASSING:
        state = state.after(choose_event(state, load_player("easy"), Effort(), "a", 1, 0))
    cards, reading = legal_plays(table.variant.combinations, table.deck, state.hands[0], None)[0]  # type: ignore[index]
    state = state.after_play(cards, reading).after(Pass(1))
    state = state._replace(turn=2)
    assert explain(view_of(state, 2), Pass(2)) == "Isla is winning the trick for your side."


def _can_be_beaten(state: Round, seat: int) -> bool:
    """Whether an opponent holds an answer to the last play, all hands open."""
    table, hands = state.table, state.hands
    assert hands is not None
    last = state.trick[-1].reading
    opponents = table.opponents(seat)
    return any(legal_plays(table.variant.combinations, table.deck, hands[each], last) for each in opponents)


def _check(state: Round, event: Event, said: str) -> str:
    """Every claim of the sentence, held against the position with all hands open; what kind of claim it was."""
    view, table = view_of(state, state.turn), state.table
    assert said == explain(view, event), "the same for the same position"
    assert re.fullmatch(r"[A-Z0-9][^\n]*\.", said)
    if isinstance(event, Pass) and state.phase is Phase.PLAY:
        found = legal_plays(table.variant.combinations, table.deck, view.hand, state.reading_to_beat)
        assert (said == "Nothing in your hand beats it.") is (not found)
        if said.startswith("Only court cards would"):
            assert all(cards & COURTS for cards, _ in found)
    elif isinstance(event, Play):
        after = state.after(event)
        if said.startswith("Nobody can beat it") and after.trick:
            assert not _can_be_beaten(after, state.turn)
        assert said.startswith("You go out") is (after.sizes[state.turn] == 0)
        if "breaks up nothing" in said or "fits" in said:
            here = Position(view)
            assert len(here.best_plan(remove(view.hand, event.cards))) < len(here.plan)
        if "at once" in said:
            assert any(as_cards(group.cards) == event.cards for group in Position(view).plan)
        found_names = re.findall(r"(\S+(?: \d)?) holds only (\d+) card", said)
        for name, held in found_names:
            assert state.sizes[table.names.index(name)] == int(held) <= NEAR_OUT
    elif isinstance(event, Award):
        assert said.startswith(f"{table.names[event.to]} has a game score of {state.totals[event.to]},")
    elif isinstance(event, Give | Exchange):
        assert said.startswith("Without th")
    return said.partition(" ")[0]


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize(("variant_id", "players"), GAMES)
def test_what_is_said_in_a_whole_round_is_true(variant_id: str, players: int) -> None:
    table = build_table(variant_id, players)
    decide, kinds, number = load_player("normal"), set(), 0
    for seed in "ab":
        state = begin(table, 0, tuple(range(players)), deal_of(table, seed, 1))
        while not state.over:
            event = choose_event(state, decide, Effort(), seed, 1, number)
            number += 1
            kinds.add(_check(state, event, explain(view_of(state, state.turn), event)))
            state = state.after(event)
    assert len(kinds) >= 4, kinds


def test_it_is_told_from_what_the_seat_sees_alone() -> None:
    """The same view with other hidden hands has the same reason."""
    state = begin(TABLE, 0, (0, 0), deal_of(TABLE, "x", 1))
    assert state.hands is not None
    others = [*state.haggis]
    Random(1).shuffle(others)
    assert isinstance(state, Round)
    hidden = state._replace(hands=(state.hands[0], state.hands[1] ^ 0b111), haggis=Deal((), tuple(others)).haggis)
    event = choose_event(state, load_player("normal"), Effort(), "x", 1, 0)
    assert explain(view_of(state, 0), event) == explain(view_of(hidden, 0), event)
