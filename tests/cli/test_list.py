"""`haggis list`: the matches, in the order in which they were played."""

import shutil
import tomllib
from datetime import UTC, datetime

import pytest

from haggis_cli.matches import heading
from tests.support.haggis import ROOT, Haggis, header
from tests.support.terminal import Terminal

WON = header(goal="points = 60") + (
    '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
    "bets = { Noah = 15, Isla = 5 }\n"
)


def named(text: str, name: str, day: int) -> str:
    return text.replace('"friday"', f'"{name}"').replace("11-21", f"11-{day}")


@pytest.mark.parametrize(
    ("columns", "lines"),
    [
        (
            80,
            [
                "   date        totals            variant     id        state",
                "   2026-11-20  Noah 72, Isla 24  two-player  won       Noah has won",
                "*  2026-11-19  Noah 72, Isla 24  two-player  going-on  1 round, goal 250 points",
            ],
        ),
        (
            52,
            [
                "  2026-11-20  Noah 72, Isla 24",
                "    two-player: Noah has won (won)",
                "* 2026-11-19  Noah 72, Isla 24",
                "    two-player: 1 round, goal 250 points (going-on)",
            ],
        ),
    ],
)
def test_where_there_is_no_room_nothing_is_cut(haggis: Haggis, columns: int, lines: list[str]) -> None:
    haggis.keep(named(WON, "won", 20), "won")
    haggis.keep(named(WON.replace("points = 60", "points = 250"), "going-on", 19), "going-on")
    haggis.ok("deal", "going-on", "--save", "--seed", "1")
    haggis.ok("undo", "going-on")  # by now it is the current one
    with Terminal(haggis, "list", columns=columns) as screen:
        assert screen.end() == (0, "".join(f"{line}\n" for line in lines))


def test_a_team_have_won(haggis: Haggis) -> None:
    haggis.path().parent.mkdir(parents=True)
    shutil.copy(ROOT / "examples" / "matches" / "neeps-known-hands.toml", haggis.path().parent)
    assert "  High Rollas 502, Slam Jamma 333  neeps  " in haggis.ok("list")
    assert haggis.ok("list").endswith("  High Rollas have won\n")
    assert haggis("score", "Isla: out 2").err.startswith("haggis: the match is over, High Rollas have won it: ")


def test_the_name_that_somebody_gave_leads(haggis: Haggis) -> None:
    words = ("--variant", "two-player", "-p", "Noah", "-p", "Isla", "--date", "2026-11-21")
    haggis.ok("new", *words, "--name", "Burns Night!", "--event", "Club")
    assert haggis.ok("list").splitlines() == [
        "   date        name          totals          variant     event  id           state",
        "*  2026-11-21  Burns Night!  Noah 0, Isla 0  two-player  Club   burns-night  not begun, goal 250 points",
    ]
    with Terminal(haggis, "list", columns=60) as screen:
        assert screen.end()[1].splitlines() == [
            "* 2026-11-21  Burns Night!",
            "    Club",
            "    Noah 0, Isla 0",
            "    two-player: not begun, goal 250 points (burns-night)",
        ]
    assert "Burns Night!" in haggis.ok("list", "--csv")


def test_what_cannot_be_read_has_its_id_and_the_reason(haggis: Haggis) -> None:
    haggis.keep("format = 2", "later")
    assert haggis.ok("list").splitlines()[1].startswith("*  -             -        later  cannot be used: ")
    with Terminal(haggis, "list", columns=60) as screen:
        assert screen.end()[1].splitlines()[0] == "* -  later"


