"""Evenings of a store where everything goes wrong in turn, and what must hold after every step.

People record, score, undo, redo, correct, remove; an editor writes into files, also in the moment of a save; a sync
tool leaves copies; somebody saves what was read long ago; the disk fails, the process is killed, the power goes. In
the suite 30 evenings of up to 50 steps; `--rounds 200` plays 1,000 (`-s` shows what came about).
"""

import errno
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from haggis_cli.book.corrections.amending import amend_event
from haggis_cli.book.corrections.undo import redo, undo
from haggis_cli.book.match import OpenMatch, open_for_change, open_match, preview, save_match
from haggis_cli.book.recording import add_events, round_to_play, save_recorded
from haggis_cli.cli.options import Context
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.views.corrections import agree_and_save
from haggis_cli.matches.model import GoalRecord, MatchRecord, RoundRecord, TableRecord
from haggis_cli.matches.store import atomic_write as durable
from haggis_cli.matches.store.drafts_and_trash import move_to_trash, trash_folder
from haggis_cli.matches.store.files import KEPT_BOTH, NOT_CONFIRMED, Notice, Snapshot
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.changes import with_round
from haggis_cli.matches.toml.match_file import MatchFile, render_match
from haggis_cli.matches.toml.parsing import LAST_LINE
from haggis_cli.support import errors
from haggis_cli.support import interrupts as signals
from haggis_cli.support.errors import Conflict, HaggisError
from haggis_cli.support.interrupts import defer_signals

CALLS = ("open", "write", "fsync", "close", "fchmod", "link", "rename", "replace", "unlink", "mkdir", "utime")
NAMING = ("link", "rename", "replace", "mkdir", "exchange")
_NEW = os.O_CREAT
SWAP_FILES = durable.swap_files  # as the system has it, whatever a test puts in its place


class Dead(BaseException):
    """The process is no more."""


class Trouble(NamedTuple):
    """What happens at a call, counted from 1; none at all with call 0.

    how: "before" or "after" the process dies there, "half" it dies with half of a text written, "power" the same and
    what was not flushed to the disk is lost; or an error number, once or from then on.
    """

    call: int = 0
    how: str | int = "before"
    lasting: bool = False


