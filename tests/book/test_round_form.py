"""The form of a round: which figure is asked, derived, refused and due, by the variant's declaration alone."""

import pytest

from haggis_cli.book.round_form import FieldKind, fill_in, texts_of
from haggis_cli.book.typed_round import HalfRound
from haggis_cli.plugins.registry import load
from haggis_cli.rules.variant import Table, seat_players

NAMES = ("Noah", "Isla", "Rory", "Jamie")


def table_of(variant: str, players: int) -> Table:
    return seat_players(load(variant), NAMES[:players])


@pytest.mark.parametrize(
    ("variant", "players", "figures"),
    [
        ("two-player", 2, "out1=2 count1=9 captured1=20"),
        ("three-player", 3, "out1=2 count1=9 out2=3 count2=4 captured1=20 captured2=20"),
        ("taylor", 3, "out1=2 count1=9 out2=3 captured1=20 captured2=20"),
        ("tatties", 3, "out1=2 count1=9 out2=3 count2=4 captured1=20 captured2=20"),
        ("neeps", 4, "out1=2 count1=9 out2=4 captured1=20 captured2=20 captured3=20"),
        ("rogers-neeps", 4, "out1=2 count1=9 out2=4 count2=4 captured1=20 captured2=20 captured3=20"),
    ],
)
def test_one_figure_after_another_is_due_until_the_rest_is_certain(variant: str, players: int, figures: str) -> None:
    table, texts = table_of(variant, players), dict[str, str]()
    for figure in figures.split():
        name, _, answer = figure.partition("=")
        form = fill_in(table, texts)
        assert (form.due, form.typed) == (name, None)
        texts[name] = answer
    form = fill_in(table, texts)
    assert form.due == ""
    assert form.typed is not None
    assert form.typed.filled_seat == players - 1


def test_of_two_figures_that_do_not_go_together_the_one_answered_last_is_refused() -> None:
    table = table_of("three-player", 3)
    texts = {"out1": "1", "count1": "9", "out2": "2", "count2": "4", "captured1": "30", "captured2": "40"}
    for last in ("captured1", "captured2"):
        faults = {field.name for field in fill_in(table, texts, (last,)).fields if field.fault}
        assert faults == {last}


def test_a_pile_is_derived_once_the_total_is_certain_and_not_before() -> None:
    """Neeps: nobody captures what is left in a remaining partner's hand, and the last player out has counted it."""
    table = table_of("neeps", 4)
    texts = {"out1": "1", "count1": "9", "out2": "2", "count2": "7", "out3": "4"}
    texts |= {"captured1": "20", "captured2": "20", "captured3": "20"}
    form = fill_in(table, texts)
    assert form.total == "60 of 77 to 83"
    assert [field.name for field in form.fields if field.is_due] == ["count3", "captured4"]
    form = fill_in(table, texts | {"count3": "4"})
    assert form.total == "80 of 80"
    assert form.typed is not None
    assert form.typed.captured[3] == 20


def test_nobody_goes_out_after_a_team_is_out() -> None:
    form = fill_in(table_of("neeps", 4), {"out1": "1", "count1": "9", "out2": "3", "out3": "2", "count3": "4"})
    assert [field.name for field in form.fields if field.kind is FieldKind.OUT] == ["out1", "out2"]
    assert form.half.out == [0, 2]
    assert form.half.counts == {0: 9}


@pytest.mark.parametrize(
    ("variant", "players", "half"),
    [
        ("two-player", 2, HalfRound([1], {1: 9}, {0: 12}, None, {0: 15, 1: None})),
        ("classic", 3, HalfRound([1, 0], {1: 9}, {}, None, {0: 0, 1: None, 2: 30})),
        ("tatties", 3, HalfRound([], {}, {2: 0}, None, {0: None, 1: 45, 2: None})),
        ("tatties", 3, HalfRound([0], {0: 1}, {}, None, dict.fromkeys(range(3)))),
        ("neeps", 4, HalfRound([0], {0: 21}, {3: 84}, None, {0: None, 2: 30, 1: None, 3: None})),
    ],
)
def test_what_is_answered_comes_back_as_it_was(variant: str, players: int, half: HalfRound) -> None:
    table = table_of(variant, players)
    assert fill_in(table, texts_of(half, table)).half == half
