"""A kind of bet that nobody foresaw is one class in a plugin, and every face offers it, reads it and shows it."""

from collections.abc import Iterator

import pytest

from haggis_cli.book.hints import line_hint, next_words
from haggis_cli.book.match import open_match
from haggis_cli.book.recording import round_to_play
from haggis_cli.devkit.conformance import check_variant
from haggis_cli.plugins.registry import load
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Bet
from haggis_cli.rules.round import Round
from tests.support.haggis import Haggis
from tests.support.pages import Caller, Pad, Recorder
from tests.support.plugins import COPY, plugged
from tests.support.terminal import Here, Terminal, unwrapped

OPEN = (
    COPY
    + """
from dataclasses import dataclass, field
from haggis_cli.rules.api import Betting

@dataclass(frozen=True)
class Gigantic(Betting):
    amounts: tuple = (15, *range(40, 101, 10))
    names: dict = field(default_factory=lambda: {"little": 15, "gigantic": range(40, 101, 10)})

    def describe(self):
        return [*super().describe(), "The player first out scores the own bet, and every lost one alone."]

    def settle(self, table, stakes, out):
        return tuple(sum(filter(None, stakes)) if seat == out[0] else 0 for seat in table.seats)

THREE = __import__("haggis_variants.three_player", fromlist=["THREE_PLAYER"]).THREE_PLAYER
V = replace(THREE, id="gigantic", name="Gigantic", usual=False, options=(), betting=Gigantic())
"""
)
"""A bet of 40 to 100 in tens, which goes to the player first out alone when it is lost."""
BLIND = OPEN.replace(
    '"gigantic": range(40, 101, 10)})\n',
    '"gigantic": range(40, 101, 10)})\n    blind: tuple = tuple(range(40, 101, 10))\n    seen: int = 8\n',
).replace('id="gigantic"', 'id="blind"')
"""The same, and the bet of 40 to 100 is made blind."""
RANGE = "gigantic (40 to 100 in tens)"
REFUSAL = "'gigantic' is 40 to 100 in tens: add the amount, like 'gigantic 40'"
ROUND = {"out1": "1", "count1": "8", "out2": "2", "count2": "4", "captured1": "10", "captured2": "10"}


@pytest.fixture(params=["gigantic", "blind"])
def variant(request: pytest.FixtureRequest, haggis: Haggis) -> Iterator[str]:
    with plugged(haggis, {"gigantic": OPEN, "blind": BLIND}):
        players = ("-p", "Noah", "-p", "Isla", "-p", "Jamie")
        haggis.ok("new", "--variant", request.param, *players, "--lead", "Noah", "--name", "friday")
        yield request.param


@pytest.fixture
def state(variant: str, haggis: Haggis) -> Round:
    return round_to_play(open_match("friday", str(haggis.home)).report)


def test_it_conforms_and_is_described(variant: str, haggis: Haggis) -> None:
    assert [str(fault) for fault in check_variant(load(variant), rounds=4)] == []
    assert f"little (15) or {RANGE}" in " ".join(haggis.ok("variants", "show", variant).split())


def test_the_dialogue_of_score_asks_for_it(variant: str, haggis: Haggis) -> None:
    asked = f"bet{', blind or not' if variant == 'blind' else ''} [none]: "
    with Terminal(haggis, "score") as screen:
        screen.answer_in_turn("n", "8", "i", "4", "10", "10", "")
        assert RANGE in unwrapped(screen.answer(f"What did Noah {asked}", "?"))
        assert RANGE in unwrapped(screen.answer(f"What did Noah {asked}", "gigantic 60"))
        screen.answer(f"What did Isla {asked}", "g45")
        assert REFUSAL in unwrapped(screen.answer(f"What did Isla {asked}", "g50"))
        screen.answer_in_turn("", "", "q")
        assert screen.end()[0] == 0
    assert "bets = { Noah = 60, Isla = 50 }" in haggis.text()


@pytest.mark.parametrize("bet", ["60", "gigantic 60", "g60"])
def test_typed_lines_have_it(variant: str, haggis: Haggis, bet: str) -> None:
    haggis.ok("score", f"Noah: out 8, cards 10, bet {bet}", "Isla: out 4, cards 10, bet 40", "Jamie: cards rest")
    assert "bets = { Noah = 60, Isla = 40 }" in haggis.text()
    assert haggis.json("show", "friday")["totals"]["Noah"] == 8 * 5 + 10 + 100


def test_the_form_of_the_phone_has_it_and_the_terminal_goes_on_with_it(variant: str, haggis: Haggis) -> None:
    pad = Pad(Caller(haggis))
    assert ("gigantic (100) blind" if variant == "blind" else "gigantic (100)") in pad.text
    pad.fill(**ROUND, bet1="60").press("keep")
    lines = iter(("", "", "", "50", "", "", "q"))
    assert Here(lambda _: next(lines)).run("score") == 0
    assert "bets = { Noah = 60, Isla = 50 }" in haggis.text()


def test_the_recorder_of_the_phone_has_a_field_for_the_amount(variant: str, haggis: Haggis) -> None:
    recorder = Recorder(Caller(haggis), "friday")
    assert 'name="bet.2.40.amount"' in recorder.page.text
    assert 'aria-label="Jamie, gigantic: 40 to 100 in tens"' in recorder.page.text
    for amount, status in (("45", 422), ("", 422), ("60", 303)):
        assert recorder.send({"deed": "bet.0.40", "bet.0.40.amount": amount}).status == status
    assert '"Noah: bet 60"' in haggis.text()
    assert f"gigantic (60){' blind' if variant == 'blind' else ''}" in recorder.form.words


def test_it_is_recorded_and_shown(variant: str, haggis: Haggis) -> None:
    haggis.ok("record", "Noah: bet gigantic 60", "Isla: bet g40")
    assert '"Noah: bet 60",\n  "Isla: bet 40",' in haggis.text()
    assert "Noah bets gigantic (60)" in haggis.ok("log")
    assert f"A bet of 45 is not offered: it is little (15) or {RANGE}." in haggis("record", "Jamie: bet 45").err


def test_choices_hints_and_completion_have_it(variant: str, state: Round) -> None:
    amounts = [15, *range(40, 101, 10)]
    assert choices(state).bets(1) == [Bet(1, amount) for amount in amounts]
    assert [bet.amount for bet in choices(state).bets(1, blind=True)] == (amounts[1:] if variant == "blind" else [])
    assert next_words("Isla: bet ", state) == ["little", *map(str, amounts[1:])]
    assert line_hint("Isla: bet g60", state).startswith("Isla bets gigantic (60)")
    assert line_hint("Isla: bet g45", state) == REFUSAL