class Mortal:
    """A process that can die at every step of a save, on a disk that can fail or lose power there.

    Only the calls that change something are counted. What is dead does nothing any more: no clearing up runs, as after
    a kill; the system closes its files, which gives the locks back.
    """

    def __init__(self, folder: Path, trouble: Trouble) -> None:
        self.folder = folder
        self.trouble = trouble
        self.calls = 0
        self.dead = False
        self.written: dict[int, int] = {}  # handles open for writing -> the inode
        self.unflushed: set[int] = set()
        self.unnamed: set[str] = set()  # folders whose names are not on the disk yet
        self.read: dict[int, str] = {}

    def run(self, act: Callable[[], tuple[Notice | None, ...]]) -> bool:
        """Do it, and tell whether anything is to be told of it; Dead if the process died of it."""
        with pytest.MonkeyPatch.context() as patch:
            for name in CALLS:
                patch.setattr(os, name, self._mortal(name, getattr(os, name)))
            patch.setattr(durable, "swap_files", self._mortal("exchange", SWAP_FILES))
            return any(act())

    def lose_power(self) -> None:
        """What was not flushed is gone from every file there is."""
        for path in self.folder.rglob("*"):
            if path.is_file() and path.stat().st_ino in self.unflushed:
                path.write_bytes(b"\0" * path.stat().st_size)

    def _mortal(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def mortal(*arguments: Any, **more: Any) -> Any:
            if name == "open" and not arguments[1] & _NEW:
                return self._reading(call, *arguments, **more)
            if name == "close" and arguments[0] not in self.written:
                return call(*arguments)
            if self.dead:
                if name == "close":
                    call(*arguments)
                raise Dead
            self.calls += 1
            here = self.trouble.call and (
                self.calls == self.trouble.call or (self.trouble.lasting and self.calls > self.trouble.call)
            )
            if not here:
                return self._done(name, call, *arguments, **more)
            return self._troubled(name, call, *arguments, **more)

        return mortal

    def _troubled(self, name: str, call: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        how = self.trouble.how
        if isinstance(how, int):
            if name == "close":
                call(*arguments)  # Linux gives a handle back whatever it says
            raise OSError(how, os.strerror(how))
        if name == "write" and how == "half":
            arguments = (arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
        if how != "before" or name == "close":
            self._done(name, call, *arguments, **more)
        self.dead = True
        raise Dead

    def _reading(self, call: Callable[..., Any], *arguments: Any, **more: Any) -> int:
        if self.dead:
            raise Dead
        handle: int = call(*arguments, **more)
        self.read[handle] = os.path.realpath(arguments[0])
        return handle

    def _done(self, name: str, call: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
        result = call(*arguments, **more)
        if name == "open":
            self.written[result] = os.fstat(result).st_ino
        elif name == "write":
            self.unflushed.add(self.written[arguments[0]])
        elif name == "fsync" and arguments[0] in self.written:
            self.unflushed.discard(self.written[arguments[0]])
        elif name == "fsync":
            self.unnamed.discard(self.read[arguments[0]])
        elif name == "close":
            del self.written[arguments[0]]
        elif name in NAMING and result is not False:
            paths = arguments[:1] if name == "mkdir" else arguments[:2] if name != "link" else arguments[1:2]
            self.unnamed |= {os.path.realpath(Path(os.fsdecode(path)).parent) for path in paths}
        return result


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="troubles are put into POSIX calls")

NAMES = ("friday", "saturday")
MOST_CALLS = 26
"""Of the calls that change something, an undo makes the most."""

ERRORS = (errno.EIO, errno.ENOSPC, errno.EACCES, errno.EINTR)
troubles = st.one_of(
    st.just(Trouble()),
    st.builds(Trouble, st.integers(1, MOST_CALLS), st.sampled_from(("before", "after", "half", "power"))),
    st.builds(Trouble, st.integers(1, MOST_CALLS), st.sampled_from(ERRORS), st.booleans()),
)
names = st.sampled_from(NAMES)
happened: Counter[str] = Counter()


class Evenings(RuleBasedStateMachine):
    """The store, and beside it what must be in it: the matches, the copies beside them, and what redo must bring."""

    def __init__(self) -> None:
        super().__init__()
        memory = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: PTH112
        self.folder = Path(tempfile.mkdtemp(prefix="haggis-machine-", dir=memory))
        os.environ["HAGGIS_LOCKS"] = str(self.folder / "locks")
        self.home = str(self.folder / "home")
        self.store = Store(Path(self.home), patience=0.5)
        self.matches: dict[str, bytes] = {}
        self.copies: Counter[bytes] = Counter()
        self.removed: Counter[bytes] = Counter()
        self.redone: dict[bytes, bytes] = {}
        self.stale: list[Snapshot] = []
        self.number = 0
        happened["evenings"] += 1

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    # What people do

    @rule(name=names, trouble=troubles)
    def new(self, name: str, trouble: Trouble) -> None:
        """Start a match; none that is there is overwritten."""
        record = MatchRecord(
            id=name,
            variant="two-player",
            created=datetime(2026, 11, 21, 19, 30, self.next() % 60, tzinfo=UTC),
            players=["Noah", "Isla"],
            goal=GoalRecord(points=10_000),
            lead="Noah",
        )
        data = render_match(record).encode()
        there = name in self.matches

        def act() -> tuple[Notice | None]:
            return (self.store.create(name, data).notice,)

        self.attempt(name, act, lambda found: not there and found == data, trouble)

    @precondition(lambda self: self.matches)
    @rule(data=st.data(), trouble=troubles)
    def record(self, data: st.DataObject, trouble: Trouble) -> None:
        """Record one event: a pass, or the single of the lowest card that nobody has seen."""
        name = self.some(data)

        def act() -> tuple[Notice, ...]:
            with open_for_change(name, self.home) as opened, defer_signals():
                recorded = save_recorded(add_events(opened, [("event 1", event_of(opened))]))
                assert recorded.refusal is None, recorded.refusal
                return recorded.after.notices

        old = rounds_of(self.matches[name])
        self.attempt(name, act, lambda found: one_more(old, rounds_of(found)), trouble, adds=True)

    @precondition(lambda self: self.matches)
    @rule(data=st.data(), cards=st.integers(1, 14), trouble=troubles)
    def score(self, data: st.DataObject, cards: int, trouble: Trouble) -> None:
        """Add a typed-in round, also where one was still being recorded."""
        name = self.some(data)
        table = TableRecord(out=["Noah"], hands={"Noah": cards}, captured={"Noah": 20, "Isla": 16})
        added = RoundRecord(table=table, notes=f"round {self.next()}")

        def act() -> tuple[Notice, ...]:
            with open_for_change(name, self.home) as opened, defer_signals():
                return save_match(opened, preview(opened, with_round(opened.file, added))).notices

        old = rounds_of(self.matches[name])
        self.attempt(name, act, lambda found: rounds_of(found) == [*old, added], trouble, adds=True)

    @precondition(lambda self: any(rounds_of(data) for data in self.matches.values()))
    @rule(data=st.data(), whole=st.booleans(), trouble=troubles)
    def undo(self, data: st.DataObject, whole: bool, trouble: Trouble) -> None:
        """Take back the last event, round or correction; redo must know it from then on, to the byte."""
        name = data.draw(st.sampled_from([name for name in sorted(self.matches) if rounds_of(self.matches[name])]))
        before = self.matches[name]
        corrected = None if whole else self.store.correction_history.load_last(before)

        def taken_back(found: bytes) -> bool:
            old, new = rounds_of(before), rounds_of(found)
            as_it_was = found == corrected if corrected else new == old[:-1] if whole else one_more(new, old)
            return as_it_was and self.store.redo_history.load_last(found) == before

        def act() -> tuple[Notice, ...]:
            with open_for_change(name, self.home) as opened:
                return undo(opened, whole_round=whole)[0].notices

        self.attempt(name, act, taken_back, trouble)
        if self.matches[name] != before:
            self.redone[self.matches[name]] = before
        else:  # a copy for redo may be there already, of an undo that never came to be
            self.redone = {
                after: was for after, was in self.redone.items() if self.store.redo_history.load_last(after) == was
            }

    @precondition(lambda self: any(data in self.redone for data in self.matches.values()))
    @rule(data=st.data(), trouble=troubles)
    def redo(self, data: st.DataObject, trouble: Trouble) -> None:
        """Bring back exactly what the last undo took."""
        name = data.draw(st.sampled_from([name for name in sorted(self.matches) if self.matches[name] in self.redone]))
        wanted = self.redone[self.matches[name]]

        def act() -> tuple[Notice, ...]:
            with open_for_change(name, self.home) as opened:
                return redo(opened)[0].notices

        self.attempt(name, act, lambda found: found == wanted, trouble)

    @precondition(lambda self: any(last_events(data) for data in self.matches.values()))
    @rule(data=st.data(), trouble=troubles)
    def correct(self, data: st.DataObject, trouble: Trouble) -> None:
        """Put the first event of the last round right; undo takes the correction back."""
        name = data.draw(st.sampled_from([name for name in sorted(self.matches) if last_events(self.matches[name])]))
        card = f"{2 + self.next() % 9}{'rgby'[self.number % 4]}"

        old = self.matches[name]
        if card in last_events(old)[0]:
            return

        def act() -> tuple[Notice, ...]:
            correction = amend_event(open_match(name, self.home), 1, f"Noah: {card}")
            agree_and_save(Context(Printer(out=StringIO(), err=StringIO()), yes=True), correction)
            return (Notice("told", NOT_CONFIRMED),) if errors.exit_code_of_saving() else ()

        def corrected(found: bytes) -> bool:
            return card in last_events(found)[0] and self.store.correction_history.load_last(found) == old

        self.attempt(name, act, corrected, trouble)

    @precondition(lambda self: self.matches)
    @rule(data=st.data(), trouble=troubles)
    def remove(self, data: st.DataObject, trouble: Trouble) -> None:
        """Take a match out of the history."""
        name = self.some(data)
        old = self.matches[name]
        self.attempt(name, lambda: (move_to_trash(self.store, self.store.path_of(name))[1],), None, trouble)
        if name not in self.matches:
            self.removed[old] += 1

    @precondition(lambda self: self.matches)
    @rule(data=st.data())
    def read_and_wait(self, data: st.DataObject) -> None:
        """Somebody else opens a match, and thinks."""
        self.stale.append(self.store.read(self.store.path_of(self.some(data))))

    @precondition(lambda self: self.stale)
    @rule(data=st.data(), trouble=troubles)
    def save_late(self, data: st.DataObject, trouble: Trouble) -> None:
        """What was read earlier is saved: refused if anything has changed since."""
        snapshot = self.stale.pop(data.draw(st.integers(0, len(self.stale) - 1)))
        name = snapshot.path.stem
        changed = commented(snapshot.data, f"# late {self.next()}")
        fresh = self.matches.get(name) == snapshot.data
        ended = self.attempt(
            name,
            lambda: (self.store.save(snapshot, changed).notice,),
            lambda found: fresh and found == changed,
            trouble,
        )
        assert fresh or isinstance(ended, HaggisError | Dead)
        assert fresh or trouble.call or isinstance(ended, Conflict)

    # What others do

    @precondition(lambda self: self.matches)
    @rule(data=st.data(), renames=st.booleans())
    def edit_by_hand(self, data: st.DataObject, renames: bool) -> None:
        """An editor saves a comment: into the file, or with a new file in its place."""
        name = self.some(data)
        self.matches[name] = commented(self.matches[name], f"# by hand {self.next()}")
        write_as_editor(self.store.path_of(name), self.matches[name], renames)

    @precondition(lambda self: self.matches)
    @rule(data=st.data(), renames=st.booleans())
    def edit_in_the_moment_of_saving(self, data: st.DataObject, renames: bool) -> None:
        """An editor saves between the last look and the one step: both versions are there afterwards."""
        name = self.some(data)
        path, snapshot = self.store.path_of(name), self.store.read(self.store.path_of(name))
        theirs = commented(snapshot.data, f"# theirs {self.next()}")
        ours = commented(snapshot.data, f"# ours {self.next()}")

        def meddled(first: Path, second: Path) -> bool:
            write_as_editor(path, theirs, renames)
            return SWAP_FILES(first, second)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(durable, "swap_files", meddled)
            notice = self.store.save(snapshot, ours).notice
            if notice:
                assert notice.exit_code == KEPT_BOTH
                self.copies[theirs] += 1
            else:
                assert renames, "an edit was overwritten unseen"
                assert sys.platform != "linux", "an edit was overwritten unseen"
        self.matches[name] = ours
        happened["edits in the moment of a save"] += 1

    @precondition(lambda self: self.matches)
    @rule(data=st.data(), form=st.sampled_from(("{}.sync-conflict-20261121-1930{:02}-AB.toml", "{} ({}).toml")))
    def copy_by_a_sync_tool(self, data: st.DataObject, form: str) -> None:
        """A copy of a match lies beside it; it is shown, never counted, never removed."""
        name = self.some(data)
        path = self.store.matches_folder / form.format(name, self.next())
        if not path.exists():
            path.write_bytes(self.matches[name])
            self.copies[self.matches[name]] += 1

    # What must hold

    @invariant()
    def every_match_is_what_it_was_said_to_be(self) -> None:
        found = {path.stem: path.read_bytes() for path in self.store.matches()}
        # A numbered copy whose match was removed is a match of that name: it lies there, and nothing is lost.
        alone = {name: data for name, data in found.items() if name not in NAMES}
        assert {name: data for name, data in found.items() if name in NAMES} == self.matches
        kept = Counter(path.read_bytes() for path in self.store.conflicts())
        assert kept + Counter(alone.values()) == self.copies

    @invariant()
    def nothing_removed_is_lost(self) -> None:
        folder = trash_folder(self.store)
        found = Counter(path.read_bytes() for path in folder.iterdir()) if folder.exists() else Counter()
        assert found == self.removed

    @invariant()
    def what_was_undone_can_be_had_again(self) -> None:
        for after, before in self.redone.items():
            assert self.store.redo_history.load_last(after) == before

    # How it is done

    def attempt(
        self,
        name: str,
        act: Callable[[], tuple[Notice | None, ...]],
        changed: Callable[[bytes], bool] | None,
        trouble: Trouble,
        *,
        adds: bool = False,
    ) -> BaseException | None:
        """Do it with trouble; the match is the old one or the changed one, and what was reported is true.

        changed=None: the match is gone then. adds: no byte of the old text is missing in the new one.
        """
        old = self.matches.get(name)
        process = Mortal(self.folder, trouble)
        ended: BaseException | None = None
        doubted = False
        try:
            doubted = process.run(act)
        except (HaggisError, Dead) as error:
            ended = error
        finally:
            signals.restore_signal_handlers()
            errors._saved, errors._doubt = False, 0
        if isinstance(ended, Dead) and trouble.how == "power":
            process.lose_power()
        path = self.store.path_of(name)
        found = path.read_bytes() if path.exists() else None
        told = (name, trouble, ended, process.calls)
        is_old = found == old
        is_new = found is None if changed is None else found is not None and not is_old and changed(found)
        assert is_old or is_new, told
        if not isinstance(ended, Dead):
            assert is_new if ended is None else is_old, told
        if ended is None and not doubted:
            unsure = {each for each in process.unnamed if each.startswith(self.home)}
            bookmarks = os.path.join(self.home, "bookmarks")  # noqa: PTH118 - a name, as those are
            # A match that was there is named below the home already: the home may be unsure of the bookmarks.
            assert unsure <= ({bookmarks} if old is None else {bookmarks, self.home}), told
        if adds and is_new:
            assert old is not None
            assert found is not None
            assert keeps_every_line(old, found), told
        self.matches = {**self.matches, name: found} if found is not None else without(self.matches, name)
        happened["steps"] += 1
        happened[type(ended).__name__ if ended else "not confirmed" if doubted else "saved"] += 1
        return ended

    def some(self, data: st.DataObject) -> str:
        return data.draw(st.sampled_from(sorted(self.matches)))

    def next(self) -> int:
        """A number that was never used: no two texts are alike by chance."""
        self.number += 1
        return self.number


def event_of(opened: OpenMatch) -> str:
    """What can always happen next: a pass, or the single of the lowest card that nobody has seen."""
    state = round_to_play(opened.report)
    name = opened.report.table.names[state.turn]
    if state.trick:
        return f"{name}: pass"
    deck = opened.report.table.deck
    unseen = [
        card for card in deck.cards_text(deck.suit_cards).split() if card not in deck.cards_text(state.seen).split()
    ]
    return f"{name}: {unseen[0]}"


def rounds_of(data: bytes) -> list[RoundRecord]:
    """The rounds that a file holds."""
    return MatchFile(data, "match").record.rounds


def last_events(data: bytes) -> list[str]:
    """The events of the last round; none if it is typed in."""
    rounds = rounds_of(data)
    return (rounds[-1].events or []) if rounds else []


def one_more(old: list[RoundRecord], new: list[RoundRecord]) -> bool:
    """Whether there is one event more at the end, or one round more, of one event or typed in."""
    if len(new) > len(old):
        return new[:-1] == old and (new[-1].table is not None or len(new[-1].events or []) == 1)
    *before, last = new
    return [*before, last.model_copy(update={"events": (last.events or [])[:-1]})] == old


def commented(data: bytes, comment: str) -> bytes:
    """The file with one more comment, before its last line."""
    return data.removesuffix(f"{LAST_LINE}\n".encode()) + f"{comment}\n{LAST_LINE}\n".encode()


def keeps_every_line(old: bytes, new: bytes) -> bool:
    """Whether all lines of the old text are in the new one, in their order."""
    lines = iter(new.splitlines())
    return all(line in lines for line in old.splitlines())


def write_as_editor(path: Path, data: bytes, renames: bool) -> None:
    """Save as editors do."""
    if renames:
        beside = path.with_name(".editor.swp")
        beside.write_bytes(data)
        beside.replace(path)
    else:
        path.write_bytes(data)


def without(matches: dict[str, bytes], name: str) -> dict[str, bytes]:
    """The matches but one."""
    return {other: data for other, data in matches.items() if other != name}


@pytest.mark.slow
def test_nothing_is_lost_torn_or_reported_falsely(rounds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAGGIS_LOCKS", "")
    happened.clear()
    profile = settings(
        max_examples=5 * rounds, stateful_step_count=50, deadline=None, suppress_health_check=list(HealthCheck)
    )
    run_state_machine_as_test(Evenings, settings=profile)
    sys.stdout.write(f"\n{', '.join(f'{number} {what}' for what, number in sorted(happened.items()))}\n")
    assert happened["Dead"] > rounds
