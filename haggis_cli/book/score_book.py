"""The score book as a Python object: a folder of matches, and a match to score, record, correct, undo and redo.

    from haggis_cli import ScoreBook

    book = ScoreBook("evenings")
    friday = book.new("two-player", ["Noah", "Isla"], rounds=6, name="friday")
    friday.score("Noah: out 8, cards 12, bet little", "Isla: bet baby")
    friday.record("Isla: 7r 8r 9r")

Every method that changes a match has saved it when it returns. If it raises an error, nothing was changed, except as
its docstring says and for SavedWithDoubt. The commands of the terminal call the same functions of this room; these two
classes keep a match open between the calls. Threads may share a book; each opens its own `Match`.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path

from haggis_cli.book import playing
from haggis_cli.book.corrections import amending, undo
from haggis_cli.book.corrections.editing import SettingsChange, correct_settings
from haggis_cli.book.match import OpenMatch, lock_and_refresh, read_match, remove_match, reread
from haggis_cli.book.new_match import NewMatchRequest, make_goal
from haggis_cli.book.recording import add_events, save_recorded
from haggis_cli.book.scoring import RoundProposal, RoundTarget, save_round
from haggis_cli.book.starting import create_match
from haggis_cli.book.typed_round import parse_entries
from haggis_cli.library.judging import VariantName, checked, load_variant
from haggis_cli.library.reports import Report, RoundReport, report_by_name
from haggis_cli.library.state import State
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.files import Notice, home_folder
from haggis_cli.matches.store.folder import Store
from haggis_cli.referee.sentences import due
from haggis_cli.rules.events import option_text
from haggis_cli.rules.variant import OptionValue, Variant
from haggis_cli.support.errors import RulesError, StoreError, UsageError
from haggis_cli.support.interrupts import defer_signals


class SavedWithDoubt(StoreError):
    """The change is saved, but something needs attention. Do not repeat the call: it would make the change twice.

    exit_code: 6 if another program's text was displaced and is kept beside the match; 7 if the disk did not
        confirm that the change survives a power cut.
    """

    def __init__(self, notice: Notice) -> None:
        super().__init__(notice.text)
        self.exit_code = notice.exit_code


class ScoreBook:
    """A folder of matches, each a TOML file that people can read and edit (docs/match-file.md).

    Iterating gives the names of the matches in alphabetical order; `book["friday"]` opens one.
    """

    @checked
    def __init__(self, folder: str | os.PathLike[str] | None = None) -> None:
        """folder: where matches are saved, created with the first match; None for the folder that the commands use."""
        self._store = Store(home_folder(folder))

    @property
    def folder(self) -> Path:
        """The folder of the score book; the match files are in its subfolder `matches`."""
        return self._store.home

    @checked
    def new(
        self,
        variant: VariantName,
        players: Sequence[str],
        *,
        name: str | None = None,
        points: int | None = None,
        rounds: int | None = None,
        teams: Sequence[str] = (),
        options: Mapping[str, OptionValue] | None = None,
        suits: str | None = None,
        lead: str | None = None,
        dealer: str | None = None,
        event: str | None = None,
        notes: str = "",
        played_at: datetime | date | None = None,
        round_wins: int | None = None,
    ) -> "Match":
        """Start a match and save it.

        variant: an installed variant, or its id.
        players: their names, clockwise.
        name: what the match is called; by default the players and the day. Its id is made of it.
        points, rounds, round_wins: the goal, one of these; by default the first that the rulebook suggests.
        teams: the names of the teams, if the variant has teams.
        options: house rules of the variant by name, as `haggis variants show` lists them.
        suits: the letters of the suits in play, such as `rgby`.
        lead, dealer: who leads, or deals, round 1; by default the first player.
        event: the evening, league or tournament that the match belongs to.
        notes: a text to save with the match.
        played_at: when it was played, if not now; a date without a time sorts after the matches already saved that day.

        UsageError: the variant does not allow these settings. StoreError: the name is taken.
        """
        request = NewMatchRequest(
            variant=_installed_id(variant),
            players=list(players),
            teams=list(teams),
            goal=make_goal(points, rounds, round_wins),
            options={option: option_text(value) for option, value in (options or {}).items()},
            suits=suits,
            lead=lead,
            dealer=dealer,
            name=name,
            event=event,
            notes=notes,
            played_at=played_at,
        )
        started = create_match(request, self._store)
        _raise_doubt([started.notice])
        return self.open(started.path.stem)

    @checked
    def open(self, name: str | os.PathLike[str] | None = None) -> "Match":
        """Open a match by its name, an unambiguous part of it, or its file; None for the current match.

        StoreError: it does not exist or cannot be read. RecordError: its file is not a match.
        """
        return Match(read_match(self._store, self._find(name)))

    @checked
    def __getitem__(self, name: str | os.PathLike[str]) -> "Match":
        """Open the match of that name, see `open`."""
        return self.open(name)

    def __iter__(self) -> Iterator[str]:
        """The names of the matches in alphabetical order."""
        return iter([path.stem for path in self._store.matches()])

    def __len__(self) -> int:
        """How many matches there are."""
        return len(self._store.matches())

    @checked
    def remove(self, name: str | os.PathLike[str]) -> Path:
        """Move a match to the folder `removed` of the book and return its new path; statistics no longer count it."""
        path, notice = remove_match(self._store, self._find(name))
        _raise_doubt([notice])
        return path

    def _find(self, name: str | os.PathLike[str] | None) -> Path:
        """The file of a match, wherever the program changes its folder to later."""
        return self._store.find(None if name is None else os.fspath(name)).absolute()

    def __repr__(self) -> str:
        """The folder, as it was given."""
        return f"ScoreBook({str(self.folder)!r})"


def _installed_id(variant: VariantName) -> str:
    """The id of a variant, which a match file names; UsageError for a value that is not what is installed."""
    found = load_variant(variant)
    if isinstance(variant, Variant) and load_variant(variant.id) != variant:
        raise UsageError(f"a match file only names its variant, and the installed '{variant.id}' differs from this one")
    return found.id


class Match:
    """A match of a score book, as it was when this object opened or last changed its file.

    Another program may change the file meanwhile; every method first reads the file again. Ctrl-C and other signals
    that arrive during a save are delivered after it.
    """

    def __init__(self, opened: OpenMatch) -> None:
        """opened: the match as it was read; people get one from `ScoreBook.open` or `ScoreBook.new`."""
        self._opened = opened

    # What the match says

    @property
    def name(self) -> str:
        """The name of the match: its file name without the extension."""
        return self._opened.path.stem

    @property
    def path(self) -> Path:
        """The file of the match."""
        return self._opened.path

    @property
    def settings(self) -> MatchRecord:
        """The contents of the file: variant, players, goal, options, and the rounds as they were entered."""
        return self._opened.file.record

    @property
    def report(self) -> Report:
        """The referee's report: rounds with their scores, violations, warnings, totals, and the winner."""
        return report_by_name(self._opened.report)

    @property
    def rounds(self) -> tuple[RoundReport, ...]:
        """The rounds with their events, tricks and scores, in order."""
        return self.report.rounds

    @property
    def state(self) -> State | None:
        """The recorded round in progress, as a value that can be played on; the match does not change.

        None if no round is in progress or a violation blocks it. If its deal is not recorded, the hands are unknown and
        `State.hands_known` is false.
        """
        report = self._opened.report
        return self.rounds[-1].state if report.current and not report.violations else None

    @property
    def totals(self) -> dict[str, int] | None:
        """The totals by player, in team games by team; None if a violation makes them unknown."""
        return self.report.totals

    @property
    def winner(self) -> str | None:
        """The winner, a player or a team; None until somebody has won."""
        return self.report.winner

    @property
    def due(self) -> str:
        """What is expected next, in a sentence."""
        return due(self._opened.report)

    # Adding to it

    @checked
    def score(self, *entries: str, notes: str = "", accept_warnings: bool = False) -> Report:
        """Add a round typed in from the table, save it, and return the report on the match.

        entries: a line for each player, such as "Noah: out 8, cards 12, bet little": whether the player went out, and
            how many cards were then in the fullest hand of an opponent; the points of captured cards, which one player
            may omit; the bet or bid in points or by its name.
        notes: a text to save with the round.
        accept_warnings: save the round in spite of warnings; `propose` shows them.

        NotationError: an entry cannot be read. RulesError: the round cannot have happened; it names the rule.
        """
        with self._change() as opened:
            proposal = _propose(opened, entries, notes)
            proposal.check_possible()
            if proposal.warnings and not accept_warnings:
                raise RulesError(
                    f"not saved without accept_warnings: {'; '.join(each.message for each in proposal.warnings)}"
                )
            return self._become(save_round(proposal, as_shown=False))

    @checked
    def propose(self, *entries: str) -> Report:
        """Return the report on the match as if this round were added; nothing is saved."""
        proposal = _propose(reread(self._opened), entries)
        report = report_by_name(proposal.after.report)
        return report._replace(violations=tuple(proposal.violations), warnings=tuple(proposal.warnings))

    @checked
    def record(self, *events: str) -> Report:
        """Add events to the round in progress, or to the next one, save them, and return the report on the match.

        events: such as "Isla: 7r 8r 9r", "Noah: pass", "Noah: bet big"; without a name, the event is that of whoever is
            to act.

        It stops at the first event that cannot be read (NotationError), is not legal (IllegalEventError, with the rule)
        or can be read in several ways (AmbiguousEventError). The events before it are saved: `rounds` has them.
        RulesError: the match is over. StoreError: the file cannot be read or saved; Conflict and SavedWithDoubt are
        kinds of it.
        """
        with self._change() as opened:
            recorded = save_recorded(add_events(opened, [(f"event {at}", each) for at, each in enumerate(events, 1)]))
            self._become(recorded.after)
        if recorded.refusal:
            raise recorded.refusal
        return self.report

    @checked
    def deal(self, seed: str | int) -> Report:
        """Deal the next round at random and save its cards; the same seed deals the same cards.

        UsageError: the round has already begun.
        """
        with self._change() as opened:
            coming = playing.deal_round(playing.find_next_round(opened), str(seed))
            return self._become(playing.save_deal(coming))

    # Putting it right

    @checked
    def amend(self, event: int, text: str, *, round_number: int | None = None) -> Report:
        """Correct one event of a recorded round and save it; the report lists what then breaks the rules.

        event: its number in the round, counted from 1.
        text: the correct event; "-" deletes it.
        round_number: counted from 1; None for the last round.
        """
        with self._change() as opened:
            correction = amending.amend_event(opened, event, text, round_number)
            return self._become(amending.save_correction(correction))

    @checked
    def insert(self, event: int, text: str, *, round_number: int | None = None) -> Report:
        """Insert a missing event before the one with this number and save it; the arguments are those of `amend`."""
        with self._change() as opened:
            correction = amending.amend_event(opened, event, text, round_number, insert=True)
            return self._become(amending.save_correction(correction))

    @checked
    def edit(
        self,
        *,
        players: Mapping[str, str] | None = None,
        teams: Mapping[str, str] | None = None,
        points: int | None = None,
        rounds: int | None = None,
        round_wins: int | None = None,
        lead: str | None = None,
        dealer: str | None = None,
    ) -> Report:
        """Correct names, the goal or who began, and save the match; the report lists what then breaks the rules.

        players, teams: each wrong name with the right one; two names may be swapped.
        points, rounds, round_wins: the new goal, one of these.
        lead, dealer: who leads, or deals, round 1; if the same call renames that player, the new name.

        NotationError: nobody has this name. UsageError: the variant or the match does not allow the change.
        """
        goal = make_goal(points, rounds, round_wins)
        change = SettingsChange(list((players or {}).items()), list((teams or {}).items()), goal, lead, dealer)
        with self._change() as opened:
            return self._become(amending.save_correction(correct_settings(opened, change)))

    @checked
    def undo(self, *, whole_round: bool = False) -> str:
        """Take back the last event, round or correction, save it, and return what was taken back, in words.

        whole_round: take back all of a round recorded play by play.

        StoreError: there is nothing to take back.
        """
        with self._change() as opened:
            after, step = undo.undo(opened, whole_round=whole_round)
            self._become(after)
        return step.words

    def redo(self) -> str:
        """Reverse the last undo, save it, and return what came back, in words.

        StoreError: there is nothing to bring back.
        """
        with self._change() as opened:
            after, step = undo.redo(opened)
            self._become(after)
        return step.words

    def reload(self) -> Report:
        """Read the file again and return the report on it."""
        return self._become(reread(self._opened))

    @contextmanager
    def _change(self) -> Iterator[OpenMatch]:
        """The match as its file says now, locked for a change."""
        with defer_signals(redeliver=True), lock_and_refresh(self._opened) as opened:
            yield opened

    def _become(self, opened: OpenMatch) -> Report:
        self._opened = opened._replace(notices=())
        _raise_doubt(opened.notices)
        return self.report

    def __repr__(self) -> str:
        """The name and how the match stands."""
        return f"<Match {self.name}: {self.due}>"


def _propose(opened: OpenMatch, entries: Sequence[str], notes: str = "") -> RoundProposal:
    target = RoundTarget(opened, notes=notes)
    return target.propose(parse_entries(entries, target.table))


def _raise_doubt(notices: Iterable[Notice | None]) -> None:
    for notice in notices:
        if notice and notice.exit_code:
            raise SavedWithDoubt(notice)
