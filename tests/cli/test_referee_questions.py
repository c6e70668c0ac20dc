"""`haggis judge bet` and the like: disputes that are not about cards, for the moment and by the rules."""

import shutil

import pytest

from haggis_cli.plugins.registry import installed_claims
from haggis_cli.rules.description import QUESTIONS
from tests.support.haggis import ROOT, Haggis, start_table
from tests.support.plugins import Site, installed
from tests.support.terminal import Terminal, unwrapped


@pytest.fixture
def three(haggis: Haggis) -> Haggis:
    start_table(haggis, "three-player", "Noah", "Isla", "Jamie", lead="Noah")
    return haggis


def now(haggis: Haggis, question: str) -> list[str]:
    return list(haggis.json("judge", question)["now"])


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("variant_id", installed_claims())
def test_every_variant_answers_every_question_by_its_own_rulebook(
    haggis: Haggis, variant_id: str, question: str
) -> None:
    told = haggis.json("judge", question, "--variant", variant_id)
    assert (told["question"], told["asks"], told["round"], told["now"]) == (question, QUESTIONS[question], None, [])
    assert told["variant"] == variant_id
    described = haggis.json("variants", "show", variant_id)
    own = {line for lines in described["description"].values() for line in lines}
    more = {
        "Whoever leads a trick must play.",
        "The lead is never given away: the winner of a trick leads the next.",
        "There is no haggis: all cards are dealt.",
        "The auction decides who leads the first trick; 'haggis judge bet' explains it.",
        "Once a player has gone out, no more bets may be made: first place is decided.",
    }
    assert told["rules"]
    assert set(told["rules"]) <= own | more
    assert told["sources"]


@pytest.mark.parametrize("variant_id", ["two-player", "classic", "revised", "taylor"])
def test_two_at_a_table_are_told_of_their_opponent(haggis: Haggis, variant_id: str) -> None:
    told = [
        haggis.json("judge", question, "--variant", variant_id, "--players", "2")["rules"] for question in QUESTIONS
    ]
    text = "\n".join(line for lines in told for line in lines)
    assert "if not, your opponent scores it." in text
    assert "A trick ends when one of you passes: the other wins it, captures it, and leads the next." in text
    assert "A trick won by a bomb is captured by the winner's opponent." in text
    assert "The cards that your opponent still holds when you go out are yours." in text
    assert not [each for each in ("all others", "an opponent", "every other player", "3 players") if each in text]


@pytest.mark.parametrize(
    ("said", "question"), [("bid", "bet"), ("bets", "bet"), ("auction", "bet"), ("bomb", "trick"), ("slam", "out")]
)
def test_words_that_people_also_say_ask_the_question(haggis: Haggis, said: str, question: str) -> None:
    assert haggis("judge", said) == haggis("judge", question)


def test_a_third_partys_variant_answers_from_its_declaration(haggis: Haggis, site: Site) -> None:
    shutil.copy(ROOT / "examples" / "lone-piper" / "haggis_piper.py", site.folder)
    installed(site.folder, "haggis-piper", "[haggis_cli.variants]\npiper = haggis_piper:PIPER\n")
    with site.seen():
        haggis.ok("new", "--variant", "piper", "-p", "Ada", "-p", "Ben", "-p", "Cal", "--name", "friday")
        haggis.ok("record", "Ada: 4r", "Ben: JQ", "Cal: pass")
        assert now(haggis, "trick")[0].startswith("If Ada passes now, Ben wins the trick with a bomb")
        assert "but no partner" in " ".join(haggis.json("judge", "bet")["rules"])
        for question in QUESTIONS:
            assert haggis.json("judge", question)["rules"]


def test_in_a_narrow_terminal_no_line_is_too_long(three: Haggis) -> None:
    three.ok("record", "Noah: 4r")
    with Terminal(three, "judge", "bet", columns=50) as screen:
        code, said = screen.end()
    assert code == 0
    assert max(map(len, said.splitlines())) <= 50
    assert "Isla has not played a card and may bet baby (5), little (15) or big (30)." in unwrapped(said)
