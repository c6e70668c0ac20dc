"""`haggis list`: the matches, newest first, with those that cannot be used."""

import csv
import io
import shutil

import pytest

from tests.support.haggis import ROOT, Haggis, Ran, header, no_variant, refused
from tests.support.terminal import Terminal

WON = header(goal="points = 60") + (
    '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
    "bets = { Noah = 15, Isla = 5 }\n"
)


def named(text: str, name: str, day: int) -> str:
    return text.replace('"friday"', f'"{name}"').replace("11-21", f"11-{day}")


def test_an_empty_store(haggis: Haggis) -> None:
    assert haggis("list") == Ran(0, "", f"No match yet in {haggis.home}: start one with 'haggis new'.\n")
    assert haggis.json("list") == {"matches": [], "conflicts": []}
    assert not haggis.home.exists()


def test_every_match_with_its_state(haggis: Haggis) -> None:
    haggis.keep(named(WON, "won", 20), "won")
    haggis.keep(named(WON.replace("points = 60", "points = 250"), "going-on", 22), "going-on")
    haggis.keep(named(header(), "new", 21), "new")
    haggis.keep(named(header(), "shut", 19).replace("lead =", "closed = true\nlead ="), "shut")
    haggis.keep(named(WON.replace("Noah = 8 ", "Noah = 18 "), "wrong", 18), "wrong")
    haggis.keep(named(header(variant="whist"), "odd", 17), "odd")
    haggis.keep("what\n", "broken")
    haggis.keep("", "new (1)")
    (haggis.home / "bookmarks").mkdir()
    (haggis.home / "bookmarks" / "table").write_text("going-on\nx\nover\n")
    ran = haggis("list")
    assert ran.code == 0
    *lines, odd, broken = [line[3:] for line in ran.out.splitlines()]
    assert lines == [
        "date        match     variant     totals            state",
        "2026-11-22  going-on  two-player  Noah 72, Isla 24  1 round, to 250 points",
        "2026-11-21  new       two-player  Noah 0, Isla 0    0 rounds, to 4 rounds",
        "2026-11-20  won       two-player  Noah 72, Isla 24  Noah has won",
        "2026-11-19  shut      two-player  Noah 0, Isla 0    closed without a round (not counted)",
        "2026-11-18  wrong     two-player  Noah, Isla        breaks the rules: 'haggis check' tells where",
    ]
    assert odd == f"2026-11-17  odd       whist       Noah, Isla        cannot be used: {no_variant('whist')}"
    assert broken.startswith(
        f"-           broken    -           {' ' * 18}cannot be used: broken.toml: line 1, column 5: "
    )
    assert ran.err == (
        "warning: new (1).toml is a copy of a match that a sync program or a save left; it is not counted\n"
    )


@pytest.mark.parametrize(
    ("columns", "lines"),
    [
        (
            80,
            [
                "   date        match     variant     totals            state",
                "   2026-11-20  won       two-player  Noah 72, Isla 24  Noah has won",
                "*  2026-11-19  going-on  two-player  Noah 72, Isla 24  1 round, to 250 points",
            ],
        ),
        (
            50,
            [
                "  2026-11-20  won",
                "    two-player: Noah 72, Isla 24; Noah has won",
                "* 2026-11-19  going-on",
                "    two-player: Noah 72, Isla 24; 1 round, to 250",
                "    points",
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
    assert haggis.ok("list").endswith("  High Rollas 502, Slam Jamma 333  High Rollas have won\n")
    assert haggis("score", "Isla: out 2").err.startswith("haggis: the match is over, High Rollas have won it: ")


def test_names_from_right_to_left_keep_their_totals_beside_them(haggis: Haggis) -> None:
    noa, mark = "\u05e0\u05d5\u05e2\u05d4", "\u200e"
    text = header(players=f'"{noa}", "Isla"', lead=noa, goal="points = 60") + WON.split("lead =")[1][7:]
    haggis.keep(text.replace("Noah", noa).replace(f"{noa} =", f'"{noa}" ='))
    assert f"  {mark}{noa}{mark} 72, Isla 24" in haggis.ok("list")
    assert f'"{noa} 72, Isla 24"' in haggis.ok("list", "--csv")


def test_matches_of_a_variant_that_is_gone_can_still_be_asked_for(haggis: Haggis) -> None:
    haggis.keep(named(header(variant="whist"), "odd", 17), "odd")
    assert [row["id"] for row in haggis.json("list", "--variant", "whist")["matches"]] == ["odd"]
    assert haggis("list", "--variant", "nep") == refused(3, no_variant("nep").replace(";", ": did you mean 'neeps'?"))


def test_as_json(haggis: Haggis) -> None:
    haggis.keep(named(WON, "won", 20), "won")
    haggis.keep("what\n", "broken")
    won, broken = haggis.json("list")["matches"]
    assert won == {
        "id": "won",
        "file": str(haggis.path("won")),
        "error": None,
        "variant": "two-player",
        "created": "2026-11-20T19:30:00Z",
        "day": "2026-11-20",
        "players": ["Noah", "Isla"],
        "rounds": 1,
        "ok": True,
        "totals": {"Noah": 72, "Isla": 24},
        "winner": "Noah",
        "over": True,
        "in_progress": False,
        "goal": "60 points",
        "event": None,
        "current": False,
    }
    assert broken["id"] == "broken"
    assert broken["error"].startswith("broken.toml: line 1")


def test_nothing_from_a_file_steers_the_terminal(haggis: Haggis) -> None:
    haggis.keep(header(variant="\\u001b[1m"), "\x1b[3m")
    ran = haggis("list")
    assert "\x1b" not in ran.out + ran.err
    assert "there is no variant '\\x1b[1m'" in ran.out
    assert "\\x1b[3m" in ran.out


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


def test_what_cannot_be_read_fits_no_filter(haggis: Haggis) -> None:
    haggis.keep("what\n", "broken")
    assert len(haggis.json("list")["matches"]) == 1
    assert haggis("list", "--since", "2000") == Ran(
        0, "", "No match fits: 'haggis list' without options shows them all.\n"
    )


def test_a_match_that_is_not_to_count_says_so(haggis: Haggis) -> None:
    haggis.keep(named(WON, "won", 20).replace("lead =", "rated = false\nlead ="), "won")
    assert haggis.ok("list").splitlines()[1].endswith("Noah has won (not counted)")
    assert haggis.json("list")["matches"][0]["rated"] is False


def test_wrong_usage(haggis: Haggis) -> None:
    haggis.keep(named(WON, "won", 20), "won")
    assert haggis("list", "--sort", "luck") == refused(
        2, "--sort can be newest, oldest, id, variant, rounds, event, not 'luck'"
    )
    assert haggis("list", "--player", "Zoe") == refused(2, "nobody called 'Zoe' has played")
    assert haggis("list", "--json", "--csv").code == 2


def test_as_comma_separated_values(haggis: Haggis) -> None:
    haggis.keep(named(WON, "won", 20), "won")
    haggis.keep("what\n", "=1+1")
    won, odd = list(csv.DictReader(io.StringIO(haggis.ok("list", "--csv"))))
    assert won == {
        "id": "won",
        "variant": "two-player",
        "created": "2026-11-20T19:30:00Z",
        "day": "2026-11-20",
        "players": "Noah, Isla",
        "goal": "60 points",
        "rounds": "1",
        "totals": "Noah 72, Isla 24",
        "winner": "Noah",
        "over": "1",
        "state": "Noah has won",
        "event": "",
    }
    assert odd["id"] == "'=1+1"
    assert odd["state"].startswith("cannot be used: =1+1.toml: line 1")
