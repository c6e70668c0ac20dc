"""The face of the library: what `import haggis_cli` gives, what it costs, and what is promised of each name."""

import inspect
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import get_args, get_origin, get_type_hints

import pytest

import haggis_cli
from haggis_cli.rules import api

MODULES = (haggis_cli, api)


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_it_loads_nothing() -> None:
    code = "import sys; before = set(sys.modules); import haggis_cli; print(*sorted(set(sys.modules) - before))"
    assert run(code) == "haggis_cli"


def test_a_round_is_played_without_what_files_need() -> None:
    code = (
        "import sys; from haggis_cli import deal, judge; deal('neeps'); judge('7r')\n"
        "print(*sys.modules.keys() & {'pydantic', 'typer', 'prompt_toolkit', 'tomli', 'haggis_cli.cli'})"
    )
    assert run(code) == ""


def test_every_name_is_there_and_no_other() -> None:
    for name in haggis_cli.__all__:
        value = getattr(haggis_cli, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__name__ == name
    assert set(haggis_cli.__all__) <= set(dir(haggis_cli))
    with pytest.raises(AttributeError, match="module 'haggis_cli' has no attribute 'whist'"):
        getattr(haggis_cli, "whist")  # noqa: B009 - a type checker would refuse the plain form
    everything: dict[str, object] = {}
    exec("from haggis_cli import *", everything)
    assert set(haggis_cli.__all__) <= set(everything)


def test_a_name_stays_the_same_object() -> None:
    assert haggis_cli.State is import_module("haggis_cli.library.state").State
    assert haggis_cli.deal is haggis_cli.deal


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_public_class_function_and_method_has_a_docstring(module: object) -> None:
    missing = []
    for name in getattr(module, "__all__"):  # noqa: B009 - a module has no type of its own
        value = getattr(module, name)
        described = inspect.isclass(value) or inspect.isfunction(value)
        if described and (not value.__doc__ or value.__doc__.startswith(f"{name}(")):
            missing.append(name)
        if inspect.isclass(value) and value.__module__.startswith("haggis_cli"):
            for member, found in vars(value).items():
                described = isinstance(found, property) or inspect.isfunction(found)
                if described and not member.startswith("_") and not inspect.getdoc(getattr(value, member)):
                    missing.append(f"{name}.{member}")
    assert missing == []


GIVEN = {"Event", "HaggisEnv", "LegalEvents", "Match", "RoundReport", "SavedWithDoubt", "State"}
"""Classes whose values programs are given and never make: what they are made of is nobody's business."""


def test_every_type_that_a_public_name_leads_to_is_public() -> None:
    env = import_module("haggis_cli.library.aec").HaggisEnv  # in no `__all__`, so that a star needs no PettingZoo
    assert haggis_cli.HaggisEnv is env
    values = [getattr(module, name) for module in MODULES for name in module.__all__]
    public = [env, *(value for value in values if inspect.isclass(value) or inspect.isfunction(value))]
    hidden = [
        f"{value.__name__}.{where}: {found.__module__}.{found.__qualname__}"
        for value in public
        for where, annotation in annotations_of(value)
        for found in classes_in(annotation)
        if found not in public
    ]
    assert hidden == []


def annotations_of(value: object) -> Iterator[tuple[str, object]]:
    """Every annotation that a program can meet on a public class or function, with where it stands."""
    if not inspect.isclass(value):
        yield from hints(value)
        return
    for each in value.__mro__:
        if each.__module__.startswith("haggis_cli"):
            yield from hints(each)
            for name, member in list(vars(each).items()):
                found = getattr(member, "fget", getattr(member, "__func__", member))
                is_private = name.startswith("_") and not name.endswith("__")
                if inspect.isfunction(found) and not is_private and not (name == "__init__" and each.__name__ in GIVEN):
                    yield from ((f"{name}: {at}", annotation) for at, annotation in hints(found))


def hints(value: object) -> Iterator[tuple[str, object]]:
    found = get_type_hints(value, localns={"HaggisEnv": haggis_cli.HaggisEnv})
    return ((name, annotation) for name, annotation in found.items() if not name.startswith("_"))


def classes_in(annotation: object) -> Iterator[type]:
    """The classes of this package in an annotation such as `tuple[Event, ...] | None`."""
    parts = annotation if isinstance(annotation, list) else get_args(annotation)
    for part in parts:
        yield from classes_in(part)
    outer = get_origin(annotation) or annotation
    if inspect.isclass(outer) and outer.__module__.startswith("haggis_cli"):
        yield outer


def test_the_api_of_variants_keeps_its_names() -> None:
    assert set(api.__all__) >= API_1
    assert all(hasattr(api, name) for name in api.__all__)


API_1 = {
    "BET_NAMES", "BOMBS", "EVERY_CARD", "POINT_CARDS", "RULEBOOK_HEADINGS", "Auction", "Bet", "Betting",
    "BettingEvent", "Bid", "Bomb", "Breach", "Card", "CardValues", "Cards", "Choice", "Clause", "Combinations",
    "Deck", "FreeBets", "Goal", "Kind", "Option", "OptionValue", "Pass", "Phase", "Reading", "RoundView",
    "Ruling", "Setup", "Stakes", "Standing", "TableView", "Takers", "TeamBets", "Trick", "TrickPlay", "Variant",
    "failed_bets_split", "first_out_takes", "first_out_takes_from_opponents",
    "full_stakes_to_winner_and_abstainers", "join_words", "lowest_total_leads",
    "lowest_total_leads_else_left_of_dealer", "lowest_total_leads_else_left_of_lead",
    "lowest_total_leads_else_same", "most_points_deals", "next_highest_else_left", "next_highest_else_right",
    "no_dealer", "opponent_of_winners_choice", "other_team", "rule_text", "trailing_team_leads", "unpack",
    "winner_captures",
}  # fmt: skip
"""What variants that say `api = 1` may import: the list may only grow."""
