"""What people call a match, and what its files are called."""

import pytest

from haggis_cli.matches.heading import file_name, file_names, match_title

TWO = ("Noah", "Isla")
LONG = tuple(f"Bartholomew Featherstonehaugh {number}" for number in range(1, 7))


@pytest.mark.parametrize(
    ("match_id", "players", "title"),
    [
        ("friday", TWO, "friday"),
        ("noah-isla", TWO, "noah-isla"),
        ("2026-11-23-burns-night", TWO, "2026-11-23-burns-night"),
        ("2026-11-23-isla-birthday", TWO, "2026-11-23-isla-birthday"),
        ("2026-11-23-noah-isla", TWO, "Noah and Isla, 23 November 2026"),
        ("2026-11-23-noah-isla-10", TWO, "Noah and Isla, 23 November 2026 (10)"),
        ("2026-11-20-noah-isla", TWO, "Noah and Isla, 23 November 2026"),
        ("noah-isla-0a1b2c3d", TWO, "Noah and Isla, 23 November 2026"),
        ("simulated-7-0001", TWO, "Noah and Isla, 23 November 2026 (1)"),
        ("simulated-burns-night-12345", TWO, "Noah and Isla, 23 November 2026 (12345)"),
        ("simulated-night", TWO, "simulated-night"),
        ("simulated-night-2", TWO, "simulated-night-2"),
        ("2026-11-23", ("李雷", "韩梅"), "李雷 and 韩梅, 23 November 2026"),
        ("2026-11-23-zoe-oyvind-noah", ("Zoë", "Øyvind", "Noah"), "Zoë, Øyvind and Noah, 23 November 2026"),
        ("2026-11-23-mary-ann-isla", ("Mary Ann", "Isla"), "Mary Ann and Isla, 23 November 2026"),
        ("2026-11-23-barth", LONG, "Bartholomew Featherstonehaugh 1 and 5 others, 23 November 2026"),
        ("2026-11-23-barth", LONG[:2], f"{LONG[0]} and {LONG[1]}, 23 November 2026"),
    ],
)
def test_a_name_that_somebody_chose_stays_else_players_and_day_are_the_title(
    match_id: str, players: tuple[str, ...], title: str
) -> None:
    assert match_title(match_id, players, "2026-11-23") == title


def test_only_the_year_that_it_is_can_be_left_out() -> None:
    titles = [match_title("2026-11-23-noah-isla", TWO, day, this_year="2026") for day in ("2026-11-23", "2025-11-03")]
    assert titles == ["Noah and Isla, 23 November", "Noah and Isla, 3 November 2025"]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("AC/DC and <Isla>, 23 November 2026", "AC DC and Isla , 23 November 2026.pdf"),
        (".. and Isla", "and Isla.pdf"),
        ("Zoë 🦊 and 李雷", "Zoë 🦊 and 李雷.pdf"),
        (match_title("2026-11-23", ("Noah", "אבי"), "2026-11-23"), "Noah and אבי, 23 November 2026.pdf"),
    ],
)
def test_a_file_name_is_one_that_every_system_takes(title: str, name: str) -> None:
    assert file_name(title, ".pdf") == name


def test_the_longest_title_is_no_longer_than_a_file_name_may_be() -> None:
    title = match_title("2026-11-23", ["李" * 40, "雷" * 40], "2026-11-23")
    assert len(file_name(title, ".bgsplay").encode()) < 255


def test_files_of_matches_with_one_title_are_called_by_their_ids() -> None:
    titles = {"a": "Noah and Isla", "b": "noah and isla", "c": "friday"}
    assert file_names(titles) == {"a": "a", "b": "b", "c": "friday"}
