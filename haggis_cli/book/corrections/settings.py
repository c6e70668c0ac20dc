"""What stands before the rounds of a match, put right: names, the goal, who began; its event, and whether it counts.

    change = SettingsChange(players=[("Noha", "Noah")], goal=Goal(points=350))
    correction = correct_settings(match, change)
    print(correction.describe())  # the name Noah and the goal
    match = save_correction(correction)

The event and whether a match counts say nothing of what happened at the table: alone they are no correction, and undo
goes on about the rounds.
"""

from collections.abc import Sequence
from typing import NamedTuple

from haggis_cli.book.corrections.amending import Correction
from haggis_cli.book.match import OpenMatch, check_no_copy, command_word, preview, save_match
from haggis_cli.book.match_settings import draws_lots, parse_label, rename_all
from haggis_cli.book.new_match import NewMatchRequest, find_beginners
from haggis_cli.matches.model import Goal
from haggis_cli.matches.names import find_name_fault
from haggis_cli.matches.toml.changes import (
    with_goal,
    with_label,
    with_name,
    with_players,
    with_rated_flag,
    with_teams,
)
from haggis_cli.matches.toml.guard import encode_utf8
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text

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
            raise UsageError(f"'{escape_text(name)}' is too long to stand beside the name of a team: name both teams")
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
