"""`haggis edit` without an editor: names, the goal, who began, the event, by options or asked for one by one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from types import MappingProxyType
from typing import NamedTuple

from haggis_cli.book.after_saving import after_saving
from haggis_cli.book.corrections.amending import Correction
from haggis_cli.book.corrections.editing import SettingsChange, correct_settings, save_settings, split_renaming
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.new_match import (
    RANDOM,
    NewMatchRequest,
    draws_lots,
    goal_field,
    make_goal,
    parse_beginner,
    parse_goal,
    parse_player_name,
)
from haggis_cli.cli.editor import find_editor
from haggis_cli.cli.options import Context, match_name
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.cli.terminal.prompts import can_ask, confirm, print_if_interrupted
from haggis_cli.cli.terminal.questionnaire import (
    KEYS_HELP,
    Question,
    QuestionFlow,
    Questionnaire,
    ask_questionnaire,
    parse_yes_no,
)
from haggis_cli.cli.views.corrections import (
    ask_about_correction,
    effect_sentences,
    print_effects,
    save_and_print,
)
from haggis_cli.cli.views.match_questions import question_of
from haggis_cli.matches.model import Goal
from haggis_cli.matches.notation import parse_seat
from haggis_cli.referee.seating import initial_standing
from haggis_cli.support.errors import RecordError, UsageError
from haggis_cli.support.interrupts import defer_signals


class SettingsWords(NamedTuple):
    """What is given on the command line, as it is typed; None or nothing for what is not given."""

    players: Sequence[str] = ()
    teams: Sequence[str] = ()
    points: int | None = None
    rounds: int | None = None
    round_wins: int | None = None
    lead: str | None = None
    dealer: str | None = None
    label: str | None = None
    rated: bool | None = None

    @property
    def are_given(self) -> bool:
        """Whether anything is given."""
        return any(word not in (None, (), []) for word in self)

    def to_change(self, match: OpenMatch) -> SettingsChange:
        """What that means in a match; UsageError or NotationError for what means nothing."""
        table = match.report.table
        return SettingsChange(
            [split_renaming(text, table.names, "--player") for text in self.players],
            [split_renaming(text, table.side_names, "--team") for text in self.teams],
            make_goal(self.points, self.rounds, self.round_wins),
            self.lead,
            self.dealer,
            self.label,
            self.rated,
        )


def change_settings(context: Context, match: str | None, words: SettingsWords) -> None:
    """Save what is given of a match, as a correction where it is one, and print what has come of it."""
    opened = context.open_match(match)
    change = words.to_change(opened)
    if not change.is_correction:
        _label(context, match, change)
        return
    correction = correct_settings(opened, change)
    save_and_print(context, correction, lambda: _ask_to_save(context, correction))


def _ask_to_save(context: Context, correction: Correction) -> Correction | None:
    """Show what changes, and ask whether to save it where somebody can answer; None if the answer is no."""
    if not correction.has_changes:
        return None
    printer = context.printer
    print_effects(printer, correction)
    warnings = correction.new_warnings()
    with print_if_interrupted(printer, "Nothing was changed."):
        if correction.new_violations or warnings:
            return ask_about_correction(context, correction, warnings)
        return correction if context.yes or not can_ask() or confirm(printer, "Save it?", default=True) else None


def _label(context: Context, match: str | None, change: SettingsChange) -> None:
    """Save to which event the match belongs and whether it counts, and print it."""
    with defer_signals(last=True), context.open_for_change(match) as opened:
        after = save_settings(opened, change)
        if context.json:
            context.print_saved(after_saving(after, saved=int(after is not opened)))
            return
        printer = context.printer
        old, new = opened.file.record, after.file.record
        if change.label is not None:
            _print_label(printer, _describe_event(after, old.event != new.event), is_saved=old.event != new.event)
        if change.rated is not None:
            _print_label(printer, _describe_rated(after, old.rated != new.rated), is_saved=old.rated != new.rated)


def _print_label(printer: Printer, sentence: str, *, is_saved: bool) -> None:
    if is_saved:
        printer.print_line(f"Saved: {sentence}")
    else:
        printer.print_message(f"Nothing was changed: {sentence}")


def _describe_event(after: OpenMatch, is_saved: bool) -> str:
    name, event = after.path.stem, after.file.record.event
    belongs = f"belongs to {event}" if event else "belongs to no event"
    return f"{name} {belongs} {'from now on' if is_saved else 'already'}."


def _describe_rated(after: OpenMatch, is_saved: bool) -> str:
    name, rated = after.path.stem, after.file.record.rated
    if is_saved:
        return f"{name} {'counts in statistics' if rated else 'counts in no statistics'} from now on."
    return f"{name} {'counts' if rated else 'does not count'} in statistics already."


_NAME_HELP = "A name of 1 to 40 characters, without a colon. It changes in every round and half round."


class _Wanted(NamedTuple):
    """What is to be changed after the answers so far: names by seat or by team, the goal, the seat of who begins."""

    players: Mapping[int, str] = MappingProxyType({})
    teams: Mapping[int, str] = MappingProxyType({})
    goal: Goal | None = None
    beginner: int | None = None

    def correct(self, match: OpenMatch) -> Correction:
        """The match before and after it; UsageError for what cannot be."""
        table = match.report.table
        players = [(table.names[seat], name) for seat, name in self.players.items()]
        teams = [(table.side_names[team], name) for team, name in self.teams.items()]
        change = SettingsChange(players, teams, self.goal)
        if self.beginner is not None:
            name = self.players.get(self.beginner, table.names[self.beginner])
            change = change._replace(dealer=name) if match.variant.has_dealer else change._replace(lead=name)
        return correct_settings(match, change)


def ask_and_save(context: Context, match: str | None) -> None:
    """Ask what is to be changed in a match, show it, and save it after a yes."""
    printer = context.printer
    try:
        opened = context.open_match(match)
    except RecordError as error:
        printer.print_error(str(error))
        find_editor(match, None)  # only an editor puts that right, and it says so
        raise
    printer.print_message(f"{match_name(opened)}: {opened.variant.name}. {KEYS_HELP}.")
    with print_if_interrupted(printer, "Nothing was changed."):
        correction, agreed = _ask(context._replace(yes=False), opened)  # whoever is asked anyway has the last word
    save_and_print(context, correction, lambda: agreed)


def _ask(context: Context, match: OpenMatch) -> tuple[Correction, Correction | None]:
    """What is changed, and what of it is to be saved; None for nothing."""
    printer = context.printer
    talk = Questionnaire(lambda: _questions(printer, match))
    correction, is_agreed = ask_questionnaire(printer, talk)
    if not _looks_wrong(correction):
        return correction, correction if is_agreed else None
    print_effects(printer, correction)
    warnings = correction.new_warnings()
    return correction, ask_about_correction(context, correction, warnings)


def _looks_wrong(correction: Correction) -> bool:
    return bool(correction.new_violations or correction.new_warnings())


def _questions(printer: Printer, match: OpenMatch) -> QuestionFlow[tuple[Correction, bool]]:
    """Ask what is to be changed until that is all; the correction, and whether it is agreed to.

    One that changes nothing is not, nor is one with which something looks wrong: that is told, and asked, after it.
    """
    wanted = _Wanted()
    for number in count(1):
        shown = wanted.correct(match).after
        place = yield _place_question(shown, number)
        if place is None:
            break
        wanted = yield from _change(match, shown, wanted, place, number)
    correction = wanted.correct(match)
    if not correction.has_changes or _looks_wrong(correction):
        return correction, False
    effects = tuple(effect_sentences(printer, correction))
    agreed = yield Question(
        "Save it", parse_yes_no, "y saves what is shown, 'haggis undo' takes it back.", "yes", effects
    )
    return correction, agreed


def _place_question(shown: OpenMatch, number: int) -> Question:
    """Ask what is to be changed, by its place in a list; None for nothing more."""
    table, report = shown.report.table, shown.report
    teams = table.side_names if table.variant.teams else ()
    words = [*table.names, *teams, "goal", "deals" if table.variant.has_dealer else "leads"]
    lines = [*table.names, *(f"{team} (team)" for team in teams)]
    lines += [f"goal: {report.goal}", f"{words[-1]} round 1: {table.names[_beginner(shown)]}"]

    def parse(text: str) -> int | None:
        if not text and number > 1:
            return None
        return _find_place(text, words)

    first = number == 1
    return Question(
        "What is wrong" if first else "What else is wrong, Enter if that is all",
        parse,
        "A number of the list, or the beginning of a name. Rounds are put right with 'haggis score --round N' and "
        "'haggis record --round N', everything else in an editor: set EDITOR.",
        introduction=tuple(f"  {at}  {line}" for at, line in enumerate(lines, 1)),
        key=("place", number),
    )


def _find_place(text: str, words: Sequence[str]) -> int:
    """The place of a word that is typed as its number, counted from 1, or as a beginning that fits no other."""
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(words):
        return int(text) - 1
    typed, folded = text.casefold(), [word.casefold() for word in words]
    fits = [at for at, word in enumerate(folded) if typed and word.startswith(typed)]
    fits = [at for at in fits if folded[at] == typed] or fits
    if len(fits) > 1:
        several = " or ".join(f"{words[at]} ({at + 1})" for at in fits)
        raise UsageError(f"'{text}' can be {several}: type the number")
    if not fits:
        raise UsageError(f"type a number from 1 to {len(words)}, or the beginning of a name")
    return fits[0]


def _change(match: OpenMatch, shown: OpenMatch, wanted: _Wanted, place: int, number: int) -> QuestionFlow[_Wanted]:
    """Ask how it is right; what is wanted then.

    shown: the match as it is wanted so far.
    """
    table = shown.report.table
    teams = table.side_names if table.variant.teams else ()
    team = place - len(table.names)
    if team < 0:
        wanted = yield from _player_questions(match, shown, wanted, place, number)
    elif team < len(teams):
        wanted = yield _name_question(
            teams[team], number, lambda name: _checked(match, wanted._replace(teams={**wanted.teams, team: name}))
        )
    elif team == len(teams):
        field = goal_field(NewMatchRequest(goal=shown.report.goal), match.variant)

        def read_goal(text: str) -> Goal | None:
            return make_goal(*parse_goal(text, match.variant))

        question = replace(question_of(field), parse=read_goal, default=field.given, key=("goal", number), spell=str)
        wanted = wanted._replace(goal=(yield question))
    else:
        wanted = yield _beginner_question(match, shown, wanted, number)
    return wanted


def _player_questions(
    match: OpenMatch, shown: OpenMatch, wanted: _Wanted, seat: int, number: int
) -> QuestionFlow[_Wanted]:
    """Ask for the name of a player; where somebody else has it, whether the two change places."""
    names = shown.report.table.names

    def parse(name: str) -> int | _Wanted:
        other = next((at for at, each in enumerate(names) if each.casefold() == name.casefold()), seat)
        return other if other != seat else _checked(match, wanted._replace(players={**wanted.players, seat: name}))

    answer = yield _name_question(names[seat], number, parse)
    if isinstance(answer, _Wanted):
        return answer
    swapped = wanted._replace(players={**wanted.players, seat: names[answer], answer: names[seat]})
    text = f"{names[answer]} plays, too. Do the two change places"
    help_text = "y gives each of them the seat, and all the figures, of the other."
    return swapped if (yield Question(text, parse_yes_no, help_text, "no", key=("swap", number))) else wanted


def _name_question(name: str, number: int, parse: Callable[[str], object]) -> Question:
    def read(text: str) -> object:
        return parse(parse_player_name(text))

    return Question(f"{name} is really called", read, _NAME_HELP, key=("name", number))


def _beginner_question(match: OpenMatch, shown: OpenMatch, wanted: _Wanted, number: int) -> Question:
    """Ask who leads round 1, or deals it where there is a dealer."""
    names = shown.report.table.names
    begun = bool(match.file.record.rounds)
    verbs = ("dealt", "deals") if match.variant.has_dealer else ("led", "leads")

    def parse(text: str) -> _Wanted:
        drawn = not begun and draws_lots(text, names)
        seat = names.index(parse_beginner(text, names)) if drawn else parse_seat(text, names)
        return _checked(match, wanted._replace(beginner=seat))

    lots = "" if begun else f"; '{RANDOM}' draws lots"
    help_text = f"A name, its beginning, or the seat, counted clockwise from 1{lots}."
    text = f"Who {verbs[0] if begun else verbs[1]} round 1"
    return Question(text, parse, help_text, names[_beginner(shown)], key=("beginner", number))


def _beginner(match: OpenMatch) -> int:
    """The seat of the player who deals round 1 where there is a dealer, else who leads it."""
    standing = initial_standing(match.report.table, match.file.record)
    return standing.leader if not match.variant.has_dealer else match.report.table.left(standing.leader, -1)


def _checked(match: OpenMatch, wanted: _Wanted) -> _Wanted:
    """What is wanted; UsageError where it cannot be."""
    wanted.correct(match)
    return wanted