def test_names_from_right_to_left_keep_their_totals_beside_them(haggis: Haggis) -> None:
    noa, mark = "\u05e0\u05d5\u05e2\u05d4", "\u200e"
    text = header(players=f'"{noa}", "Isla"', lead=noa, goal="points = 60") + WON.split("lead =")[1][7:]
    haggis.keep(text.replace("Noah", noa).replace(f"{noa} =", f'"{noa}" ='))
    assert f"  {mark}{noa}{mark} 72, Isla 24" in haggis.ok("list")
    assert f'"{noa} 72, Isla 24"' in haggis.ok("list", "--csv")


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ((), ["going-on", "new", "won"]),
        (("--finished",), ["won"]),
        (("--unfinished", "--sort", "oldest"), ["new", "going-on"]),
        (("--since", "2026-11-21"), ["going-on", "new"]),
        (("--until", "2026-11-20"), ["won"]),
        (("--player", "zo"), ["new"]),
        (("zo",), ["new"]),
        (("isla", "noah"), ["going-on", "won"]),
        (("isla", "--player", "noah"), ["going-on", "won"]),
        (("--no-bots",), ["going-on", "won"]),
        (("--variant", "neeps"), []),
        (("--sort", "id"), ["going-on", "new", "won"]),
        (("--sort", "rounds"), ["going-on", "won", "new"]),
    ],
)
def test_some_of_the_matches(haggis: Haggis, arguments: tuple[str, ...], shown: list[str]) -> None:
    haggis.keep(named(WON, "won", 20), "won")
    haggis.keep(named(WON.replace("points = 60", "points = 250"), "going-on", 22), "going-on")
    with_bot = header(players='"Zoe", "Isla"', lead="Zoe").replace("lead =", 'bots = { Isla = "easy" }\nlead =')
    haggis.keep(named(with_bot, "new", 21), "new")
    assert [row["id"] for row in haggis.json("list", *arguments)["matches"]] == shown


def test_a_match_that_is_not_to_count_says_so(haggis: Haggis) -> None:
    haggis.keep(named(WON, "won", 20).replace("lead =", "rated = false\nlead ="), "won")
    assert haggis.ok("list").splitlines()[1].endswith("Noah has won (not counted)")
    assert haggis.json("list")["matches"][0]["rated"] is False


ROUND = '\n[[rounds]]\n[rounds.table]\nout = ["{0}"]\nhands = {{ {0} = 8 }}\ncaptured = {{ Noah = 18, {1} = 18 }}\n'
WINNERS = ["Noah", "Isla", "Isla", "Noah", "Noah", "Noah", "Isla", "Noah", "Noah", "Noah", "Noah"]
"""Eleven matches of a day: Noah wins four in a row at the end, Isla two before."""


def check_order(haggis: Haggis, made: list[str], winners: list[str]) -> None:
    """Every output goes by the order in which these matches were made and won."""
    assert [row["id"] for row in haggis.json("list", "--sort", "oldest")["matches"]] == made
    assert [row["id"] for row in haggis.json("list")["matches"]] == made[::-1]
    won = "".join("w" if winner == "Noah" else "-" for winner in winners)
    noah = next(each for each in haggis.json("stats", "Noah")["players"])
    runs = won.split("-")
    assert (noah["current_streak"], noah["longest_streak"]) == (len(runs[-1]), max(map(len, runs)))
    haggis.ok("stats", "-o", "season.html", "--force")
    page = (haggis.folder / "season.html").read_text("utf-8")
    form = page.partition("<bdi>Noah</bdi></span></th>")[2].partition("</tr>")[0].partition("form text")[2]
    assert [result for result in form if result in "WLD"] == ["W" if each == "w" else "L" for each in won[-5:]]


def play(haggis: Haggis, winner: str, *words: str, opponent: str = "Isla") -> str:
    """A match of one round that is won so; its id."""
    players = ("-p", "Noah", "-p", opponent)
    match = haggis.json("new", "--variant", "two-player", *players, "--rounds", "1", *words)["id"]
    loser = opponent if winner == "Noah" else "Noah"
    haggis.ok("score", match, f"{winner}: out 8, cards 18", f"{loser}: cards 18", "--yes")
    return str(match)


def created(haggis: Haggis, match: str) -> datetime:
    found = tomllib.loads(haggis.path(match).read_text("utf-8"))["created"]
    assert isinstance(found, datetime)
    return found


def test_matches_of_a_day_without_a_time_go_by_the_order_in_which_they_were_made(haggis: Haggis) -> None:
    made = [play(haggis, winner, "--date", "2026-11-21") for winner in WINNERS]
    assert made[1::9] == ["2026-11-21-noah-isla-2", "2026-11-21-noah-isla-11"]
    assert {created(haggis, match).date().isoformat() for match in made} == {"2026-11-21"}
    check_order(haggis, made, WINNERS)


def test_so_do_those_with_names_of_their_own_and_after_one_was_removed(haggis: Haggis) -> None:
    names = ["quiz", "quarrel", "quad", "quiet"]
    winners = ["Isla", "Noah", "Noah", "Isla"]
    for name, winner in zip(names, winners, strict=True):
        play(haggis, winner, "--date", "2026-11-21", "--name", name)
    haggis.ok("remove", "quarrel", "--yes")
    play(haggis, "Noah", "--date", "2026-11-21", "--name", "again")
    check_order(haggis, ["quiz", "quad", "quiet", "again"], ["Isla", "Noah", "Isla", "Noah"])


