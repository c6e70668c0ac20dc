"""Killed at any prompt of a round, every answer is in the draft, and the next sitting goes on just there."""

import pytest

from haggis_cli.book.drafts import RoundDrafts
from haggis_cli.book.match import open_match
from haggis_cli.plugins.registry import load
from haggis_cli.rules.scores import Outcome
from haggis_cli.rules.variant import seat_players
from tests.support.haggis import Haggis
from tests.support.terminal import Terminal, Typist

NAMES = ("Noah", "Jamie", "Isla", "Rory")
OUTCOMES = {
    "two-player": Outcome((0,), (8, 0), (12, 24), (15, None)),
    "tatties": Outcome((0, 2), (9, 0, 5), (20, 12, 19), (None, 30, None)),
    "taylor": Outcome((0, 2), (9, 0, 0), (20, 11, 19), (None, 30, 15)),
    "neeps": Outcome((0, 1, 3), (9, 7, 0, 4), (20, 20, 20, 20), (None, 15, 30, None)),
}
"""A round of each way to bet and to record."""
ANSWERS = {"two-player": 6, "tatties": 9, "taylor": 9, "neeps": 12}
"""How many answers each takes; then it is asked whether to save."""
KILLS = [
    pytest.param(variant_id, number, id=f"{variant_id}-{number}")
    for variant_id, answers in ANSWERS.items()
    for number in range(answers + 1)
]


def answer(typist: Typist, prompt: str) -> str:
    """The answer to one question alone: who went out, or was the Shepherd, without what may follow."""
    given = typist.answer(prompt)
    return given[0] if prompt.startswith(("Who went out", "Who was the Shepherd")) else given


@pytest.mark.sample("neeps-10")
@pytest.mark.parametrize(("variant_id", "number"), KILLS)
def test_killed_at_a_prompt_every_answer_is_found_again(haggis: Haggis, variant_id: str, number: int) -> None:
    outcome = OUTCOMES[variant_id]
    names = NAMES[: len(outcome.counts)]
    table = seat_players(load(variant_id), names)
    words = [word for name in names for word in ("-p", name)]
    haggis.ok("new", "--variant", variant_id, *words, "--name", "friday", "--rounds", "4")
    before, typist = haggis.path().read_bytes(), Typist(table, outcome)
    with Terminal(haggis, "score") as screen:
        for _ in range(number):
            screen.type(answer(typist, screen.prompt()))
        asked = screen.prompt()
        screen.kill()
    assert haggis.path().read_bytes() == before
    draft = RoundDrafts(open_match("friday", str(haggis.home))).load()
    assert (draft is None) is (number == 0)
    assert asked.startswith("Save this round?") is (number == ANSWERS[variant_id])
    typist = Typist(table, outcome, gone_out=len(draft.answers.out) if draft else 0)
    with Terminal(haggis, "score") as screen:
        if draft:
            screen.answer("Go on with the half round? [Y/n]: ", "")
        prompt = screen.prompt()
        assert prompt == asked
        while not prompt.startswith("Round 2"):
            screen.type(answer(typist, prompt))
            prompt = screen.prompt()
        screen.type("q")
        assert screen.end()[0] == 0
    saved = open_match("friday", str(haggis.home)).report.rounds[0].outcome
    assert saved == outcome
    assert [path.name for path in haggis.path().parent.iterdir()] == ["friday.toml"]
