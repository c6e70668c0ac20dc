"""Whether what came of a spoiled command can stand: no file is torn, and nothing that was said is untrue."""

import re
from collections.abc import Iterator, Mapping

from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.toml.match_file import MatchFile
from tests.support.reliability.scenarios import Scenario
from tests.support.reliability.stage import Ended, State
from tests.support.reliability.strace import HUNG

REFUSED = (1, 2, 3, 4, 5)
"""Exit codes that say that nothing was saved."""
SAVED = (0, 6, 7, 8)
"""Exit codes that say that all was."""
STOPPED = (130, -1, -2, -15)
KILLED = -9

_SAYS_NOT = re.compile(r"not saved|not moved|not written|nothing was (?:saved|changed|done)")
_SAYS_SAVED = re.compile(r"haggis: (?:[^\n]*: )?(?:saved|moved),? but")
_TRACES = ("Traceback", "Exception ignored", "Fatal Python error")


def torn(scenario: Scenario, old: State, new: State, found: State) -> Iterator[str]:
    """What is neither as it was nor as it was to be."""
    for name in sorted(old.keys() | new.keys() | found.keys()):
        allowed = [old.get(name), new.get(name)]
        content = found.get(name)
        if content not in allowed and not (scenario.steps and content and _between(name, old, new, content)):
            yield f"{name} is torn"
    for name in old:  # a match may move, but is never away
        if name not in found and name in new:
            yield f"{name} is gone"
        if name not in found and name not in new and old[name] not in found.values():
            yield f"{name} is nowhere"


def false(scenario: Scenario, old: State, new: State, found: State, ended: Ended, *, mute: bool) -> Iterator[str]:
    """What was said that is not so. mute: nothing could be said on standard error."""
    code = ended.code
    if code == HUNG:
        yield "it hangs"
        return
    if any(trace in ended.err for trace in _TRACES):
        yield "a traceback"
    if code in SAVED and found != new and (code == 0 or not scenario.steps or found == old):
        yield f"code {code}, but not all is saved"
    if code in (*REFUSED, *STOPPED) and found != old and not scenario.steps:
        yield f"code {code}, but it is saved"
    if code not in (*SAVED, *REFUSED, *STOPPED, KILLED):
        yield f"code {code} is not documented for this"
    if not scenario.steps and found == new != old and _SAYS_NOT.search(ended.err):
        yield "'not saved', but it is"
    if not scenario.steps and found == old != new and _SAYS_SAVED.search(ended.err):
        yield "'saved', but it is not"
    if code in (*REFUSED, 6, 7, 8) and not mute and "haggis: " not in ended.err:
        yield f"code {code} without a sentence"
    yield from _untold(scenario, old, found, ended)


def _untold(scenario: Scenario, old: State, found: State, ended: Ended) -> Iterator[str]:
    """Steps that were said to be done and are not, or are done and were not told by a command that told its end."""
    for kept, said in scenario.told.items():
        done = _holds(found, kept) and not _holds(old, kept)
        if said in ended.out and not done:
            yield f"{said!r} is said, but not done"
        if done and said not in ended.out and ended.code in (0, *REFUSED):
            yield f"{kept!r} is done, but not said"


def _holds(state: State, text: str) -> bool:
    return any(text in name or text.encode() in content for name, content in state.items())


def _between(name: str, old: State, new: State, content: bytes) -> bool:
    """Whether a match is on its way from the old to the new one: all rounds and events up to somewhere."""
    try:
        last, now = _record(name, new[name]), _record(name, content)
        first = _record(name, old[name]) if name in old else now.model_copy(update={"rounds": []})
    except (KeyError, ValueError):
        return False
    same = [record.model_copy(update={"rounds": []}) for record in (first, now, last)]
    return same[0] == same[1] == same[2] and _begins(first, now) and _begins(now, last)


def _begins(one: MatchRecord, other: MatchRecord) -> bool:
    if not one.rounds:
        return True
    *before, last = one.rounds
    count = len(before)
    if other.rounds[:count] != before or len(other.rounds) <= count:
        return False
    there = other.rounds[count]
    events = there.events[: len(last.events)] if there.events is not None and last.events is not None else there.events
    return last == there.model_copy(update={"events": events})


def _record(name: str, content: bytes) -> MatchRecord:
    dated = content.replace(b"created = NOW", b"created = 2026-11-21T19:30:00Z")
    return MatchFile(dated, name).record


def tally(rows: list[Mapping[str, object]]) -> dict[str, int]:
    """How many faults of each kind there were, and what they led to."""
    counts = dict.fromkeys(("errno", "kill", "signal", "torn", "false", "stuck"), 0)
    for row in rows:
        how = str(row["how"])
        counts["errno" if how.startswith("error") else "kill" if "KILL" in how else "signal"] += 1
        for kind in ("torn", "false", "stuck"):
            counts[kind] += bool(row[kind])
    return counts
