"""`haggis judge bet` and the like: disputes that are not about cards, for the moment and by the rules."""

import shutil

import pytest

from haggis_cli.plugins.registry import installed_claims
from haggis_cli.rules.description import QUESTIONS
from tests.support.haggis import ROOT, Haggis
from tests.support.plugins import Site, installed
from tests.support.terminal import Terminal, unwrapped

THREE = (
    "new",
    "--variant",
    "three-player",
    "-p",
    "Noah",
    "-p",
    "Isla",
    "-p",
    "Jamie",
    "--rounds",
    "4",
    "--lead",
    "Noah",
)
NEEPS = ("new", "--variant", "neeps", *(f"-p{name}" for name in ("Noah", "Isla", "Jamie", "Rory")), "--rounds", "4")
OUT_FIRST = ("Noah: 2-7r", "Isla: pass", "Jamie: pass", "Noah: 2-9g", "Isla: pass", "Jamie: pass", "Noah: JQK")


@pytest.fixture
def three(haggis: Haggis) -> Haggis:
    haggis.ok(*THREE, "--lead", "Noah", "--name", "friday")
    return haggis


@pytest.fixture
def neeps(haggis: Haggis) -> Haggis:
    haggis.ok(*NEEPS, "--lead", "Noah", "--name", "friday")
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
        "Who leads the first trick follows from the auction, which 'haggis judge bet' tells of.",
        "Once a player is out nobody bets any more: first place is decided.",
    }
    assert told["rules"]
    assert set(told["rules"]) <= own | more
    assert told["sources"]


@pytest.mark.parametrize(
    ("variant_id", "question", "says"),
    [
        ("three-player", "trick", "A trick won by a bomb is captured by an opponent whom its winner chooses."),
        ("tatties", "trick", "A trick won by a bomb is captured by its winner, too."),
        ("neeps", "lead", "The winner of a trick won by a bomb may give the lead to the partner."),
        ("two-player", "lead", "The lead is never given away: the winner of a trick leads the next."),
        ("tatties", "lead", "Who leads the first trick follows from the auction, which 'haggis judge bet' tells of."),
        ("tatties", "bet", "The Shepherd discards as many suit cards, and leads the first trick."),
        ("two-player", "haggis", "The first player out captures the haggis."),
        ("tatties", "haggis", "Nobody captures the haggis."),
        ("neeps", "haggis", "There is no haggis: all cards are dealt."),
        ("taylor", "out", "Whoever goes out later records nothing."),
        ("classic", "bet", "Once a player is out nobody bets any more: first place is decided."),
    ],
)
def test_the_answer_is_that_of_the_variant(haggis: Haggis, variant_id: str, question: str, says: str) -> None:
    assert says in haggis.json("judge", question, "--variant", variant_id)["rules"]


@pytest.mark.parametrize("variant_id", ["two-player", "classic", "revised", "taylor"])
def test_two_at_a_table_are_told_of_their_opponent(haggis: Haggis, variant_id: str) -> None:
    told = [
        haggis.json("judge", question, "--variant", variant_id, "--players", "2")["rules"] for question in QUESTIONS
    ]
    text = "\n".join(line for lines in told for line in lines)
    assert "A failed bet goes to your opponent." in text
    assert "A trick ends when one of you passes; the other captures it and leads the next." in text
    assert "A trick won by a bomb is captured by the winner's opponent." in text
    assert "The cards that your opponent still holds when you go out are yours." in text
    assert not [each for each in ("all others", "an opponent", "every other player", "3 players") if each in text]


@pytest.mark.parametrize(
    ("said", "question"), [("bid", "bet"), ("bets", "bet"), ("auction", "bet"), ("bomb", "trick"), ("slam", "out")]
)
def test_words_that_people_also_say_ask_the_question(haggis: Haggis, said: str, question: str) -> None:
    assert haggis("judge", said) == haggis("judge", question)


def test_an_auction_says_who_may_bid_what(haggis: Haggis) -> None:
    haggis.ok(*THREE, "--variant", "tatties", "--name", "friday")
    haggis.ok("record", "Isla: bid 15", "Jamie: pass")
    assert now(haggis, "bet") == [
        "Noah may bid little (30) or big (45).",
        "Isla may not bid now. It is Noah's turn, not Isla's.",
        "Jamie may not bid now. Jamie has passed in the auction, and a pass is final.",
    ]
    haggis.ok("record", "Noah: pass")
    assert now(haggis, "bet") == ["Nobody may bid now. The auction is over: Isla is the Shepherd with 15."]
    assert haggis.json("judge", "bet")["sources"] == ["Rulebook 2.1, Haggis and Tatties, Betting: Shepherd Auction"]


