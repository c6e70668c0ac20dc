"""The form of a round: which figure is asked, derived, refused and due, by the variant's declaration alone."""

import pytest

from haggis_cli.book.round_form import FieldKind, fill_in, texts_of
from haggis_cli.book.typed_round import TypedRound
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
        assert form.due
        assert (form.due.name, form.typed) == (name, None)
        texts[name] = answer
    form = fill_in(table, texts)
    assert form.due is None
    assert form.typed is not None
    assert form.typed.filled_seat == players - 1


def test_of_two_figures_that_do_not_go_together_the_one_answered_last_is_refused() -> None:
    table = table_of("three-player", 3)
    texts = {"out1": "1", "count1": "9", "out2": "2", "count2": "4", "captured1": "30", "captured2": "40"}
    for last in ("captured1", "captured2"):
        in_order = {name: text for name, text in texts.items() if name != last} | {last: texts[last]}
        faults = {field.name for field in fill_in(table, in_order).fields if field.fault}
        assert faults == {last}


def test_nothing_is_added_up_while_a_pile_is_refused() -> None:
    form = fill_in(table_of("two-player", 2), {"out1": "1", "count1": "8", "captured1": "37"})
    assert form.total == "36 points in all"


def test_a_pile_is_derived_once_the_total_is_certain_and_not_before() -> None:
    """Neeps: nobody captures what is left in a remaining partner's hand, and the last player out has counted it."""
    table = table_of("neeps", 4)
    texts = {"out1": "1", "count1": "9", "out2": "2", "count2": "7", "out3": "4"}
    texts |= {"captured1": "20", "captured2": "20", "captured3": "20"}
    form = fill_in(table, texts)
    assert form.total == "60 of 77–83 points"
    assert [field.name for field in form.fields if field.is_missing or field.fault] == ["count3", "captured4"]
    form = fill_in(table, texts | {"count3": "4"})
    assert form.total == "80 of 80 points"
    assert form.typed is not None
    assert form.typed.captured[3] == 20


def choices_of(names: tuple[str, ...], texts: dict[str, str]) -> dict[str, list[str]]:
    """The answers that can be chosen for who goes out third, and for the cards held then."""
    form = fill_in(seat_players(load("neeps"), names), texts)
    return {each.name: [choice.answer for choice in each.choices] for each in form.fields if each.name[-1] == "3"}


def test_who_goes_out_last_is_chosen_with_the_cards_left_of_which_nobody_can_have_more_than_before() -> None:
    texts = {"out1": "1", "count1": "3", "out2": "2", "count2": "2"}
    together = ["Rory 1", "Rory 2", "Rory 3", "Jamie 1", "Jamie 2"]
    assert choices_of(NAMES, texts)["out3"] == together
    for answers in ({"out3": "Rory 2"}, {"out3": "Rory", "count3": "2"}):
        found = choices_of(NAMES, texts | answers)
        assert (found["out3"], found["count3"]) == (together, [])
        assert fill_in(table_of("neeps", 4), texts | answers).known.counts[2] == 2


@pytest.mark.parametrize(
    ("names", "figures"),
    [
        (NAMES, {"count1": "21", "count2": "21"}),  # too many
        (NAMES, {"out3": "Rory"}),
        (NAMES, {"out3": "Rory", "count3": "9"}),  # refused
        ((*NAMES[:3], "Rory 2"), {}),
    ],
)
def test_or_one_after_the_other(names: tuple[str, ...], figures: dict[str, str]) -> None:
    texts = {"out1": "1", "count1": "3", "out2": "2", "count2": "2"} | figures
    found = choices_of(names, texts)
    assert found["out3"] == list(names)
    assert len(found["count3"]) == 21


def test_nobody_goes_out_after_a_team_is_out() -> None:
    form = fill_in(table_of("neeps", 4), {"out1": "1", "count1": "9", "out2": "3", "out3": "2", "count3": "4"})
    assert [field.name for field in form.fields if field.kind is FieldKind.OUT] == ["out1", "out2"]
    assert form.known.out == [0, 2]
    assert form.known.counts == {0: 9, 2: 9}
    assert list(form.texts) == ["out1", "count1", "out2"]


@pytest.mark.parametrize(
    ("variant", "players", "typed"),
    [
        ("two-player", 2, TypedRound([1], {1: 9}, {0: 12, 1: 24}, {0: 15})),
        ("classic", 3, TypedRound([1, 0], {1: 9, 0: 4}, {0: 20, 1: 20, 2: 10}, {0: 0, 2: 30})),
        ("tatties", 3, TypedRound([0, 1], {0: 9, 1: 4}, {0: 20, 1: 20, 2: 11}, {1: 45})),
        ("tatties", 3, TypedRound([0, 1], {0: 9, 1: 4}, {0: 20, 1: 20, 2: 11})),
        ("neeps", 4, TypedRound([0, 2], {0: 21, 2: 21}, {0: 20, 1: 20, 2: 20, 3: 24}, {2: 30})),
    ],
)
def test_a_round_comes_back_from_its_texts_as_it_was(variant: str, players: int, typed: TypedRound) -> None:
    table = table_of(variant, players)
    form = fill_in(table, texts_of(typed, table))
    assert form.typed == typed
    assert form.texts == texts_of(typed, table)


@pytest.mark.parametrize(
    ("variant", "players", "texts", "spelled"),
    [
        (
            "two-player",
            2,
            "out1=i count1=3+2 captured1=jqk+7 captured2=- bet1=l bet2=no",
            "out1=Isla count1=5 captured1=17 captured2=19 bet1=little bet2=none",
        ),
        ("two-player", 2, "out1=2 count1=4 captured1=-", "out1=Isla count1=4 captured1=-"),
        ("three-player", 3, "out1=n9 out2=3 count2=4", "out1=Noah count1=9 out2=Rory count2=4"),
        ("tatties", 3, "shepherd=i30", "shepherd=Isla bid=little"),
        ("tatties", 3, "shepherd=2 bid=45", "shepherd=Isla bid=big"),
        ("neeps", 4, "team1=1l team2=little_jamie", "team1=Noah_little team2=Jamie_little"),
    ],
)
def test_a_text_means_the_same_however_it_is_typed(variant: str, players: int, texts: str, spelled: str) -> None:
    """Names, beginnings, seats, sums, piles, amounts, and two answers in one."""

    def read(words: str) -> dict[str, str]:
        return dict(word.replace("_", " ").split("=") for word in words.split())

    form = fill_in(table_of(variant, players), read(texts))
    assert {field.name: field.spelled for field in form.fields if field.answer} == read(spelled)
