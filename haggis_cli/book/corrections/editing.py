"""What stands in a match file, put right: its text in an editor, and the names, the goal and who began by options."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from haggis_cli.book.corrections.amending import Correction, save_correction
from haggis_cli.book.match import (
    OpenMatch,
    ReportCheck,
    adjudicate_snapshot,
    check_no_copy,
    command_word,
    find_round,
    preview,
    read_match,
    save_match,
)
from haggis_cli.book.new_match import NewMatchRequest, draws_lots, parse_label, parse_player_name
from haggis_cli.book.starting import find_beginners
from haggis_cli.book.typed_round import round_violations
from haggis_cli.matches.model import Goal, TableRecord
from haggis_cli.matches.names import find_name_fault, find_repeated_name
from haggis_cli.matches.notation import parse_name
from haggis_cli.matches.store.files import Snapshot, home_folder
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.changes import (
    round_block,
    with_goal,
    with_label,
    with_name,
    with_players,
    with_rated_flag,
    with_round_block,
    with_teams,
)
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.matches.toml.parsing import encode_utf8, parse_toml
from haggis_cli.referee.adjudication import typed_outcome
from haggis_cli.referee.sentences import message_with_rule
from haggis_cli.rules.scores import Outcome
from haggis_cli.support.errors import HaggisError, NotationError, RulesError, UsageError
from haggis_cli.support.escaping import escape_text


class Edit(ABC):
    """A text that a person edits.

    name: a file name for the editor.
    data: the text before it is edited.
    number: the number of the round that is edited; None for the whole file.
    """

    def __init__(self, name: str, data: bytes, number: int | None = None) -> None:
        self.name = name
        self.data = data
        self.number = number

    @abstractmethod
    def parse(self, data: bytes) -> OpenMatch:
        """The match with the edited text, not saved. HaggisError if it cannot be read."""

    @abstractmethod
    def check_figures(self, after: OpenMatch) -> None:
        """RulesError for typed-in figures that were edited to what cannot have happened."""

    @abstractmethod
    def correction(self, after: OpenMatch) -> Correction | None:
        """The edit as a correction, whose warnings and violations a person must agree to; None if nothing is asked."""

    @abstractmethod
    def save(self, after: OpenMatch) -> OpenMatch:
        """Save an edited match; the match as it now is. Conflict if somebody else has changed it."""

    @abstractmethod
    def load_current(self) -> OpenMatch:
        """The match as it is while nothing is saved."""


class MatchEdit(Edit):
    """A whole match file, which need not even be readable.

    What breaks the rules is saved without a question, but for typed-in figures that are edited to what cannot be.

    The arguments are those of `open_match`.
    """

    def __init__(self, match: str | None, home: str | None, check_report: ReportCheck | None = None) -> None:
        self._store = Store(home_folder(home))
        self._snapshot = self._store.read(self._store.find(match))
        self._check_report = check_report
        super().__init__(self._snapshot.path.name, self._snapshot.data)

    def parse(self, data: bytes) -> OpenMatch:
        """The match that the file describes now."""
        return adjudicate_snapshot(self._store, Snapshot(self._snapshot.path, data), self._check_report)

    def check_figures(self, after: OpenMatch) -> None:
        """RulesError as for every edit; nothing is refused where the file could not be read before."""
        try:
            before = adjudicate_snapshot(self._store, self._snapshot)
        except HaggisError:
            return
        _check_changed_figures(before, after)

    def correction(self, after: OpenMatch) -> Correction | None:
        """None: whoever edits the whole file is asked nothing."""
        return None

    def save(self, after: OpenMatch) -> OpenMatch:
        """Save the file."""
        saved = self._store.save(self._snapshot, after.file.data)
        return after._replace(snapshot=saved, notices=(saved.notice,) if saved.notice else ())

    def load_current(self) -> OpenMatch:
        """The match in the file."""
        return read_match(self._store, self._snapshot.path, self._check_report)


class RoundEdit(Edit):
    """One round of a match, edited as a correction: undo takes it back. UsageError if there is no such round."""

    def __init__(self, match: OpenMatch, number: int) -> None:
        find_round(match.report, number)
        self._match = match
        self._place = number - 1
        block = round_block(match.file, self._place)
        super().__init__(f"{match.path.stem}-round-{number}.toml", encode_utf8(block), number)

    def parse(self, data: bytes) -> OpenMatch:
        """The match with the edited round."""
        text, _ = parse_toml(data, self.name)
        return preview(self._match, with_round_block(self._match.file, self._place, text))

    def check_figures(self, after: OpenMatch) -> None:
        """RulesError as for every edit."""
        _check_changed_figures(self._match, after)

    def correction(self, after: OpenMatch) -> Correction:
        """The match before and after."""
        return Correction(self._match, after)

    def save(self, after: OpenMatch) -> OpenMatch:
        """Save the round."""
        return save_correction(self.correction(after))

    def load_current(self) -> OpenMatch:
        """The match as it was opened."""
        return self._match


# In a file that exists already, figures that cannot have happened are only told of: it stays readable, and whatever
# else is edited in it is saved. Whoever types such figures in is refused, in an editor as by `haggis score`.


def _check_changed_figures(before: OpenMatch, after: OpenMatch) -> None:
    """RulesError where the figures of a typed-in round are others than before and cannot be, a line for each rule."""
    refusals = [
        f"not saved: round {number}: {message_with_rule(each.message, each.rule)}"
        for number in _changed_rounds(before, after)
        for each in round_violations(after, number)
    ]
    if refusals:
        raise RulesError(*refusals)


def _changed_rounds(before: OpenMatch, after: OpenMatch) -> Iterator[int]:
    """The numbers of the typed-in rounds whose figures stood nowhere before, neither by name nor by seat."""
    tables = [each.table for each in before.file.record.rounds if each.table is not None]
    outcomes = [_outcome(before, table) for table in tables]
    for number, played in enumerate(after.file.record.rounds, 1):
        if played.table is None or played.table in tables:
            continue
        outcome = _outcome(after, played.table)
        if outcome is None or outcome not in outcomes:
            yield number


def _outcome(match: OpenMatch, record: TableRecord) -> Outcome | None:
    """What counts of a typed-in round; None if its names are no players'."""
    try:
        return typed_outcome(record, match.report.table)
    except NotationError:
        return None


