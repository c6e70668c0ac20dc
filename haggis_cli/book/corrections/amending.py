"""Corrections of a match: what follows from one is told before it is saved, in the same words wherever it is made.

The paper is the truth: a correction may break the rules further on, and the next correction may heal them.

    correction = amend_event(match, 7, "Noah: 4r 4g")
    print(correction.describe(), correction.account("->"))
    match = save_correction(correction)
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from haggis_cli.book.drafts import rename_in_drafts
from haggis_cli.book.match import AfterSaving, OpenMatch, after_saving, command_word, find_round, preview, save_match
from haggis_cli.book.recording import parse_line
from haggis_cli.matches.model import MatchRecord, RoundRecord
from haggis_cli.matches.notation import parse_event, render_event
from haggis_cli.matches.toml.changes import Renaming, with_events, without_last_round
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.changes import Change, find_changes
from haggis_cli.referee.report import MATCH_OVER, MatchWarning, RoundReport, Violation
from haggis_cli.referee.seating import refuse_unread
from haggis_cli.referee.sentences import victory, violation_place_with_text, warning_sentence
from haggis_cli.rules.events import Event
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import NotationError, UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.text import join_words

# The recorded round or the event that a person names by its number; UsageError says which ones there are.


def find_recorded_round(match: OpenMatch, number: int | None = None) -> RoundReport:
    """The round of that number, the last for None, if it is recorded play by play. UsageError if it is not."""
    found = find_round(match.report, len(match.report.rounds) or 1 if number is None else number)
    number = found.number
    if not found.recorded:
        raise UsageError(
            f"round {number} is typed in and has no events",
            advice=f": correct it with 'haggis score{command_word(match)} --round {number}'",
        )
    return found


def find_round_of_event(
    match: OpenMatch, event: int, number: int | None = None, *, insert: bool = False
) -> RoundReport:
    """The round that has this event, counted from 1. UsageError if there is none.

    number: the round's number; None for the last round.
    insert: whether something is put in before it; behind the last event that can be, too.
    """
    found = find_recorded_round(match, number)
    number = found.number
    events = found.record.events or []
    if not 1 <= event <= len(events) + insert:
        there = f"events 1 to {len(events)}" if len(events) > 1 else "one event" if events else "no event yet"
        counts = f" ('haggis log{command_word(match)} --events' shows the numbers)"
        raise UsageError(f"there is no event {event}: round {number} has {there}", advice=counts)
    return found


class Doubt(NamedTuple):
    """What would look odd or break the rules."""

    words: str
    """It in a sentence, with the rule if no topic explains it."""
    topic: str | None = None
    """The topic of the rule that would be broken; None if there is none."""
    place: str = ""
    """Where it is, if it breaks a rule: `round 2, event 7 (Noah: 4r)`."""

    @property
    def sentence(self) -> str:
        """The words, with the place before them."""
        return f"{self.place}: {self.words}" if self.place else self.words


class Account(NamedTuple):
    """What follows from a correction: it is read before it is saved, whoever makes it, and wherever."""

    changes: tuple[Change, ...]
    """What else changes: names, the goal, rounds, who leads them, totals; without rounds after the match's end."""
    wrong: tuple[Doubt, ...]
    """What looks odd or breaks the rules then, and did not before."""
    end: str
    """Who wins where now, and which rounds come after it and can be taken out; empty for none."""
    heals: bool
    """Whether rules were broken before."""

    @property
    def needs_agreement(self) -> bool:
        """Whether a person is asked before it is saved."""
        return bool(self.wrong or (self.changes and not self.heals))


REMOVE_MARK = "-"
"""The text that takes an event out."""


