"""One fact, one figure: whatever is written of a match is read back, and every format says the same of every round."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from random import Random

import pytest

from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.views.scoreboard import print_scoreboard
from haggis_cli.cli.views.story import print_rounds
from haggis_cli.exchange.known_formats import find_format
from haggis_cli.exchange.parsed_match import OutgoingMatch
from haggis_cli.matches.model import GoalRecord, MatchRecord, RoundRecord, write_deal
from haggis_cli.matches.notation import render_event
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.matches.toml.parsing import encode_utf8
from haggis_cli.players.levels import Effort
from haggis_cli.players.tournament import play_match
from haggis_cli.plugins.registry import load
from haggis_cli.referee.adjudication import adjudicate, table_record
from haggis_cli.referee.report import Report
from haggis_cli.referee.report_json import report_json, show_json
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Outcome, Table, seat_players
from haggis_cli.sheets.renderers.formats import FORMATS, Style
from haggis_cli.sheets.renderers.json import log_json
from haggis_cli.sheets.sheet import scoresheet
from tests.sheets import read_figures
from tests.sheets.read_figures import Figures, Reader, Seating, arithmetic_faults
from tests.support.haggis import Haggis
from tests.support.matches import EXAMPLES, example
from tests.support.terminal import Screen

GAMES = {
    "two-player": (2,),
    "three-player": (3,),
    "tatties": (3,),
    "neeps": (4,),
    "rogers-neeps": (4,),
    "classic": (2, 3),
    "revised": (2, 3),
    "taylor": (2, 3),
}
MATCHES, BLOCK, APART = 500, 2, 250
BLOCKS = [f"{variant}-{number:03}" for variant in GAMES for number in range(0, MATCHES // BLOCK, APART)]
BY_DEFAULT = [*(path.stem for path in EXAMPLES[::6]), *(f"{variant}-000" for variant in list(GAMES)[::3])]
"""All 500 matches of each variant take seven minutes: with `--every` a case goes on to the next one."""
PDF_EVERY, XLSX_EVERY = 50, 5
"""Of so many random matches one is drawn as PDF, and one as a workbook."""
NAMES = ["Noah", "Isla", "Zoë", "李雷", "Anna-Lena", "Bo B.", "O'Neil"]

SHEET = ("hand", "cards", "total", "bet", "pts", "round", "game")
OWN_BETS = ("own bet", "own pts")


def random_match(variant_id: str, number: int) -> Report:
    """Rounds that chance has played: the first are kept as recorded, others as typed in, with bets by chance."""
    chance = Random(f"{variant_id} {number}")
    variant, seats = load(variant_id), chance.choice(GAMES[variant_id])
    names = chance.sample(NAMES, seats)
    options = {each.name: chance.choice(list(each.choices)) for each in variant.options if chance.random() < 0.3}
    options = {name: value for name, value in options.items() if _offered(variant_id, name, seats)}
    table = seat_players(
        variant, tuple(names), options=options, team_names=("Alba", "Slam Jamma")[: len(variant.teams)]
    )
    goal = Goal(rounds=chance.randint(1, 3))
    played = play_match(table, goal, ["random"] * seats, f"{number}", Effort()).rounds
    rounds = [
        RoundRecord(events=[render_event(event, table) for event in each.events], deal=write_deal(each.deal, table))
        for each in played
    ]
    record = MatchRecord(
        id="friday",
        variant=variant_id,
        created=datetime(2026, 11, 21, tzinfo=UTC),
        players=names,
        teams=list(table.side_names) if variant.teams else [],
        goal=GoalRecord(rounds=99),
        lead=None if variant.has_dealer else names[0],
        dealer=names[-1] if variant.has_dealer else None,
        options=options,
        rounds=rounds,
    )
    typed_from = chance.randint(0, len(rounds))  # bets of before would change who leads a recorded round
    for at, each in enumerate(judged(record).rounds[typed_from:], typed_from):
        assert each.outcome
        outcome = each.outcome._replace(stakes=_stakes(each.outcome, table, chance))
        rounds[at] = RoundRecord.model_construct(table=table_record(outcome, table), events=None, deal=None, notes="")
    if chance.random() < 0.2:
        rounds.append(RoundRecord(events=[], notes="in progress"))
    return judged(record.model_copy(update={"rounds": rounds}))


def _offered(variant_id: str, option: str, seats: int) -> bool:
    players = next(each.players for each in load(variant_id).options if each.name == option)
    return not players or seats in players


def _stakes(outcome: Outcome, table: Table, chance: Random) -> tuple[int | None, ...]:
    betting = table.variant.betting
    if betting.by_auction:
        return outcome.stakes
    who = [chance.choice(side) for side in table.sides]
    return tuple(chance.choice([None, *betting.amounts]) if seat in who else None for seat in table.seats)


def judged(record: MatchRecord) -> Report:
    return adjudicate(MatchFile(encode_utf8(render_match(record)), "friday.toml"), load(record.variant))


def told(report: Report, *, pdf: bool, xlsx: bool) -> Iterator[tuple[str, Reader, str | bytes, tuple[str, ...]]]:
    """Everything that is written of the match: what it is called, its reader, and the figures that it has."""
    sheet, page = scoresheet(report), scoresheet(report, plays=True)
    for name, reader, style, has in (
        ("text", read_figures.from_text, Style(), SHEET),
        ("text", read_figures.from_text, Style(width=50), SHEET),
        ("text", read_figures.from_text, Style(width=200, ascii=True), SHEET),
        ("markdown", read_figures.from_markdown, Style(), SHEET),
        ("csv", read_figures.from_long_csv, Style(), (*SHEET, "own bet")),
        ("csv", read_figures.from_wide_csv, Style(wide=True), (*SHEET, "own bet")),
        ("json", read_figures.from_sheet_json, Style(), (*SHEET, *OWN_BETS, "final")),
        ("svg", read_figures.from_svg, Style(chart=True), ("game", "final")),
    ):
        yield f"{name} {style}", reader, FORMATS[name].render(sheet, style), has
    html = FORMATS["html"].render(page, Style())
    yield "html", read_figures.from_html, html, (*SHEET, "final")
    yield "html, rounds", read_figures.from_story, html, ("recorded", *SHEET)
    if pdf:
        yield "pdf", read_figures.from_pdf, FORMATS["pdf"].render(sheet, Style()), SHEET
    if xlsx:
        yield "xlsx", read_figures.from_workbook, FORMATS["xlsx"].render(sheet, Style()), (*SHEET, "own bet")
    own = ("hand", "cards", "total", *OWN_BETS, *(() if sheet.teams else ("bet", "pts", "round")))
    yield "check --json", read_figures.from_report_json, json.dumps(report_json(report)), (*own, "final")
    yield "show --json", read_figures.from_report_json, json.dumps(show_json(report)), (*own, "final")
    yield "log --json", read_figures.from_report_json, json.dumps(log_json(report, report.rounds)), (*own, "game")
    board = partial(read_figures.from_scoreboard, auction=report.table.variant.betting.by_auction)
    yield "show", board, screen(report, 80), ("bet", "pts", "round", "game", "final")
    yield "show, wide", read_figures.from_text, screen(report, 200), SHEET
    shown = Screen()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "120")
        patch.setenv("NO_COLOR", "1")
        print_rounds(Printer(out=shown), report, report.rounds)
    yield "log", read_figures.from_log, shown.getvalue(), SHEET
    match = [OutgoingMatch("friday", report.match, report)]
    for name, exported, wide, figures in (
        ("csv", read_figures.from_long_csv, False, (*SHEET, "own bet")),
        ("csv", read_figures.from_wide_csv, True, (*SHEET, "own bet")),
        ("bgstats", read_figures.from_bgstats, False, ("final",)),
        ("bgg", read_figures.from_bgg, False, ("final",)),
    ):
        written = find_format(name, reading=False).render(match, many=False, wide=wide)
        yield f"export {name}{' --wide' * wide}", exported, written.decode(), figures


def screen(report: Report, columns: int) -> str:
    shown = Screen()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(columns))
        patch.setenv("NO_COLOR", "1")
        print_scoreboard(Printer(out=shown), report)
    return shown.getvalue()


def compare(report: Report, *, pdf: bool, xlsx: bool) -> None:
    """Every figure that a format has is that of the others, and none is missing in a format that has such figures."""
    assert report.ok
    record, table = report.match.record, report.table
    names = [record.players[seat] for seat in range(len(record.players))]
    teams = {
        name: [names[seat] for seat in seats]
        for name, seats in zip(table.side_names, table.sides, strict=True)
        if table.variant.teams
    }
    seating = Seating(names, teams)
    typed = {at for at, each in enumerate(record.rounds, 1) if each.table}
    whole = read_figures.from_sheet_json(FORMATS["json"].render(scoresheet(report), Style()), seating)
    assert not [*arithmetic_faults(whole, seating)]
    for what, reader, written, has in told(report, pdf=pdf, xlsx=xlsx):
        found = reader(written, seating)
        missing = {key for key in whole if key not in found and _is_told(key, has, typed)}
        unlike = {key: (value, whole[key]) for key, value in found.items() if not _same(value, whole.get(key), what)}
        assert (unlike, missing) == ({}, set()), what


def _is_told(key: tuple[int, str, str], has: tuple[str, ...], typed: set[int]) -> bool:
    at, _, figure = key
    if at == 0:
        return "final" in has
    return figure in has and not ("recorded" in has and at in typed)


def _same(value: int | None, other: int | None, what: str) -> bool:
    """No bet and a bet of 0 are one in `show` and in the objects of scripts, which have 0 for both (contract, JSON)."""
    return value == other or (
        what in ("show", "check --json", "show --json", "log --json") and (value or 0) == (other or 0)
    )


@pytest.mark.sample(*BY_DEFAULT)
@pytest.mark.longest(18)
@pytest.mark.parametrize("case", [*(path.stem for path in EXAMPLES), *BLOCKS])
def test_every_format_tells_the_same_figures(case: str, request: pytest.FixtureRequest) -> None:
    path = next((path for path in EXAMPLES if path.stem == case), None)
    if path:
        file = example(path)
        compare(adjudicate(file, load(file.record.variant)), pdf=not case.endswith("unknown-hands"), xlsx=True)
        return
    variant, _, block = case.rpartition("-")
    blocks = APART if request.config.getoption("--every") else 1
    for number in range(int(block) * BLOCK, (int(block) + blocks) * BLOCK):
        report = random_match(variant, number)
        compare(report, pdf=number % PDF_EVERY == 0, xlsx=number % XLSX_EVERY == 0)


def test_the_rulebooks_sheet_has_61_for_isla_wherever_a_command_tells_it(haggis: Haggis) -> None:
    """Rulebook 2.1, Haggis and Neeps Scoresheet Example: 10 × 5 + 11 = 61, and the bet is the team's."""
    path = next(path for path in EXAMPLES if path.stem == "neeps-rulebook-sheet")
    haggis.keep(path.read_text("utf-8"), path.stem)
    seating = Seating(
        ["Isla", "Jamie", "Rory", "Noah"], {"High Rollas": ["Isla", "Rory"], "Slam Jamma": ["Jamie", "Noah"]}
    )
    found: dict[str, Figures] = {}
    for name, reader in (
        *(
            ("text", read_figures.from_text),
            ("markdown", read_figures.from_markdown),
            ("csv", read_figures.from_long_csv),
        ),
        *(("json", read_figures.from_sheet_json), ("html", read_figures.from_html)),
    ):
        found[name] = reader(haggis.ok("sheet", "--format", name, "-o", "-"), seating)
    found["wide"] = read_figures.from_wide_csv(haggis.ok("sheet", "--format", "csv", "--wide"), seating)
    for command in ("show", "log", "check"):
        found[command] = read_figures.from_report_json(haggis.ok(command, "--json"), seating)
    found["in words"] = read_figures.from_log(haggis.ok("log"), seating)
    found["export"] = read_figures.from_long_csv(haggis.ok("export", "--format", "csv"), seating)
    assert {name: figures[1, "Isla", "total"] for name, figures in found.items()} == dict.fromkeys(found, 61)
    assert found["csv"][1, "High Rollas", "pts"] == 30
