"""`haggis list`: the matches, newest first, with those that cannot be used."""

from tests.cli.support import Haggis, Ran, dated, header, no_variant

WON = header(goal="points = 60") + (
    '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }\n'
    "bets = { Noah = 15, Isla = 5 }\n"
)


def named(text: str, name: str, day: int) -> str:
    return dated(text).replace('"friday"', f'"{name}"').replace("11-21", f"11-{day}")


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
    haggis.keep(named(header().replace("two-player", "whist"), "odd", 17), "odd")
    haggis.keep("what\n", "broken")
    haggis.keep("", "new (1)")
    ran = haggis("list")
    assert ran.code == 0
    *lines, odd, broken = ran.out.splitlines()
    assert lines == [
        "match     variant     totals            state",
        "going-on  two-player  Noah 72, Isla 24  1 round, to 250 points",
        "new       two-player  Noah 0, Isla 0    0 rounds, to 4 rounds",
        "won       two-player  Noah 72, Isla 24  Noah has won",
        "shut      two-player  Noah 0, Isla 0    closed",
        "wrong     two-player  Noah, Isla        breaks the rules: 'haggis check' tells where",
    ]
    assert odd == f"odd       whist       Noah, Isla        cannot be used: {no_variant('whist')}"
    assert broken.startswith(f"broken    -           {' ' * 18}cannot be used: broken.toml: line 1, column 5: ")
    assert ran.err == (
        "warning: new (1).toml is a copy of a match that a sync program or a save left; it is not counted\n"
    )


def test_as_json(haggis: Haggis) -> None:
    haggis.keep(named(WON, "won", 20), "won")
    haggis.keep("what\n", "broken")
    won, broken = haggis.json("list")["matches"]
    assert won == {
        "id": "won",
        "file": str(haggis.path("won")),
        "error": None,
        "variant": "two-player",
        "created": "2026-11-20T19:30:00+00:00",
        "players": ["Noah", "Isla"],
        "rounds": 1,
        "ok": True,
        "totals": {"Noah": 72, "Isla": 24},
        "winner": "Noah",
        "over": True,
        "in_progress": False,
        "goal": "60 points",
    }
    assert broken["id"] == "broken"
    assert broken["error"].startswith("broken.toml: line 1")


def test_nothing_from_a_file_steers_the_terminal(haggis: Haggis) -> None:
    haggis.keep(dated(header()).replace("two-player", "\\u001b[1m"), "\x1b[3m")
    ran = haggis("list")
    assert "\x1b" not in ran.out + ran.err
    assert "there is no variant '\\x1b[1m'" in ran.out
    assert "\\x1b[3m" in ran.out