class Correction(NamedTuple):
    """A match before and after a correction; nothing is saved."""

    before: OpenMatch
    after: OpenMatch

    @property
    def has_changes(self) -> bool:
        """Whether the correction changes the file."""
        return self.before.file.data != self.after.file.data

    @property
    def new_violations(self) -> list[Violation]:
        """The rules that the correction breaks and that were not broken before, whatever the players are called."""
        called = self._renaming.in_event
        known = [(each.round, each.code, called(each.text)) for each in self.before.report.violations]
        return [each for each in self.after.report.violations if (each.round, each.code, each.text) not in known]

    def new_warnings(self, number: int | None = None) -> list[MatchWarning]:
        """What looks odd and did not before; of the round of that number also what looked odd before."""
        known = self.before.report.warnings
        if self._renaming.has_changes:  # a warning may name players
            kinds = [each[:2] for each in known]
            return [each for each in self.after.report.warnings if each[:2] not in kinds]
        return [each for each in self.after.report.warnings if each.round == number or each not in known]

    @property
    def _renaming(self) -> Renaming:
        return Renaming(tuple(self.before.file.record.players), tuple(self.after.file.record.players))

    @property
    def rounds_after_end(self) -> list[int]:
        """The numbers of the rounds that come after the match's end since it is corrected; they can be taken out."""
        late = [each.round for each in self.new_violations if each.code == MATCH_OVER]
        return list(range(min(late), len(self.after.report.rounds) + 1)) if late else []

    def without_rounds_after_end(self) -> "Correction":
        """The correction with the rounds taken out that come after the match's end."""
        after = self.after
        for _ in self.rounds_after_end:
            after = preview(after, without_last_round(after.file))
        return Correction(self.before, after)

    def shortened(self) -> "Correction | None":
        """The correction without those rounds, where the match then keeps to the rules and is won; else None."""
        shorter = self.without_rounds_after_end() if self.rounds_after_end else None
        return shorter if shorter and shorter.after.report.ok and shorter.after.report.winner is not None else None

    def account(self, arrow: str, number: int | None = None) -> "Account":
        """What follows from the correction.

        number: the round that was corrected, of which also is told what looked odd before.
        """
        changes = find_changes(self.before.report, self.without_rounds_after_end().after.report, arrow)
        warnings, broken = self.new_warnings(number), self.new_violations
        wrong = [Doubt(warning_sentence(each)) for each in warnings]
        for each in broken:
            words = escape_text(each.message if each.topic else f"{each.message} [{each.rule}]")
            place = escape_text(violation_place_with_text(self._as_numbered(each)))
            wrong.append(Doubt(words, each.topic, place))
        return Account(tuple(changes), tuple(wrong), self.describe_end(), heals=bool(self.before.report.violations))

    def _as_numbered(self, violation: Violation) -> Violation:
        """The violation with the number that its event has now, before the correction; none for a new event."""
        rounds = [each.file.record.rounds[violation.round - 1 :][:1] for each in self]
        old, new = ((each[0].events or []) if each else [] for each in rounds)
        more = len(new) - len(old)
        if violation.event is None or not more:
            return violation
        first = next((at for at, (one, two) in enumerate(zip(old, new, strict=False), 1) if one != two), len(old) + 1)
        if violation.event == first and more > 0:
            return violation._replace(event=None)
        return violation if violation.event < first else violation._replace(event=violation.event - more)

    def describe_end(self) -> str:
        """Who wins where now, and which rounds come after it, in a sentence; empty where `shortened` gives nothing."""
        shorter, late = self.shortened(), self.rounds_after_end
        if shorter is None or shorter.after.report.winner is None:
            return ""
        won = victory(shorter.after.report, shorter.after.report.winner)
        return f"Then {won} after round {late[0] - 1}, before {name_rounds(late)}."

    def describe(self) -> str:
        """What is corrected, such as `round 2, event 7` or `the name Noah`."""
        return describe_difference(self.before.file.record, self.after.file.record)


def amend_event(
    match: OpenMatch, event: int, text: str, number: int | None = None, *, insert: bool = False
) -> Correction:
    """Change an event of a round. UsageError if there is no such event, NotationError if the text cannot be read.

    event: its number in the round, counted from 1.
    text: what it really was, like `Noah: 4r 4g`; `-` takes the event out.
    number: the number of the round; None for the last.
    insert: whether the text was left out before that event; the number after that of the last puts it behind them all.
    """
    played = find_round_of_event(match, event, number, insert=insert)
    place, table = event - 1, match.report.table
    old = [] if insert else (played.record.events or [])[place:event]
    if old and text.strip() == REMOVE_MARK:
        written = []
    else:
        parsed = _parse_event(played, place, text, table)
        written = old if old and _says(old[0], parsed, table) else [render_event(parsed, table)]
    after = preview(match, with_events(match.file, slice(place, place + len(old)), written, played.number - 1))
    return Correction(match, after)


