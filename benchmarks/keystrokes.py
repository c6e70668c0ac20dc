"""How many keys whole matches take at `haggis score`, with the real command in a pseudo-terminal.

`python -m benchmarks.keystrokes [PROGRAM [separately]]` plays one match of every official variant by computer players,
then types its rounds from the table, each answer in the shortest way that is understood: names by their first letter,
bets by amount or by the beginning of their name, Enter where the right answer is offered. The command counts, as often
as it must be typed, and so does every Enter; starting the match does not. The totals must come out as they were played.
PROGRAM is another `haggis`, of an older version for instance; one that does not understand `n8` for a name and a count
gets them `separately`. Where its rules are others, it may refuse what the present one plays.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import installed_claims, is_own, load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.rules.scoring.scores import Outcome
from haggis_cli.rules.table import Table
from tests.support.haggis import SCRIPT, Haggis
from tests.support.terminal import Terminal
from tests.support.typist import Typist

COMMAND = "haggis score"
NAMES = ("Noah", "Isla", "Jamie", "Rory")


class Evening(NamedTuple):
    """A match as it was played: what is to be typed."""

    variant: str
    table: Table
    goal: list[str]
    """The goal, as words for `haggis new`."""
    rounds: list[Outcome]
    totals: dict[str, int]
    """The points of each side at the end."""


class Count(NamedTuple):
    """The keys that a match took."""

    evening: Evening
    keys: list[int]
    """Those of each round's answers."""
    commands: int
    """How often the command was typed."""

    def as_row(self) -> str:
        """A line of the table in `benchmarks/README.md`."""
        rounds, answers = len(self.keys), sum(self.keys)
        whole = answers + self.commands * (len(COMMAND) + 1)
        figures = (rounds, self.commands, whole, f"{whole / rounds:.1f}", f"{answers / rounds:.1f}")
        names = len(self.evening.table.names)
        return f"| {self.evening.variant} | {names} | {' | '.join(map(str, figures))} | {max(self.keys)} |"


def play_evening(variant_id: str, seed: str, folder: Path) -> Evening:
    """One match to the variant's own goal, by computer players that bet and bid as people might."""
    haggis = Haggis(folder)
    variant = load(variant_id)
    names = NAMES[: max(variant.players)]
    bots = [word for name in names for word in ("--bot", f"{name}=easy")]
    words = ("play", "--simulate", "1", "--variant", variant_id, *bots, "--seed", seed, "--save", "--jobs", "1")
    ran = haggis.process(*words)
    assert ran.code == 0, ran
    (path,) = (haggis.home / "matches").glob("*.toml")
    match = MatchFile(path.read_bytes(), path.name)
    report = adjudicate(match, variant)
    outcomes = [each.outcome for each in report.rounds if each.outcome]
    assert len(outcomes) == len(report.rounds)
    totals = dict(zip(report.table.side_names, report.totals or (), strict=True))
    goal = match.record.goal
    words = ("--points", str(goal.points)) if goal.points else ("--rounds", str(goal.rounds))
    return Evening(variant_id, report.table, list(words), outcomes, totals)


def type_evening(evening: Evening, program: str, folder: Path, *, together: bool) -> Count:
    """Type all rounds of a match; the program is started whenever it has ended. ValueError if an answer is refused."""
    haggis = Haggis(folder)
    players = [word for name in evening.table.names for word in ("-p", name)]
    new = ("new", "--variant", evening.variant, *players, *evening.goal, "--name", "evening")
    with Terminal(haggis, *new, program=program, columns=200) as screen:
        assert screen.end()[0] == 0, screen.shown
    keys, commands, waiting = [0], 0, iter(evening.rounds)
    typist = Typist(evening.table, next(waiting), together=together)
    while not (shown := _shown(haggis, program))["complete"]:
        commands += 1
        with Terminal(haggis, "score", program=program, columns=200) as screen:
            before = ""
            while prompt := screen.prompt():
                if prompt == before:
                    raise ValueError(f"{evening.variant}: the answer to {prompt!r} was refused")
                before = prompt
                if prompt.startswith("Round "):  # the next one is offered
                    typist = Typist(evening.table, next(waiting), together=together)
                    answer = typist.first_out()
                    keys.append(0)
                else:
                    answer = typist.answer(prompt)
                screen.type(answer)
                keys[-1] += len(answer) + 1
            assert screen.end()[0] == 0, screen.shown
        following = next(waiting, None)
        if following:
            typist = Typist(evening.table, following, together=together)
            keys.append(0)
    assert shown["totals"] == evening.totals, (shown["totals"], evening.totals)
    assert len(keys) == len(evening.rounds)
    return Count(evening, keys, commands)


def _shown(haggis: Haggis, program: str) -> dict[str, Any]:
    command = [program, "show", "--json"]
    done = subprocess.run(command, env=haggis.environment(), capture_output=True, encoding="utf-8", check=True)
    return dict(json.loads(done.stdout))


def counts(program: str = str(SCRIPT), manner: str = "together", seed: str = "an evening") -> Iterator[Count | str]:
    """The keys of one match of every official variant; a sentence where an answer is refused."""
    for variant_id in [name for name, claims in installed_claims().items() if all(map(is_own, claims))]:
        with TemporaryDirectory() as played, TemporaryDirectory() as typed:
            evening = play_evening(variant_id, seed, Path(played))
            try:
                yield type_evening(evening, program, Path(typed), together=manner == "together")
            except ValueError as error:
                yield str(error)


if __name__ == "__main__":
    print("| variant | players | rounds | commands | keys | a round | of it answers | most answers |")
    print("|---|---|---|---|---|---|---|---|")
    for count in counts(*sys.argv[1:3]):
        print(count.as_row() if isinstance(count, Count) else count, flush=True)
