"""What stands in a match file, put right: its text in an editor, and the names, the goal and who began by options."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
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
    save_match,
)
from haggis_cli.book.new_match import NewMatchRequest, draws_lots, parse_label, parse_player_name, parse_title
from haggis_cli.book.scoring import round_violations
from haggis_cli.book.starting import find_beginners
from haggis_cli.matches.heading import find_name_fault, find_repeated_name
from haggis_cli.matches.model import GoalRecord, TableRecord
from haggis_cli.matches.notation import find_name, parse_name
from haggis_cli.matches.store.files import Snapshot, home_folder
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml import changes
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.matches.toml.parsing import encode_utf8, parse_toml
from haggis_cli.referee.adjudication import typed_outcome
from haggis_cli.referee.seating import find_told_in
from haggis_cli.referee.sentences import message_with_rule
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Outcome, name_sides
from haggis_cli.support.errors import HaggisError, NotationError, RulesError, UsageError


class Edit(NamedTuple):
    """A text of a match that a person edits: the whole file, which need not even be readable, or one round."""

    name: str
    """A file name for the editor."""
    data: bytes
    number: int | None
    """The number of the round, whose edit is a correction: undo takes it back; None for the whole file."""
    before: OpenMatch | None
    """The match as it is; None if it cannot be read."""
    read: Callable[[bytes], OpenMatch]
    """Gives the match with the edited text, not saved; HaggisError if it cannot be read."""
    save: Callable[[OpenMatch], OpenMatch]
    """Saves an edited match; the match as it now is. Conflict if somebody else has changed it."""

    def parse(self, data: bytes) -> OpenMatch:
        """The match with the edited text, not saved.

        HaggisError if it cannot be read, RulesError for typed-in figures that were edited to what cannot have happened.
        """
        after = self.read(data)
        if self.before:
            _check_changed_figures(self.before, after)
        return after

    def correction(self, after: OpenMatch) -> Correction | None:
        """The edit as a correction that a person must agree to; None for the whole file: there nothing is asked."""
        return Correction(self.before, after) if self.before and self.number is not None else None


def edit_match(match: str | None, home: str | None, check_report: ReportCheck | None = None) -> Edit:
    """The whole file of a match, saved without a question whatever it breaks; the arguments are of `open_match`."""
    store = Store(home_folder(home))
    snapshot = store.read(store.find(match))
    before = None
    with suppress(HaggisError):  # nothing is refused where the file could not be read before
        before = adjudicate_snapshot(store, snapshot)

    def read(data: bytes) -> OpenMatch:
        return adjudicate_snapshot(store, Snapshot(snapshot.path, data), check_report)

    def save(after: OpenMatch) -> OpenMatch:
        return after._replace(snapshot=store.save(snapshot, after.file.data))

    return Edit(snapshot.path.name, snapshot.data, None, before, read, save)


def edit_round(match: OpenMatch, number: int) -> Edit:
    """One round of a match. UsageError if there is no such round."""
    find_round(match.report, number)
    name = f"{match.path.stem}-round-{number}.toml"
    block = encode_utf8(changes.round_block(match.file, number - 1))

    def read(data: bytes) -> OpenMatch:
        text, _ = parse_toml(data, name)
        return preview(match, changes.with_round_block(match.file, number - 1, text))

    return Edit(name, block, number, match, read, lambda after: save_correction(Correction(match, after)))


# In a file that exists already, figures that cannot have happened are only told of: it stays readable, and whatever
# else is edited in it is saved. Whoever types such figures in is refused, in an editor as by `haggis score`.


def _check_changed_figures(before: OpenMatch, after: OpenMatch) -> None:
    """RulesError where the figures of a typed-in round are others than before and cannot be, a line for each rule."""
    refused = [each for number in _changed_rounds(before, after) for each in round_violations(after, number)]
    if refused:
        text = (f"not saved: round {each.round}: {message_with_rule(each.message, each.rule)}" for each in refused)
        raise RulesError(*text, told_in=find_told_in(after.report.table, refused[0].topic))


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

Renamings = Sequence[str | tuple[str, str]]
"""Names, or beginnings of them, each with the name in its place; or as people type it, such as `Noha=Noah`."""


class SettingsChange(NamedTuple):
    """What is to be put right; what is left out stays as it is."""

    players: Renamings = ()
    """Players under other names; two may change places."""
    teams: Renamings = ()
    goal: Goal = Goal()
    lead: str | None = None
    """Who led round 1, by the name after the change; `random` draws lots before it has begun."""
    dealer: str | None = None
    """Who dealt round 1, where the variant has a dealer."""
    title: str | None = None
    """What the match is called; empty for the players and the day, or its id if somebody chose that."""
    label: str | None = None
    """The event that the match belongs to; empty for none."""
    rated: bool | None = None

    @property
    def is_correction(self) -> bool:
        """Whether anything is put right that counts at the table."""
        return self._replace(title=None, label=None, rated=None) != SettingsChange()


def correct_settings(match: OpenMatch, change: SettingsChange) -> Correction:
    """The match before and after a change; nothing is saved. UsageError or NotationError for what cannot be."""
    check_no_copy(match)
    file = match.file  # with more and more of the change; each part knows the match before all of it, too
    for edit in (_rename_players, _rename_teams, _change_beginner, _change_others):
        file = _with_text(file, edit(match, file, change))
    return Correction(match, preview(match, file.text))


def _with_text(file: MatchFile, text: str) -> MatchFile:
    return file if text == file.text else MatchFile(encode_utf8(text, like=file.data), file.source)


def save_settings(match: OpenMatch, change: SettingsChange) -> OpenMatch:
    """Save a change that is no correction; the match as it now is, or `match` itself if nothing changes."""
    correction = correct_settings(match, change)
    return save_match(match, correction.after) if correction.has_changes else match


def _rename_all(renamings: Renamings, names: Sequence[str], option: str) -> list[str]:
    """The names after renamings: all at once, so that two may change places.

    Of the name before an unambiguous beginning will do. NotationError if nobody, or several, may be meant by it;
    UsageError for what cannot be a name, or would stand twice.

    option: the option that texts such as `Noha=Noah` stand behind.
    """
    renamed: dict[int, str] = {}
    for each in renamings:
        old, new = _split_renaming(each, names, option) if isinstance(each, str) else each
        place, name = parse_name(old, names), parse_player_name(new)
        if renamed.setdefault(place, name) != name:
            several = f"{renamed[place]} and {name}"
            raise UsageError(f"{names[place]} cannot be called both {several}")
    after = [renamed.get(place, name) for place, name in enumerate(names)]
    repeated = find_repeated_name(after)
    if repeated is not None:
        raise UsageError(f"two cannot both be called {repeated}: every name must be different")
    return after


def _split_renaming(text: str, names: Sequence[str], option: str) -> tuple[str, str]:
    """The name before and the name after, of a renaming such as `Noha=Noah`; UsageError for what is none.

    A name may hold `=`, too: the one that parts the two stands behind a whole name rather than behind a beginning, and
    between blanks rather than between letters.
    """
    splits = [(text[:at], text[at + 1 :]) for at, sign in enumerate(text) if sign == "="]
    if not splits:
        raise UsageError(f"{option} needs OLD=NEW, like '{names[0]}=Nell', not '{text}'")
    meant = [split for split in splits if find_name(split[0], names) is not None]
    whole = [split for split in meant if find_repeated_name([*names, split[0].strip()])] or meant
    apart = [(old, new) for old, new in whole if old.endswith(" ") and new.startswith(" ")] or whole
    if len(apart) > 1:
        ways = " or ".join(f"'{old.strip()}' is called '{new.strip()}'" for old, new in apart)
        raise UsageError(f"'{text}' can mean that {ways}: put spaces around the '=' between the two names")
    return apart[0] if apart else splits[0]


# Each part of a change gives the text of the file with it.


def _rename_players(match: OpenMatch, file: MatchFile, change: SettingsChange) -> str:
    if not change.players:
        return file.text
    return changes.with_players(file, _rename_all(change.players, file.record.players, "--player"))


def _rename_teams(match: OpenMatch, file: MatchFile, change: SettingsChange) -> str:
    """The text with other names of teams; one that goes by its players' names goes by their names still."""
    table = match.report.table
    if not table.variant.teams:
        if change.teams:
            raise UsageError(f"{table.variant.name} has no teams")
        return file.text
    before, now = (list(name_sides(table.variant.teams, names)) for names in (table.names, file.record.players))
    kept = [
        usual if name == former and find_name_fault(usual) is None else name
        for name, former, usual in zip(table.side_names, before, now, strict=True)
    ]
    if not change.teams:
        return changes.with_teams(file, kept) if file.record.teams else file.text
    renamed = _rename_all(change.teams, table.side_names, "--team")
    names = [new if new != old else name for new, old, name in zip(renamed, table.side_names, kept, strict=True)]
    if names == now:
        return changes.with_teams(file, ())
    for name in names:
        if find_name_fault(name):
            raise UsageError(f"'{name}' is too long for the name of a team: name both teams")
    return changes.with_teams(file, names)