def _parse_event(played: RoundReport, place: int, text: str, table: Table) -> Event:
    """The event that a text means at a place of the round; without a name it is by whose turn it is there."""
    states = played.states()
    try:
        with guard_rules(table.variant.id):
            return parse_line(text, states[place]) if place < len(states) else parse_event(text, table)
    except NotationError as error:
        raise refuse_unread(text, error, table) from None


def _says(text: str, event: Event, table: Table) -> bool:
    """Whether a text means just this event; a text that is to be corrected may be unreadable."""
    try:
        return parse_event(text, table) == event
    except NotationError:
        return False


def save_correction(correction: Correction) -> OpenMatch:
    """Save a correction so that undo takes it back; the match as it now is. Conflict if the match has changed.

    One that changes nothing is not saved: undo would take back nothing.
    """
    if not correction.has_changes:
        return correction.before
    with defer_signals():
        saved = save_match(correction.before, correction.after, correction=True)
        rename_in_drafts(correction.before, saved)
        return saved


def after_correction(
    correction: Correction, saved: OpenMatch | None, *, rounds: Iterable[int] = (), changes: Iterable[str] = ()
) -> AfterSaving:
    """What is told of a correction: beside what it has changed also what it breaks, and the totals before."""
    before = correction.before.report
    return after_saving(
        saved or correction.before,
        rounds=rounds,
        changes=changes,
        saved=int(saved is not None),
        corrected=correction.describe() if correction.has_changes else None,
        breaks=[each._asdict() for each in correction.new_violations],
        totals_before=None if before.totals is None else dict(zip(before.table.side_names, before.totals, strict=True)),
    )


def name_rounds(numbers: Sequence[int]) -> str:
    """Rounds by their numbers.

    >>> name_rounds([4]), name_rounds([4, 5, 6])
    ('round 4', 'rounds 4, 5 and 6')
    """
    return f"round {numbers[0]}" if len(numbers) == 1 else f"rounds {join_words(list(map(str, numbers)))}"


def describe_difference(old: MatchRecord, new: MatchRecord) -> str:
    """What differs between a match before and after a correction: names and such, and where the rounds do."""
    settings = _differing_settings(old, new)
    if settings and len(old.rounds) == len(new.rounds):  # the names stand in the rounds, too
        return join_words(settings)
    return join_words([*settings, _describe_rounds(old.rounds, new.rounds)])


def _differing_settings(old: MatchRecord, new: MatchRecord) -> list[str]:
    """What stands before the rounds and differs, each as a part of a sentence."""
    names = [escape_text(now) for was, now in zip(old.players, new.players, strict=False) if was != now]
    called = f"the name{'' if len(names) == 1 else 's'} {join_words(names)}" if names else ""
    renaming = Renaming(tuple(old.players), tuple(new.players))
    began = [renaming.exact(each or "") for each in (old.lead, old.dealer)] != [new.lead or "", new.dealer or ""]
    parts = {
        called: bool(names),
        "the names of the teams": old.teams != new.teams,
        "the goal": old.goal != new.goal,
        "who leads round 1": began,
        "the name of the match": old.title != new.title,
        "the event": old.event != new.event,
        "whether it counts in statistics": old.rated != new.rated,
    }
    return [part for part, differs in parts.items() if differs]


def _describe_rounds(old: Sequence[RoundRecord], new: Sequence[RoundRecord]) -> str:
    """Where the rounds differ: the first round that does, and its event if only one event differs.

    >>> one, two = RoundRecord(events=["Noah: 4r", "Isla: pass"]), RoundRecord(events=["Noah: 5r", "Isla: pass"])
    >>> _describe_rounds([one], [two]), _describe_rounds([one, one], [one])
    ('round 1, event 1', 'round 2')
    """
    pairs = list(zip(old, new, strict=False))
    number = next((at for at, (one, two) in enumerate(pairs, 1) if one != two), len(pairs) + 1)
    if number > len(pairs):
        return f"round {number}" if len(old) != len(new) else "what comes before the rounds"
    ours, theirs = pairs[number - 1]
    events = (ours.events or [], theirs.events or [])
    lengths = [len(each) for each in events]
    if ours.model_copy(update={"events": theirs.events}) != theirs or abs(lengths[0] - lengths[1]) > 1:
        return f"round {number}"
    differing = (at for at, (one, two) in enumerate(zip(*events, strict=False), 1) if one != two)
    return f"round {number}, event {next(differing, min(lengths) + 1)}"