# What stands before the rounds: names, the goal, who began; its event, and whether it counts.
#
#     change = SettingsChange(players=[("Noha", "Noah")], goal=Goal(points=350))
#     correction = correct_settings(match, change)
#     print(correction.describe())  # the name Noah and the goal
#     match = save_correction(correction)
#
# The event and whether a match counts say nothing of what happened at the table: alone they are no correction, and undo
# goes on about the rounds.

Renamings = Sequence[tuple[str, str]]
"""Names, or beginnings of them, each with the name in its place."""


class SettingsChange(NamedTuple):
    """What is to be put right; what is left out stays as it is."""

    players: Renamings = ()
    """Players under other names; two may change places."""
    teams: Renamings = ()
    """Teams under other names."""
    goal: Goal | None = None
    """Another goal."""
    lead: str | None = None
    """Who led round 1, by the name after the change; `random` draws lots before it has begun."""
    dealer: str | None = None
    """Who dealt round 1, where the variant has a dealer."""
    label: str | None = None
    """The event that the match belongs to; empty for none."""
    rated: bool | None = None
    """Whether the match counts in statistics."""

    @property
    def is_correction(self) -> bool:
        """Whether anything is put right that counts at the table."""
        return bool(self.players or self.teams or self.goal or self.lead is not None or self.dealer is not None)


def correct_settings(match: OpenMatch, change: SettingsChange) -> Correction:
    """The match before and after a change; nothing is saved. UsageError or NotationError for what cannot be."""
    check_no_copy(match)
    file = match.file  # with more and more of the change; each part knows the match before all of it, too
    for edit in (_rename_players, _rename_teams, _change_goal, _change_beginner, _change_label, _change_rated):
        text = edit(match, file, change)
        if text != file.text:
            file = MatchFile(encode_utf8(text, like=file.data), file.source)
    return Correction(match, preview(match, file.text))


def save_settings(match: OpenMatch, change: SettingsChange) -> OpenMatch:
    """Save a change that is no correction; the match as it now is, or `match` itself if nothing changes."""
    correction = correct_settings(match, change)
    return save_match(match, correction.after) if correction.has_changes else match


def rename_all(renamings: Iterable[tuple[str, str]], names: Sequence[str]) -> list[str]:
    """The names after renamings, each the name before and the name then: all at once, so that two may change places.

    Of the name before an unambiguous beginning will do. NotationError if nobody, or several, may be meant by it;
    UsageError for what cannot be a name, or would stand twice.
    """
    renamed: dict[int, str] = {}
    for old, new in renamings:
        place, name = parse_name(old, names), parse_player_name(new)
        if renamed.setdefault(place, name) != name:
            several = f"{escape_text(renamed[place])} and {escape_text(name)}"
            raise UsageError(f"{names[place]} cannot be called both {several}")
    after = [renamed.get(place, name) for place, name in enumerate(names)]
    repeated = find_repeated_name(after)
    if repeated is not None:
        raise UsageError(f"two cannot both be called {repeated}: every name must be different")
    return after


