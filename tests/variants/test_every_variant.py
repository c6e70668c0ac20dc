"""Every installed variant keeps its own word and goes through every command, with every number of players."""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from haggis_cli.devkit.conformance import check_variant
from haggis_cli.devkit.declaration import declaration_faults
from haggis_cli.matches.notation import render_event
from haggis_cli.players.policies import random_event
from haggis_cli.players.tournament import random_deal
from haggis_cli.plugins.registry import installed_claims, load
from haggis_cli.rules.description import describe_variant
from haggis_cli.rules.events import Exchange, Give
from haggis_cli.rules.round import begin_due
from haggis_cli.rules.variant import Outcome, Table, first_standing, seat_players
from tests.support.haggis import ROOT, Haggis

MODULES = sorted((ROOT / "variants" / "haggis_variants").glob("*.py"))
NAMES = ("Ailsa", "Bruce", "Coira", "Duncan")
GAMES = [(variant_id, players) for variant_id in installed_claims() for players in load(variant_id).players]
LINES = 100  # a module longer than this is no declaration any more
ROUNDS = 12
HEADINGS = ["Set-up", "Combinations", "Betting", "Tricks and capture", "Scoring", "Next round and end"]


@cache
def played(variant_id: str, players: int) -> tuple[Table, list[str], Outcome]:
    """A round by chance: the table, what is said of it where hands are unknown, and what counts of it."""
    chance = Random(f"{variant_id} {players}")
    table = seat_players(load(variant_id), NAMES[:players])
    state, texts = begin_due(table, first_standing(table, 0), random_deal(table, chance)), []
    while not state.over:
        event = random_event(state, chance)
        state = state.after(event)
        if not isinstance(event, Exchange | Give):
            texts.append(render_event(event, table))
    return table, texts, state.outcome()


def entries(table: Table, outcome: Outcome) -> list[str]:
    """The round as people type it in."""
    word = "bid" if table.variant.betting.by_auction else "bet"
    lines = []
    for seat in table.seats:
        items = [f"cards {outcome.captured[seat]}"]
        if seat in outcome.out:
            items.insert(0, f"out{outcome.out.index(seat) + 1} {outcome.counts[seat]}")
        if outcome.stakes[seat] is not None:
            items.append(f"{word} {outcome.stakes[seat]}")
        lines.append(f"{table.names[seat]}: {', '.join(items)}")
    return lines


def start(haggis: Haggis, variant_id: str, players: int) -> None:
    """A new match of four rounds, Ailsa to lead."""
    names = [word for name in NAMES[:players] for word in ("-p", name)]
    haggis.ok("new", "--variant", variant_id, *names, "--rounds", "4", "--name", "friday")


@pytest.mark.parametrize("variant_id", installed_claims())
def test_its_declaration_fits_together(variant_id: str) -> None:
    assert list(declaration_faults(load(variant_id))) == []


@pytest.mark.slow
@pytest.mark.sample(3)
@pytest.mark.parametrize("variant_id", installed_claims())
def test_random_rounds_of_it_come_out_right(variant_id: str) -> None:
    assert [str(fault) for fault in check_variant(load(variant_id), ROUNDS)] == []


@pytest.mark.parametrize("variant_id", installed_claims())
def test_its_description_says_something_under_every_heading_and_names_every_option(variant_id: str) -> None:
    variant = load(variant_id)
    sections = describe_variant(variant)
    assert [title for title, _ in sections if title not in ("Options", "Rulings")] == HEADINGS
    for title, lines in sections:
        assert lines, title
        for line in lines:
            assert line[-1] in ".)", line
            assert line == " ".join(line.split())
            assert line[0] == line[0].upper() or title == "Options", line
    options = dict(sections).get("Options", [])
    for option in variant.options:
        (line,) = [line for line in options if line.startswith(f"{option.name}: ")]
        assert all(choice.means in line for choice in option.choices.values())
        assert line.count("(default)") == 1
    for ruling in variant.rulings:
        assert f"{ruling.says} ({ruling.source})" in dict(sections)["Rulings"]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_its_module_stays_a_declaration(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) < LINES
    assert not any(line.lstrip().startswith(("if ", "for ", "while ", "class ")) for line in text.splitlines())


@pytest.mark.parametrize("variant_id", installed_claims())
def test_it_can_be_shown(haggis: Haggis, variant_id: str) -> None:
    variant = load(variant_id)
    out = haggis.ok("variants", "show", variant_id)
    assert out.startswith(f"{variant.name} ({variant_id})\n{variant.summary}\nSource: {variant.source}\n\nSet-up\n")
    shown = haggis.json("variants", "show", variant_id)
    assert shown["description"] == dict(describe_variant(variant))
    assert [option["name"] for option in shown["options"]] == [option.name for option in variant.options]
    assert shown["players"] == list(variant.players)


@pytest.mark.sample(4)
@pytest.mark.parametrize(("variant_id", "players"), GAMES)
def test_a_round_typed_in_goes_through_every_command(haggis: Haggis, variant_id: str, players: int) -> None:
    table, _, outcome = played(variant_id, players)
    start(haggis, variant_id, players)
    empty = haggis.text()
    haggis.ok("score", *entries(table, outcome))
    scored = haggis.text()
    assert scored.startswith(empty)
    shown = haggis.ok("show")
    assert all(name in shown for name in table.names)
    sides = {name: haggis.json("show")["totals"][name] for name in table.side_names}
    for form in ("text", "markdown", "csv", "json"):
        sheet = haggis.ok("sheet", "--format", form)
        assert all(name in sheet for name in table.names), form
        assert all(str(total) in sheet for total in sides.values()), form
    assert table.names[outcome.out[0]] in haggis.ok("log")
    assert haggis("check") == (0, "", "")
    (row,) = haggis.json("list")["matches"]
    assert row["totals"] == sides
    haggis.ok("undo")
    assert haggis.text() == empty
    haggis.ok("redo")
    assert haggis.text() == scored


@pytest.mark.sample(4)
@pytest.mark.parametrize(("variant_id", "players"), GAMES)
def test_a_round_recorded_goes_through_every_command(haggis: Haggis, variant_id: str, players: int) -> None:
    table, texts, outcome = played(variant_id, players)
    start(haggis, variant_id, players)
    empty = haggis.text()
    haggis.ok("record", *texts[:6])
    assert "in progress" in haggis.ok("log")
    half = haggis.text()
    haggis.ok("undo")
    haggis.ok("redo")
    assert haggis.text() == half
    assert haggis.json("list")["matches"][0]["in_progress"]
    haggis.ok("record", "--json", *texts[6:])
    (told,) = haggis.json("show")["rounds"]
    assert told["out"] == [table.names[seat] for seat in outcome.out]
    assert haggis("check") == (0, "", "")
    haggis.ok("undo", "--round")
    assert haggis.text() == empty


@pytest.mark.parametrize(("variant_id", "players"), GAMES)
def test_every_option_can_be_chosen(haggis: Haggis, variant_id: str, players: int) -> None:
    names = [word for name in NAMES[:players] for word in ("-p", name)]
    for option in load(variant_id).options:
        for value in option.choices:
            text = str(value).lower()
            ran = haggis("new", "--variant", variant_id, *names, "--option", f"{option.name}={text}")
            if option.players and players not in option.players:
                assert ran.code == 2
                assert f"the option '{option.name}' is for " in ran.err
            else:
                assert ran.code == 0, ran
        ran = haggis("new", "--variant", variant_id, *names, "--option", f"{option.name}=whist")
        assert ran.code == 2
        assert option.name in ran.err