def test_files_of_one_moment_are_in_the_order_of_their_numbers(haggis: Haggis) -> None:
    """As an older version made them, which gave every match of a day noon."""
    made = ["friday", *(f"friday-{number}" for number in range(2, 12))]
    for name, winner in zip(made, WINNERS, strict=True):
        text = header(name=name, goal="rounds = 1")
        haggis.keep(text + ROUND.format(winner, "Isla"), name)
    check_order(haggis, made, WINNERS)


def test_matches_begun_in_one_second_keep_their_order(haggis: Haggis, monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime.now(UTC).replace(microsecond=0)
    monkeypatch.setattr(heading, "_now", lambda: now)
    winners = ["Noah", "Noah", "Zoe", "Noah"]
    opponents = ["Zoe", "Rory", "Zoe", "Ann"]
    made = [play(haggis, each, opponent=other) for each, other in zip(winners, opponents, strict=True)]
    check_order(haggis, made, winners)


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("2026-11-21 20:15", "2026-11-21T20:15:00"),
        (" 2026-11-21T20:15:30 ", "2026-11-21T20:15:30"),
        ("2026-11-21 20:15+05:30", "2026-11-21T20:15:00+05:30"),
        ("2026-11-21  20:15 -03:30", "2026-11-21T20:15:00-03:30"),
        ("2026-11-21T20:15:00Z", "2026-11-21T20:15:00Z"),
    ],
)
def test_a_date_may_have_a_time_and_an_offset(haggis: Haggis, typed: str, moment: str) -> None:
    match = play(haggis, "Noah", "--date", typed)
    expected = datetime.fromisoformat(moment)
    assert created(haggis, match) == (expected if expected.tzinfo else expected.astimezone())
    if not moment.endswith("Z"):  # which is told on the clock here
        assert f"created = {moment}" in haggis.path(match).read_text("utf-8")
        assert haggis.json("list", "--since", "2026-11-21", "--until", "2026-11-21")["matches"][0]["id"] == match


def test_times_of_a_day_put_matches_in_order_whichever_is_typed_first(haggis: Haggis) -> None:
    late, early = (
        play(haggis, who, "--date", f"2026-11-21 {at}") for who, at in (("Isla", "21:00"), ("Noah", "09:30"))
    )
    again = play(haggis, "Noah", "--date", "2026-11-21 21:00", "--name", "after")
    check_order(haggis, [early, late, again], ["Noah", "Isla", "Noah"])


def plays_of_a_day() -> str:
    """A page of BoardGameGeek: the newest play first, the numbers of different lengths."""
    plays = ""
    for number, winner in reversed(list(enumerate(WINNERS, 95))):
        scores = "".join(
            f'<player name="{name}" score="{250 if name == winner else number}"/>' for name in ("Noah", "Isla")
        )
        item = '<item name="Haggis" objecttype="thing" objectid="37628"/>'
        plays += f'<play id="{number}" date="2024-05-06">{item}<players>{scores}</players></play>'
    return f"<plays>{plays}</plays>"


def figures(created: str) -> str:
    """A table of rounds whose matches are called so that their names do not sort as they were played."""
    names = [f"{letter}{number}" for letter in "zyxa" for number in (3, 1, 2)][: len(WINNERS)]
    rows = ["match_id,round,player,hand,captured,went_out,goal,variant,created"]
    for name, winner in zip(names, WINNERS, strict=True):
        loser = "Isla" if winner == "Noah" else "Noah"
        rows += [f"{name},1,{winner},3,26,1,1 rounds,two-player,{created}"]
        rows += [f"{name},1,{loser},,10,,1 rounds,two-player,{created}"]
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize("file", [plays_of_a_day(), figures("2024-05-06"), figures("")])
def test_matches_of_a_file_that_tells_no_time_keep_its_order(haggis: Haggis, file: str) -> None:
    (haggis.folder / "log").write_text(file, encoding="utf-8")
    made = [line.partition(":")[0] for line in haggis.ok("import", "log").splitlines()]
    check_order(haggis, made, WINNERS)
    haggis.ok("remove", made[0], "--yes")
    again = haggis.ok("import", "log").splitlines()
    assert [line.endswith(": already saved") for line in again] == [False] + [True] * (len(WINNERS) - 1)
    if "2024-05-06" in file:
        assert {str(created(haggis, match).date()) for match in made} == {"2024-05-06"}
        check_order(haggis, made, WINNERS)
