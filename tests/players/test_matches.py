"""Matches between computer players: whole, legal, and the same again from the same seed."""

from random import Random

import pytest

from haggis_cli.matches.notation import parse_cards, parse_event
from haggis_cli.players import tournament as contest
from haggis_cli.players.levels import Effort, Player, View
from haggis_cli.players.policies import decide_random
from haggis_cli.players.tournament import CannotPlay, choose_event, deal_of, play_match
from haggis_cli.plugins.registry import installed_claims, load
from haggis_cli.rules.events import Award, Event, Lead, Pass, Play
from haggis_cli.rules.judge import replay
from haggis_cli.rules.round import Deal, begin, begin_due
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Table, first_standing, seat_players

NAMES = ("Noah", "Jamie", "Isla", "Rory", "Skye", "Morag")
GAMES = [(variant_id, players) for variant_id in installed_claims() for players in load(variant_id).players]


def table(variant_id: str = "two-player", players: int = 2) -> Table:
    return seat_players(load(variant_id), NAMES[:players])


@pytest.mark.parametrize(("variant_id", "players"), GAMES)
def test_a_match_of_every_game_is_played_to_its_goal(variant_id: str, players: int) -> None:
    played = play_match(table(variant_id, players), Goal(rounds=2), ["random"] * players, "7", Effort())
    assert len(played.rounds) >= 2
    assert played.totals[played.winner] == max(played.totals)
    assert sum(score.total for each in played.rounds for score in each.scores) == sum(played.totals)
    assert played.decisions == sum(len(each.events) for each in played.rounds)


@pytest.mark.parametrize(("variant_id", "players"), GAMES)
def test_every_round_is_legal_from_its_deal_to_its_end(variant_id: str, players: int) -> None:
    at = table(variant_id, players)
    first = play_match(at, Goal(rounds=1), ["random"] * players, "3", Effort()).rounds[0]
    start = begin_due(at, first_standing(at, 0), first.deal)
    again = replay(start, first.events)
    assert again.breach is None
    assert again.last.over


def test_the_same_seed_plays_the_same_match_and_another_another() -> None:
    one, two, other = (play_match(table(), Goal(rounds=2), ["random"] * 2, seed, Effort()) for seed in "112")
    assert one == two
    assert one.rounds != other.rounds


def test_every_round_of_a_match_is_dealt_anew() -> None:
    assert len({deal_of(table(), "seed", number).hands for number in range(1, 6)}) == 5


def test_points_end_a_match_as_soon_as_somebody_has_them() -> None:
    played = play_match(table(), Goal(points=40), ["random"] * 2, "1", Effort())
    assert max(played.totals) >= 40
    before = [sum(each.scores[seat].total for each in played.rounds[:-1]) for seat in (0, 1)]
    assert max(before) < 40 or before[0] == before[1]


def test_a_decision_depends_on_its_place_alone() -> None:
    start = begin(table(), 0, None, deal_of(table(), "seed", 1))
    assert choose_event(start, decide_random, Effort(), "seed", 1, 0) == choose_event(
        start, decide_random, Effort(), "seed", 1, 0
    )
    others = {str(choose_event(start, decide_random, Effort(), "seed", 1, before)) for before in range(20)}
    assert len(others) > 1


class TestAPlayerThatDoesWhatItMayNot:
    def start(self, decide: Player) -> Event:
        return choose_event(begin(table(), 0, None, deal_of(table(), "s", 1)), decide, Effort(), "s", 1, 0)

    def test_is_named_with_the_reason(self) -> None:
        def passes(view: View, chance: Random, effort: Effort) -> Event:
            return Pass(view.seat)

        with pytest.raises(CannotPlay, match="Noah chose an illegal action: Noah leads the trick and must play"):
            self.start(passes)

    def test_is_asked_again_if_it_speaks_for_another(self) -> None:
        def at_last(view: View, chance: Random, effort: Effort) -> Event:
            return Award(1, 0) if chance.random() < 0.5 else decide_random(view, chance)

        assert self.start(at_last).seat == 0

    def test_never_speaks_for_another(self) -> None:
        def award(view: View, chance: Random, effort: Effort) -> Event:
            return Award(1, 0)

        with pytest.raises(CannotPlay, match="speaks for another"):
            self.start(award)


OUT_WITH_A_BOMB = (
    "Noah: give 2r; Jamie: give 2g; Isla: give 2b; Rory: give 2y; Noah: give 2b; Jamie: give 2y; Isla: give 2r; "
    "Rory: give 2g; Noah: 2-10r; Jamie: pass; Isla: pass; Rory: pass; Noah: 2-10r; Jamie: pass; Isla: pass; "
    "Rory: pass; Noah: JQK; Jamie: pass; Isla: pass; Rory: pass"
)


@pytest.mark.parametrize(("decided", "leader"), [(Lead(0, 2), 2), (None, 1)])
def test_k2_who_is_out_with_a_bomb_is_asked_once_who_leads(
    monkeypatch: pytest.MonkeyPatch, decided: Lead | None, leader: int
) -> None:
    at, asked = table("neeps", 4), []
    events = [parse_event(text, at) for text in OUT_WITH_A_BOMB.split("; ")]

    def follow(view: View, chance: Random, effort: Effort) -> Event:
        return events.pop(0) if events else decide_random(view, chance)

    def decide_lead(view: View, chance: Random, effort: Effort) -> Lead | None:
        asked.append(view.seat)
        return decided

    hands = tuple(parse_cards(f"2-10{suit} 2-10{suit}", at.deck) for suit in "rgby")
    monkeypatch.setattr(contest, "deal_of", lambda *_: Deal(hands, ()))
    monkeypatch.setattr(contest, "load_player", lambda _: follow)
    monkeypatch.setattr(contest, "load_lead_giver", lambda _: decide_lead)
    place = len(events)
    first = play_match(at, Goal(points=1), ["random"] * 4, "1", Effort()).rounds[0]
    assert asked == [0]
    leads = [event for event in first.events if isinstance(event, Lead)]
    assert leads == ([decided] if decided else [])
    assert next(event.seat for event in first.events[place:] if isinstance(event, Play)) == leader


def test_a_match_that_does_not_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contest, "MOST_ROUNDS", 3)
    with pytest.raises(CannotPlay, match="has not ended after 3 rounds"):
        play_match(table(), Goal(points=100_000), ["random"] * 2, "1", Effort())
    monkeypatch.setattr(contest, "MOST_EVENTS", 5)
    with pytest.raises(CannotPlay, match="has not ended after 5 events"):
        play_match(table(), Goal(rounds=1), ["random"] * 2, "1", Effort())
