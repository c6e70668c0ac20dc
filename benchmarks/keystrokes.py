"""The number of keys for whole matches in `haggis score`, with the real command in a pseudo-terminal.

`python -m benchmarks.keystrokes [PROGRAM [separately]]` plays one match of every official variant by computer players,
then types its rounds, each answer in the shortest form that is understood: names by their first letter, bets by amount
or by the beginning of their name, Enter if the right answer is offered. The command counts each time it must be typed,
and so does every Enter; starting the match does not. The totals must be those of the played match.
PROGRAM is another `haggis`, such as an older version; one that does not understand `n8` for a name and a count gets
them `separately`. If its rules differ, it may refuse plays of the present version.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from haggis_cli.plugins.registry import installed_claims, is_own
from tests.support.haggis import SCRIPT, Haggis
from tests.support.matches import Evening, play_evening
from tests.support.terminal import Terminal, Typist

COMMAND = "haggis score"


class Count(NamedTuple):
    """The keys that a match took."""

    evening: Evening
    keys: list[int]
    """The keys of each round's answers."""
    commands: int
    """The number of times the command was typed."""

    def as_row(self) -> str:
        """A line of the table in `benchmarks/README.md`."""
        rounds, answers = len(self.keys), sum(self.keys)
        whole = answers + self.commands * (len(COMMAND) + 1)
        figures = (rounds, self.commands, whole, f"{whole / rounds:.1f}", f"{answers / rounds:.1f}")
        names = len(self.evening.table.names)
        return f"| {self.evening.variant} | {names} | {' | '.join(map(str, figures))} | {max(self.keys)} |"


def type_evening(evening: Evening, program: str, folder: Path, *, together: bool) -> Count:
    """Type all rounds of a match, restarting the program when it ends; raises ValueError if an answer is refused."""
    haggis = Haggis(folder)
    with Terminal(haggis, *evening.words("evening"), program=program, columns=200) as screen:
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


def official_variants() -> list[str]:
    """The ids of the variants that come with haggis."""
    return [name for name, claims in installed_claims().items() if all(map(is_own, claims))]


def counts(program: str = str(SCRIPT), manner: str = "together", seed: str = "an evening") -> Iterator[Count | str]:
    """The keys of one match of every official variant, or a sentence if an answer is refused."""
    for variant_id in official_variants():
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
