"""`haggis edit --player`, `--points` and such: shown, asked, saved, taken back; what follows a match follows that."""

import pytest

from haggis_cli.matches.toml.changes import Renaming
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins import registry
from tests.support.haggis import Haggis, header, refused, start_table, untouched
from tests.support.terminal import Terminal, unwrapped

ROUND = (
    '\n[[rounds]]\n[rounds.table]\nout = ["Noah"]\nhands = { Noah = 8 }\ncaptured = { Noah = 12, Isla = 24 }  # both\n'
)
TEXT = "# Noah keeps score\n" + header() + 'notes = "Noah & Isla"\n' + ROUND + ROUND


@pytest.fixture
def friday(haggis: Haggis) -> Haggis:
    """A match of two rounds to four, with comments, written by hand."""
    haggis.keep(TEXT)
    return haggis


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("Noah=Isla",), "two cannot both be called Isla: every name must be different"),
        (("Noah=isla",), "two cannot both be called Isla: every name must be different"),
        (("Noah=",), "'': a name has 1 to 40 characters"),
        (("Noah=" + "x" * 41,), f"'{'x' * 41}': a name has 1 to 40 characters"),
        (("Noah=a:b",), "'a:b': a name cannot hold a colon, which ends it in an event"),
        (("Noah=a\x1bb",), "'a\\x1bb': a name cannot hold the character \\x1b"),
        (("Noah",), "--player needs OLD=NEW, like 'Noah=Nell', not 'Noah'"),
        (("Jamie=Noel",), "nobody called 'Jamie' plays here: the players are Noah, Isla"),
        (("=Noel",), "nobody called '' plays here: the players are Noah, Isla"),
        (("Noah=Ann", "N=Bob"), "Noah cannot be called both Ann and Bob"),
    ],
)
def test_what_cannot_be_a_name_is_refused_with_a_sentence(friday: Haggis, words: tuple[str, ...], why: str) -> None:
    before = untouched(friday.path())
    assert friday("edit", *(word for each in words for word in ("--player", each))) == refused(2, why)
    assert untouched(friday.path()) == before


class TestTeams:
    """Names of teams, in Neeps."""

    PLAYERS = ("Noah", "Jamie", "Isla", "Una")

    @pytest.fixture
    def neeps(self, haggis: Haggis) -> Haggis:
        start_table(haggis, "neeps", *self.PLAYERS, lead="Noah")
        return haggis

    def test_a_team_that_had_no_name_gets_one_and_loses_it_again(self, neeps: Haggis) -> None:
        before = neeps.path().read_bytes()
        ran = neeps("edit", "--team", "Noah=High Rollas")
        assert ran.err == "Team: Noah & Isla → High Rollas.\n"
        assert 'teams = ["High Rollas", "Jamie & Una"]\n' in neeps.text()
        neeps.ok("edit", "--team", "High=Noah & Isla")
        assert neeps.path().read_bytes() == before

    def test_a_team_that_goes_by_its_players_goes_by_their_new_names(self, neeps: Haggis) -> None:
        neeps.ok("edit", "--team", "Noah=High Rollas")
        neeps.ok("edit", "--player", "Una=Urs", "--player", "Noah=Noel")
        assert 'teams = ["High Rollas", "Jamie & Urs"]\n' in neeps.text()

    def test_swapped_and_refused(self, neeps: Haggis) -> None:
        neeps.ok("edit", "--team", "Noah & Isla=A", "--team", "Jamie & Una=B")
        neeps.ok("edit", "--team", "A=B", "--team", "B=A")
        assert 'teams = ["B", "A"]\n' in neeps.text()
        assert neeps("edit", "--team", "A=B").code == 2


class TestWhatFollows:
    """What goes by the names of a match follows a correction."""

    def test_a_half_round_goes_on_under_the_new_name_and_under_the_old_after_undo(self, friday: Haggis) -> None:
        from haggis_cli.book.drafts import RoundDraft, RoundDrafts
        from haggis_cli.book.match import OpenMatch, open_match

        def opened() -> OpenMatch:
            return open_match("friday", str(friday.home))

        def half(name: str) -> dict[str, str]:
            return {"out1": name, "count1": "8", "captured1": "12"}

        for number, owner in ((None, ""), (2, ""), (None, "abc")):
            RoundDrafts(opened(), number, owner).keep(RoundDraft.begin(opened(), number).with_answers(half("Noah")))
        swap = ("edit", "-p", "Noah=Isla", "-p", "Isla=Noah")
        for words, name in ((swap, "Isla"), (("undo",), "Noah"), (("redo",), "Isla")):
            friday.ok(*words)
            for number, owner in ((None, ""), (2, ""), (None, "abc")):
                kept = RoundDrafts(opened(), number, owner).load()
                assert kept is not None
                assert (kept.misfit(opened()), kept.texts) == (None, half(name))

    @pytest.mark.parametrize("variant", sorted(registry.installed_claims()))
    def test_a_round_in_progress_of_every_variant_goes_on(self, haggis: Haggis, variant: str) -> None:
        count = max(registry.load(variant).players)
        names = ("Noah", "Jamie", "Isla", "Una", "Rory", "Ailsa")[:count]
        bots = [word for name in names for word in ("--bot", f"{name}=random")]
        haggis.ok("play", "--simulate", "1", "--variant", variant, *bots, "--seed", "burns", "--save", "--jobs", "1")
        (path,) = (haggis.home / "matches").glob("*.toml")
        (*_, last) = MatchFile(path.read_bytes(), path.name).record.rounds[-1].events or []
        haggis.ok("undo", path.stem)
        before, bytes_before = haggis.ok("log", path.stem), path.read_bytes()
        haggis.ok("edit", path.stem, "-p", "Noah=Zacharias", "-p", "Jamie=Noah")
        renaming = Renaming(names, ("Zacharias", "Noah", *names[2:]))
        haggis.ok("record", path.stem, renaming.in_event(last))
        haggis.ok("undo", path.stem)
        haggis.ok("edit", path.stem, "-p", "Noah=Jamie", "-p", "Zacharias=Noah")
        assert haggis.ok("log", path.stem) == before
        assert path.read_bytes() == bytes_before


def test_a_change_of_somebody_else_is_not_overwritten(friday: Haggis) -> None:
    from haggis_cli.book.corrections.amending import save_correction
    from haggis_cli.book.corrections.editing import SettingsChange, correct_settings
    from haggis_cli.book.match import open_match
    from haggis_cli.support.errors import Conflict

    correction = correct_settings(open_match("friday", str(friday.home)), SettingsChange([("Noah", "Noel")]))
    friday.keep(TEXT + "# theirs\n")
    with pytest.raises(Conflict):
        save_correction(correction)
    assert friday.path().read_bytes().decode() == TEXT + "# theirs\n"


class TestDialogue:
    """`haggis edit` where no editor is set."""

    def test_a_file_that_does_not_read_needs_an_editor(self, haggis: Haggis) -> None:
        haggis.keep(TEXT.replace("goal", "gaol"))
        with Terminal(haggis, "edit") as screen:
            code, rest = screen.end()
        said = unwrapped(rest)
        assert (code, "the key 'goal' is missing" in said, "no editor is set: set EDITOR" in said) == (2, True, True)