def test_who_captures_a_bombed_trick_is_told_before_at_and_after_its_end(three: Haggis) -> None:
    three.ok("record", "Noah: 4r", "Isla: J Q", "Jamie: pass")
    asked = "Isla wins the trick with a bomb and says who captures it: Jamie or Noah."
    assert now(three, "trick") == [f"If Noah passes now, {asked}"]
    assert now(three, "lead") == ["If Noah passes now, Isla wins the trick and leads the next."]
    three.ok("record", "Noah: pass")
    assert now(three, "trick") == [asked]
    assert now(three, "lead") == ["Isla wins the trick and leads the next."]
    three.ok("record", "Isla: award Jamie")
    assert now(three, "trick") == ["Isla has won the last trick with a bomb, and Jamie captures 3 cards."]


def test_a_winner_who_is_out_leads_no_more(three: Haggis) -> None:
    three.ok("record", *OUT_FIRST)
    assert now(three, "lead") == [
        "If everybody passes now, Noah wins the trick but is out, so Isla, to the left, leads next."
    ]
    assert now(three, "pass") == [
        "Isla must beat Noah's bomb (J-Q-K) or pass; Jamie holds 17 cards.",
        "The trick ends after 2 more passes in a row; until then whoever has passed may play again.",
    ]
    three.ok("record", "Isla: pass")
    assert now(three, "pass")[1] == "The trick ends after one more pass, Jamie's."
    three.ok("record", "Jamie: pass", "Noah: award Isla")
    assert now(three, "pass") == ["Isla leads the trick and must play."]


def test_who_records_what_and_captures_what_is_left(three: Haggis) -> None:
    assert now(three, "haggis") == []
    three.ok("record", "Noah: 2-7r", "Isla: pass", "Jamie: pass")
    assert now(three, "haggis") == ["Nobody is out yet, so it is not decided whose they will be."]
    assert now(three, "out") == ["Going out now, Noah, Isla or Jamie would record 17 cards."]
    three.ok("record", *OUT_FIRST[3:], "Isla: pass", "Jamie: pass", "Noah: award Isla", "Isla: 3b")
    assert now(three, "out") == [
        "Noah went out first and recorded 17 cards, 85 points.",
        "Going out now, Isla would record 17 cards, and the round would be over.",
        "Going out now, Jamie would record 16 cards, and the round would be over.",
    ]
    assert now(three, "haggis") == [
        "Noah, the first player out, captures the haggis.",
        "Noah captures what Isla holds at the end.",
        "Noah captures what Jamie holds at the end.",
    ]


def test_between_two_rounds_it_is_told_who_leads_next(three: Haggis) -> None:
    assert now(three, "lead") == ["Noah deals and leads round 1."]
    assert now(three, "bet") == []


def test_rules_that_are_named_have_no_moment(three: Haggis) -> None:
    three.ok("record", "Noah: 4r")
    assert three.json("judge", "bet", "--variant", "three-player")["now"] == []
    assert three.json("judge", "bet", "--suits", "rgbyp")["now"] == []


def test_a_third_partys_variant_answers_from_its_declaration(haggis: Haggis, site: Site) -> None:
    shutil.copy(ROOT / "examples" / "lone-piper" / "haggis_piper.py", site.folder)
    installed(site.folder, "haggis-piper", "[haggis_cli.variants]\npiper = haggis_piper:PIPER\n")
    with site.seen():
        haggis.ok("new", "--variant", "piper", "-p", "Ada", "-p", "Ben", "-p", "Cal", "--name", "friday")
        haggis.ok("record", "Ada: 4r", "Ben: JQ", "Cal: pass")
        assert now(haggis, "trick")[0].startswith("If Ada passes now, Ben wins the trick with a bomb")
        assert "by no partner" in " ".join(haggis.json("judge", "bet")["rules"])
        for question in QUESTIONS:
            assert haggis.json("judge", question)["rules"]


def test_in_a_narrow_terminal_no_line_is_too_long(three: Haggis) -> None:
    three.ok("record", "Noah: 4r")
    with Terminal(three, "judge", "bet", columns=50) as screen:
        code, said = screen.end()
    assert code == 0
    assert max(map(len, said.splitlines())) <= 50
    assert "Isla has not played a card and may bet baby (5), little (15) or big (30)." in unwrapped(said)
