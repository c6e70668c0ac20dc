"""A round half typed on a phone is finished at the terminal, and one half typed there on a phone, in every variant."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import pytest
from playwright.sync_api import Browser

from haggis_cli.book.drafts import RoundDrafts
from haggis_cli.book.match import open_match
from haggis_cli.plugins.registry import installed_claims, load
from haggis_cli.rules.typed_rounds import captured_range, table_breaches
from haggis_cli.rules.variant import Outcome, Table
from tests.support.browser import NO_BROWSER, PROGRAM, Thumb, phone
from tests.support.haggis import Haggis
from tests.support.plugins import COPY, plugged
from tests.support.served import served
from tests.support.terminal import Terminal, Typist

pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAM is None, reason=NO_BROWSER)]

GIGANTIC = COPY + (
    "from haggis_cli.rules.api import FreeBets\n"
    "class Gigantic(FreeBets):\n"
    "    def settle(self, table, stakes, out):\n"
    "        return tuple(sum(filter(None, stakes)) if seat == out[0] else 0 for seat in table.seats)\n"
    'BETTING = Gigantic((5, *range(40, 101, 10)), {"baby": 5, "gigantic": range(40, 101, 10)})\n'
    'V = replace(TWO_PLAYER, id="gigantic", name="Gigantic", usual=False, betting=BETTING)\n'
)
"""A kind of bet that nobody foresaw: its amount is typed, and the player first out alone has it when it is lost."""
SEATED = [(each, players) for each in sorted(installed_claims()) for players in load(each).players]


def make_outcome(table: Table) -> Outcome:
    """A round in which they go out as they sit, and each side bets, or one player bids, the most there is."""
    out: tuple[int, ...] = ()
    while not table.ended_by(out):
        out = (*out, len(out))
    recorded = dict(zip(table.recorders(out), (9, 7, 4, 3, 2), strict=False))
    total = captured_range(table, out, recorded).most
    captured = [10] * (len(table.names) - 1)
    amount = table.variant.betting.amounts[-1]
    bettors = [1] if table.variant.betting.by_auction else [seats[0] for seats in table.sides]
    outcome = Outcome(
        out,
        tuple(recorded.get(seat, 0) for seat in table.seats),
        (*captured, total - sum(captured)),
        tuple(amount if seat in bettors else None for seat in table.seats),
    )
    assert table_breaches(table, outcome) == []
    return outcome


@contextmanager
def match_of(haggis: Haggis, variant: str, players: int) -> Iterator[tuple[Table, Outcome]]:
    with plugged(haggis, {"gigantic": GIGANTIC}) if variant == "gigantic" else nullcontext():
        names = [word for name in ("Noah", "Isla", "Rory", "Jamie", "Una", "Ewan")[:players] for word in ("-p", name)]
        haggis.ok("new", "--variant", variant, *names, "--rounds", "9", "--name", "friday")
        table = open_match("friday", str(haggis.home)).report.round_table()
        yield table, make_outcome(table)


def finish(screen: Terminal, table: Table, outcome: Outcome, gone_out: int = 0, *, until: str = "Round ") -> None:
    """Answer what is asked until this is asked."""
    typist = Typist(table, outcome, gone_out=gone_out)
    while not (prompt := screen.prompt()).startswith(until):
        screen.type(typist.answer(prompt))


@pytest.mark.longest("tatties-3")  # an auction, and more than one who goes out
@pytest.mark.parametrize(("variant", "players"), [*SEATED, ("gigantic", 2)])
def test_either_goes_on_with_what_the_other_has(running: Browser, haggis: Haggis, variant: str, players: int) -> None:
    with (
        match_of(haggis, variant, players) as (table, outcome),
        served(haggis) as server,
        phone(running, server) as held,
    ):
        held.go("/m/friday/score")
        Thumb(held).score(outcome, until="captured1" if players > 2 else "count1")
        with Terminal(haggis, "score", "friday") as screen:
            screen.answer("Continue it? [Y/n]: ", "")
            finish(screen, table, outcome, len(outcome.out))
            screen.type("q")
            assert screen.end()[0] == 0
        assert list(haggis.path().parent.glob("*.draft")) == []

        first, *others, last = outcome.captured
        second = outcome._replace(captured=(first + 1, *others, last - 1))
        with Terminal(haggis, "score", "friday") as screen:
            finish(screen, table, second, until="What did Isla capture")
            screen.type("q")
            screen.end()
        held.go("/m/friday/score")
        held.touch("[name=do][value=terminal]")
        Thumb(held).score(second)
        held.see("Round 2 is saved")
        assert list(haggis.path().parent.glob("*.draft")) == []
        saved = open_match("friday", str(haggis.home))
        assert [each.outcome for each in saved.report.rounds] == [outcome, second]
        assert RoundDrafts(saved).load_from_others() is None
