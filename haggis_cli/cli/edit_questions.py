"""`haggis edit` without an editor: names, the goal, who began, the event, by options or asked for one by one."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import count

from haggis_cli.book import new_match
from haggis_cli.book.corrections.amending import Correction
from haggis_cli.book.corrections.editing import SettingsChange, correct_settings, save_settings
from haggis_cli.book.match import OpenMatch, after_saving
from haggis_cli.cli.editor import find_editor
from haggis_cli.cli.options import Context, match_name
from haggis_cli.cli.terminal.prompts import print_if_interrupted
from haggis_cli.cli.terminal.questionnaire import (
    KEYS_HELP,
    Question,
    QuestionFlow,
    Questionnaire,
    ask_questionnaire,
    parse_yes_no,
)
from haggis_cli.cli.views.corrections import agree, agree_and_save, save_and_print
from haggis_cli.cli.views.match_questions import question_of
from haggis_cli.matches.notation import parse_seat
from haggis_cli.referee.seating import initial_standing
from haggis_cli.support.errors import RecordError, UsageError
from haggis_cli.support.interrupts import defer_signals
from haggis_cli.support.text import glyphs_for


def change_settings(context: Context, match: str | None, change: SettingsChange) -> None:
    """Save what is given of a match, as a correction where it is one, and print what has come of it."""
    if change.is_correction:
        agree_and_save(context, correct_settings(context.open_match(match), change), asks=True)
        return
    with defer_signals(last=True), context.open_for_change(match) as opened:
        after = save_settings(opened, change)
        if context.json:
            context.print_saved(after_saving(after, saved=int(after is not opened)))
            return
        context.print_notices(after)
        old, new, told = opened.file.record, after.file.record, []
        if change.title is not None:
            told.append((old.title != new.title, f"is called {new.title}" if new.title else "has no name of its own"))
        if change.label is not None:
            told.append((old.event != new.event, f"belongs to {new.event or 'no event'}"))
        if change.rated is not None:
            told.append((old.rated != new.rated, f"counts in {'statistics' if new.rated else 'no statistics'}"))
        for is_saved, what in told:
            if is_saved:
                context.printer.print_line(f"Saved: {after.path.stem} {what} from now on.")
            else:
                context.printer.print_message(f"Nothing was changed: {after.path.stem} already {what}.")


_NAME_HELP = "A name of 1 to 40 characters, without a colon. It changes in every round, half-entered ones too."


def ask_and_save(context: Context, match: str | None) -> None:
    """Ask what is to be changed in a match, show it, and save it after a yes."""
    printer = context.printer
    try:
        opened = context.open_match(match)
    except RecordError as error:
        printer.print_error(error)
        find_editor(match, None)  # only an editor puts that right, and it says so
        raise
    printer.print_message(f"{match_name(opened)}: {opened.variant.name}. {KEYS_HELP}.")
    with print_if_interrupted(printer, "Nothing was changed."):
        correction, agreed = _ask(context._replace(yes=False), opened)  # whoever is asked anyway has the last word
    save_and_print(context, correction, agreed)


def _ask(context: Context, match: OpenMatch) -> tuple[Correction, Correction | None]:
    """What is changed, and what of it is to be saved; None for nothing."""
    arrow = glyphs_for(context.printer.err.encoding).arrow
    correction, is_agreed = ask_questionnaire(context.printer, Questionnaire(lambda: _questions(match, arrow)))
    if correction.account(arrow).wrong:
        return correction, agree(context, correction)
    return correction, correction if is_agreed else None


def _questions(match: OpenMatch, arrow: str) -> QuestionFlow[tuple[Correction, bool]]:
    """Ask what is to be changed until that is all; the correction, and whether it is agreed to.

    One that changes nothing is not, nor is one with which something looks wrong: that is told, and asked, after it.
    """
    shown = correct_settings(match, SettingsChange()).after  # the match as it is wanted so far
    for number in count(1):
        place = yield _place_question(shown, number)
        if place is None:
            break
        change = yield from _change(shown, place, number)
        shown = correct_settings(shown, change).after
    correction = Correction(match, shown)
    account = correction.account(arrow)
    if not correction.has_changes or account.wrong:
        return correction, False
    help_text = "y saves the changes; 'haggis undo' takes them back."
    agreed = yield Question("Save it", parse_yes_no, help_text, "yes", tuple(map(str, account.changes)))
    return correction, agreed


def _place_question(shown: OpenMatch, number: int) -> Question:
    """Ask what is to be changed, by its place in a list; None for nothing more."""
    table, report = shown.report.table, shown.report
    teams = table.side_names if table.variant.teams else ()
    words = [*table.names, *teams, "goal", "deals" if new_match.asks_who_deals(table.variant) else "leads"]
    lines = [*table.names, *(f"{team} (team)" for team in teams)]
    lines += [f"goal: {report.goal}", f"{words[-1]} round 1: {table.names[_beginner(shown)]}"]

    def parse(text: str) -> int | None:
        if not text and number > 1:
            return None
        return _find_place(text, words)

    first = number == 1
    return Question(
        "What is wrong" if first else "What else is wrong (Enter if nothing)",
        parse,
        "A number in the list, or the beginning of a name. 'haggis score --round N' and 'haggis record --round "
        "N' correct rounds; for everything else set EDITOR.",
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


def _change(shown: OpenMatch, place: int, number: int) -> QuestionFlow[SettingsChange]:
    """Ask how it is right, given the match as it is wanted so far."""
    table = shown.report.table
    teams = table.side_names if table.variant.teams else ()
    team = place - len(table.names)
    if team < 0:
        return (yield from _player_questions(shown, place, number))
    if team < len(teams):
        old = teams[team]
        question = _name_question(old, number, lambda name: _checked(shown, SettingsChange(teams=[(old, name)])))
    elif team > len(teams):
        question = _beginner_question(shown, number)
    else:
        (field,) = new_match.goal_fields(
            new_match.NewMatchRequest(shown.variant.id, goal=shown.report.goal), shown.store
        )
        parse = partial(new_match.parse_goal, variant=shown.variant)
        question = replace(question_of(field), parse=parse, default=field.given, key=("goal", number), spell=str)
        return SettingsChange(goal=(yield question))
    change: SettingsChange = yield question
    return change


def _player_questions(shown: OpenMatch, seat: int, number: int) -> QuestionFlow[SettingsChange]:
    """Ask for the name of a player; where somebody else has it, whether the two change places."""
    names = shown.report.table.names

    def parse(name: str) -> int | SettingsChange:
        other = next((at for at, each in enumerate(names) if each.casefold() == name.casefold()), seat)
        return other if other != seat else _checked(shown, SettingsChange([(names[seat], name)]))

    answer = yield _name_question(names[seat], number, parse)
    if isinstance(answer, SettingsChange):
        return answer
    text = f"{names[answer]} is also playing. Do the two swap places"
    help_text = "y gives each of them the seat and all the figures of the other."
    swaps = yield Question(text, parse_yes_no, help_text, "no", key=("swap", number))
    both = [(names[seat], names[answer]), (names[answer], names[seat])]
    return SettingsChange(both) if swaps else SettingsChange()


def _name_question(name: str, number: int, parse: Callable[[str], object]) -> Question:
    def read(text: str) -> object:
        return parse(new_match.parse_player_name(text))

    return Question(f"{name} is really called", read, _NAME_HELP, key=("name", number))


def _beginner_question(shown: OpenMatch, number: int) -> Question:
    """Ask who leads round 1, or deals it where there is a dealer."""
    names, is_dealt = shown.report.table.names, shown.variant.has_dealer
    begun = bool(shown.file.record.rounds)
    verbs = ("dealt", "deals") if new_match.asks_who_deals(shown.variant) else ("led", "leads")

    def parse(text: str) -> SettingsChange:
        drawn = not begun and new_match.draws_lots(text, names)
        name = new_match.parse_beginner(text, names) if drawn else names[parse_seat(text, names)]
        return _checked(shown, SettingsChange(dealer=name) if is_dealt else SettingsChange(lead=name))

    lots = "" if begun else f"; '{new_match.RANDOM}' draws lots"
    help_text = f"A name, its beginning, or the seat, counted clockwise from 1{lots}."
    text = f"Who {verbs[0] if begun else verbs[1]} round 1"
    return Question(text, parse, help_text, names[_beginner(shown)], key=("beginner", number))


def _beginner(match: OpenMatch) -> int:
    """The seat of the player who deals round 1 where there is a dealer, else who leads it."""
    standing = initial_standing(match.report.table, match.file.record)
    return standing.leader if not match.variant.has_dealer else match.report.table.left(standing.leader, -1)


def _checked(shown: OpenMatch, change: SettingsChange) -> SettingsChange:
    """The change; UsageError where it cannot be."""
    correct_settings(shown, change)
    return change