def _change_beginner(match: OpenMatch, file: MatchFile, change: SettingsChange) -> str:
    """The text with who leads round 1, and with the dealer to the right where the file names one."""
    record = file.record
    players, lead, dealer = record.players, change.lead, change.dealer
    if lead is None and dealer is None:
        return file.text
    if record.rounds and (draws_lots(lead, players) or draws_lots(dealer, players)):
        undo = f" ('haggis undo{command_word(match)}' takes it back)"
        raise UsageError("round 1 has begun: lots can only be drawn before it", advice=undo)
    variant = match.variant
    if dealer is not None and not variant.has_dealer:
        raise UsageError(f"{variant.name} has no dealer apart from the lead player: name the leader instead")
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
            file = _with_text(file, changes.with_key(file, key, values[key]))
    return file.text


def _change_others(match: OpenMatch, file: MatchFile, change: SettingsChange) -> str:
    """The text with the goal, the name, the event, and whether the match counts."""
    old = file.record
    goal = GoalRecord(**change.goal._asdict()) if any(change.goal) else old.goal
    if goal != old.goal:
        file = _with_text(file, changes.with_goal(file, goal))
    if change.title is not None:
        title = parse_title(change.title) if change.title.strip() else None
        if title != old.title:
            file = _with_text(file, changes.with_key(file, "title", title, below=("id",)))
    if change.label is not None:
        label = parse_label(change.label) if change.label.strip() else None
        file = _with_text(file, changes.with_key(file, "event", label)) if label != old.event else file
    if change.rated is not None and change.rated is not old.rated:
        file = _with_text(file, changes.with_key(file, "rated", change.rated))
    return file.text