def split_renaming(text: str, names: Sequence[str], option: str) -> tuple[str, str]:
    """The name before and the name after, of a renaming such as `Noha=Noah`; UsageError for what is none.

    A name may hold `=`, too: the one that parts the two stands behind a whole name rather than behind a beginning, and
    between blanks rather than between letters.

    option: the option that it stands behind.
    """
    splits = [(text[:at], text[at + 1 :]) for at, sign in enumerate(text) if sign == "="]
    if not splits:
        raise UsageError(f"{option} needs OLD=NEW, like '{names[0]}=Nell', not '{text}'")
    meant = [split for split in splits if _is_meant(split[0], names)]
    whole = [split for split in meant if find_repeated_name([*names, split[0].strip()])] or meant
    apart = [(old, new) for old, new in whole if old.endswith(" ") and new.startswith(" ")] or whole
    if len(apart) > 1:
        ways = " or ".join(f"'{escape_text(old.strip())}' is called '{escape_text(new.strip())}'" for old, new in apart)
        raise UsageError(f"'{text}' can mean that {ways}: put blanks around the '=' between the two names")
    return apart[0] if apart else splits[0]


def _is_meant(text: str, names: Sequence[str]) -> bool:
    try:
        parse_name(text, names)
    except NotationError:
        return False
    return True


# Each part of a change gives the text of the file with it.


def _rename_players(match: OpenMatch, file: MatchFile, change: SettingsChange) -> str:
    return with_players(file, rename_all(change.players, file.record.players)) if change.players else file.text


def _rename_teams(match: OpenMatch, file: MatchFile, change: SettingsChange) -> str:
    """The text with other names of teams; one that goes by its players' names goes by their names still."""
    table = match.report.table
    if not table.variant.teams:
        if change.teams:
            raise UsageError(f"{table.variant.name} has no teams")
        return file.text
    before, now = (_usual_names(match, names) for names in (table.names, file.record.players))
    kept = [
        usual if name == former and find_name_fault(usual) is None else name
        for name, former, usual in zip(table.side_names, before, now, strict=True)
    ]
    if not change.teams:
        return with_teams(file, kept) if file.record.teams else file.text
    renamed = rename_all(change.teams, table.side_names)
    names = [new if new != old else name for new, old, name in zip(renamed, table.side_names, kept, strict=True)]
    if names == now:
        return with_teams(file, ())
    for name in names:
        if find_name_fault(name):
            raise UsageError(f"'{name}' is too long to stand beside the name of a team: name both teams")
    return with_teams(file, names)


def _usual_names(match: OpenMatch, players: Sequence[str]) -> list[str]:
    """What the teams are called that have no name of their own."""
    return [" & ".join(players[seat] for seat in team) for team in match.report.table.variant.teams]


def _change_goal(match: OpenMatch, file: MatchFile, change: SettingsChange) -> str:
    return with_goal(file, change.goal) if change.goal and change.goal != file.record.goal else file.text


def _change_beginner(match: OpenMatch, file: MatchFile, change: SettingsChange) -> str:
    """The text with who leads round 1, and with the dealer to the right where the file names one."""
    record = file.record
    players, lead, dealer = record.players, change.lead, change.dealer
    if lead is None and dealer is None:
        return file.text
    if record.rounds and (draws_lots(lead, players) or draws_lots(dealer, players)):
        undo = f"'haggis undo{command_word(match)}' takes it back"
        raise UsageError(f"round 1 has begun: lots are drawn before it ({undo})")
    variant = match.variant
    if dealer is not None and not variant.has_dealer:
        raise UsageError(f"{variant.name} has no dealer apart from the lead player: say who leads instead")
    lead, dealer = find_beginners(NewMatchRequest(players=players, lead=lead, dealer=dealer), variant)
    if lead is None:
        assert dealer is not None
        lead = players[(players.index(dealer) + 1) % len(players)]
    values = {"lead": lead, "dealer": players[players.index(lead) - 1]}
    named = [key for key in values if getattr(record, key) is not None]
    if not named and lead != players[0]:  # who leads where the file does not say
        named = ["lead"]
    for key in named:
        if getattr(record, key) != values[key]:
            file = MatchFile(encode_utf8(with_name(file, key, values[key]), like=file.data), file.source)
    return file.text


def _change_label(match: OpenMatch, file: MatchFile, change: SettingsChange) -> str:
    if change.label is None:
        return file.text
    wanted = parse_label(change.label) if change.label.strip() else None
    return with_label(file, wanted) if wanted != file.record.event else file.text


def _change_rated(match: OpenMatch, file: MatchFile, change: SettingsChange) -> str:
    same = change.rated is None or change.rated is file.record.rated
    return file.text if same else with_rated_flag(file, bool(change.rated))
