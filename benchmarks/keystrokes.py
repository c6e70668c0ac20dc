"""How many keys whole matches take at `haggis score`, with the real command in a pseudo-terminal.

`python -m benchmarks.keystrokes [PROGRAM]` plays one match of every official variant by computer players, then types
its rounds from the table, each answer in the shortest way that is understood: names by their first letter, bets by
amount or by the beginning of their name, Enter where the right answer is offered. The command counts, as often as it
must be typed, and so does every Enter; starting the match does not. The totals must come out as they were played.
PROGRAM is another `haggis`, of an older version for instance.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.registry import installed_claims, is_own, load
from haggis_cli.referee.adjudication import adjudicate
from haggis_cli.rules.scoring.scores import Outcome
from haggis_cli.rules.table import Table
from tests.support.haggis import SCRIPT, Haggis
from tests.support.terminal import Terminal

COMMAND = "haggis score"
NAMES = ("Noah", "Isla", "Jamie", "Rory")
DEFAULT = re.compile(r" \[(?P<default>[^\]]*)\]: $")


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
    """Those of each round, with the command where it had to be typed for it."""
    commands: int
    """How often the command was typed."""

    def as_row(self) -> str:
        """A line of the table in `benchmarks/README.md`."""
        names = len(self.evening.table.names)
        figures = (len(self.keys), f"{mean(self.keys):.1f}", min(self.keys), max(self.keys), self.commands)
        return f"| {self.evening.variant} | {names} | {' | '.join(map(str, figures))} | {sum(self.keys)} |"


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


class Typist:
    """A person with the result of one round, who answers any question of `haggis score` about it."""

    def __init__(self, table: Table, outcome: Outcome) -> None:
        self._table = table
        self._outcome = outcome
        self._gone_out = 0

    def answer(self, prompt: str) -> str:
        """The shortest right answer; empty for Enter. ValueError for a question that nobody foresaw."""
        right = self._right_answer(prompt)
        offered = DEFAULT.search(prompt)
        return "" if offered and _means(offered["default"], right) else right

    def first_out(self) -> str:
        """Who went out first, as a first answer where the next round is offered."""
        self._gone_out = 1
        return _initial(self._table.names[self._outcome.out[0]])

    def _right_answer(self, prompt: str) -> str:
        table, outcome = self._table, self._outcome
        if prompt.startswith("Who went out "):
            self._gone_out += 1
            return _initial(table.names[outcome.out[self._gone_out - 1]])
        if prompt.startswith("How many cards did "):
            return str(outcome.counts[outcome.out[self._gone_out - 1]])
        if found := re.match(r"What did (.+) capture\b", prompt):
            return str(outcome.captured[table.names.index(found[1])])
        if found := re.match(r"What did (.+) bet\b", prompt):
            return self._bet(table.names.index(found[1])) or "none"
        if found := re.match(r"Bet of (.+): who, how much", prompt):
            seats = table.sides[table.side_names.index(found[1])]
            return next((f"{seat + 1}{bet}" for seat in seats if (bet := self._bet(seat, after_digit=True))), "none")
        if prompt.startswith("Who was the Shepherd"):
            return next((_initial(table.names[seat]) for seat in table.seats if self._bet(seat)), "nobody")
        if found := re.match(r"What did (.+) bid\b", prompt):
            return self._bet(table.names.index(found[1])) or "none"
        if prompt.startswith("Save this round? "):
            return "y"
        raise ValueError(f"nobody foresaw the question {prompt!r}")

    def _bet(self, seat: int, *, after_digit: bool = False) -> str | None:
        """The amount that a player has at stake, or the beginning of its name if that is shorter; None for none."""
        amount = self._outcome.stakes[seat]
        if amount is None:
            return None
        names = self._table.variant.betting.names
        beginnings = [name[:length] for name in names for length in range(1, len(name))]
        clear = [word for word in beginnings if min(_worths(names, word)) == amount]
        if after_digit:
            return min(clear, key=len) if clear else f" {amount}"
        return min([str(amount), *(word for word in clear if len(_worths(names, word)) == 1)], key=len)


def _worths(names: Mapping[str, int], beginning: str) -> list[int]:
    return [worth for name, worth in names.items() if name.startswith(beginning)]


def _initial(name: str) -> str:
    return name[0].casefold()


def _means(default: str, answer: str) -> bool:
    """Whether an answer that is offered is the right one."""
    return default.casefold() in (answer, f"{answer}/n") or (answer.isalpha() and default.casefold().startswith(answer))


def type_evening(evening: Evening, program: str, folder: Path) -> Count:
    """Type all rounds of a match; the program is started whenever it has ended."""
    haggis = Haggis(folder)
    players = [word for name in evening.table.names for word in ("-p", name)]
    new = ("new", "--variant", evening.variant, *players, *evening.goal, "--name", "evening")
    with Terminal(haggis, *new, program=program, columns=200) as screen:
        assert screen.end()[0] == 0, screen.shown
    keys, commands, waiting = [0], 0, iter(evening.rounds)
    typist = Typist(evening.table, next(waiting))
    while not (shown := _shown(haggis, program))["complete"]:
        commands += 1
        keys[-1] += len(COMMAND) + 1
        with Terminal(haggis, "score", program=program, columns=200) as screen:
            while prompt := screen.prompt():
                if prompt.startswith("Round "):  # the next one is offered
                    typist = Typist(evening.table, next(waiting))
                    answer = typist.first_out()
                    keys.append(0)
                else:
                    answer = typist.answer(prompt)
                screen.type(answer)
                keys[-1] += len(answer) + 1
            assert screen.end()[0] == 0, screen.shown
        following = next(waiting, None)
        if following:
            typist = Typist(evening.table, following)
            keys.append(0)
    assert shown["totals"] == evening.totals, (shown["totals"], evening.totals)
    assert len(keys) == len(evening.rounds)
    return Count(evening, keys, commands)


def _shown(haggis: Haggis, program: str) -> dict[str, Any]:
    command = [program, "show", "--json"]
    done = subprocess.run(command, env=haggis.environment(), capture_output=True, encoding="utf-8", check=True)
    return dict(json.loads(done.stdout))


def counts(program: str = str(SCRIPT), seed: str = "an evening") -> Iterator[Count]:
    """The keys of one match of every official variant."""
    for variant_id in [name for name, claims in installed_claims().items() if all(map(is_own, claims))]:
        with TemporaryDirectory() as played, TemporaryDirectory() as typed:
            evening = play_evening(variant_id, seed, Path(played))
            yield type_evening(evening, program, Path(typed))


if __name__ == "__main__":
    print("| variant | players | rounds | keys a round | least | most | commands | keys of the match |")
    print("|---|---|---|---|---|---|---|---|")
    for count in counts(*sys.argv[1:2]):
        print(count.as_row(), flush=True)
