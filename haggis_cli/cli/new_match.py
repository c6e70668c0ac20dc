"""A new match in the terminal: the questions that it leaves open, and what is told once it has been started."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from haggis_cli.book.new_match import HOUSE_RULES, PLAYERS, NewMatchRequest, draws_lots, fields_of, is_random_word
from haggis_cli.cli.options import Context, find_who_played
from haggis_cli.cli.terminal.printer import Page, Printer, short_path
from haggis_cli.cli.terminal.prompts import Leave
from haggis_cli.cli.terminal.questionnaire import (
    KEYS_HELP,
    Question,
    QuestionFlow,
    Questionnaire,
    ask_questionnaire,
    parse_yes_no,
)
from haggis_cli.cli.views.match_questions import names_introduction, question_of, variant_question
from haggis_cli.matches.heading import find_repeated_name, title_with_id
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.registry import load
from haggis_cli.referee.seating import check_players, initial_standing, make_table
from haggis_cli.referee.sentences import describe_sides, find_first_bidder
from haggis_cli.rules.scoring import Goal, Standing
from haggis_cli.rules.variant import Table

if TYPE_CHECKING:
    from haggis_cli.history.timeline import PlayedHere


def ask_for_missing(context: Context, request: NewMatchRequest) -> NewMatchRequest:
    """The request, with what is missing asked for; nothing is where the variant and enough players are named."""
    printer, store = context.printer, context.store
    if request.variant and len(request.players) >= load(request.variant).players[0]:
        return request
    printer.print_message(f"{KEYS_HELP}.")
    answered = [request]  # what is known so far, the last of it at the end
    try:
        played = cache(lambda: find_who_played(context))
        return ask_questionnaire(printer, Questionnaire(lambda: questions(request, store, played, answered.append)))
    except (Leave, KeyboardInterrupt, EOFError) as left:
        if answered[-1] != request:
            if not isinstance(left, Leave):
                printer.print_message("")
            printer.print_message("To continue with your answers:")
            printer.print_command(["new", *_command_words(answered[-1], store)])
        raise


def _command_words(request: NewMatchRequest, store: Store) -> list[str]:
    """The words behind `haggis new` that say what a request says."""
    words = ["--variant", request.variant] if request.variant else []
    return words + [word for field in fields_of(request, store) if field.given for word in field.words]


def questions(
    request: NewMatchRequest, store: Store, played: "Callable[[], PlayedHere]", keep: Callable[[NewMatchRequest], None]
) -> QuestionFlow[NewMatchRequest]:
    """Ask for what the request leaves open; the request with the answers.

    played: tells who has played here.
    keep: called with what is known, whenever more is.
    """
    if not request.variant:
        request = request._replace(variant=(yield from variant_question(len(request.players))))
        keep(request)
    if len(request.players) in load(request.variant or "").players:
        request = request._replace(number=len(request.players))
    passed: set[str] = set()  # the keys of the fields that were asked or passed over, and the groups that were begun
    while True:
        due = [field for field in fields_of(request, store) if field.question and field.given is None]
        due = [field for field in due if field.key not in passed]
        if not due:
            check_players(load(request.variant or ""), len(request.players))
            return request
        if due[0].group == HOUSE_RULES and HOUSE_RULES not in passed:
            passed.add(HOUSE_RULES)
            rules = [field for field in due if field.group == HOUSE_RULES]
            help_text = "House rules: " + " ".join(field.label for field in rules)
            if not (yield Question("Play by house rules", parse_yes_no, help_text, "no")):
                passed |= {field.key for field in rules}
            continue
        passed.add(due[0].key)
        question = question_of(due[0])
        request = yield _suggest_names(question, request, played()) if due[0].group == PLAYERS else question
        keep(request)


def _suggest_names(question: Question, request: NewMatchRequest, played: "PlayedHere") -> Question:
    """The question with the names of those who have played here; Enter takes who sits next in the usual group."""
    seated, variant = request.players, load(request.variant or "")
    names = [name for name in played.names_for(variant.players) if not find_repeated_name([*seated, name])]
    fitting = played._replace(groups=[group for group in played.groups if len(group) in variant.players])
    usual = fitting.next_name(seated) if len(seated) < variant.players[0] else None
    introduction = () if seated else names_introduction(names)

    def parse(text: str) -> NewMatchRequest:
        answered: NewMatchRequest = question.parse(played.known_spelling(text))
        return answered

    return replace(question, parse=parse, default=usual, words=tuple(names), introduction=introduction)


# What is told of a match that has just been started: who plays, who begins and why, and what comes next.


def print_started(printer: Printer, record: MatchRecord, beginner: str | None) -> None:
    """Print who plays, to what goal, and who begins; `beginner` is who was said to."""
    table, standing, bidder = _begin(record)
    leader = table.names[standing.leader]
    if standing.dealer is not None:
        begins = f"{leader} leads, " if record.lead else ""
        begins += f"{table.names[standing.dealer]} deals"
    elif bidder is None:
        begins = f"{leader} deals and leads"
    else:
        begins = f"{leader} deals, {table.names[bidder]} bids first"
    lot = ", drawn by lot" if draws_lots(beginner, record.players) else ""
    text = f": {', '.join(record.players)}, {Goal(**dict(record.goal))}; {begins}{lot}."
    sides = describe_sides(table)
    name = printer.styled(title_with_id(record.title, record.id), "bold")
    Page(printer).print_text(name, text, f" {sides}" if sides else "")


def print_how_begun(printer: Printer, record: MatchRecord, beginner: str | None) -> None:
    """Tell why that player begins, where it was not said, or the word for lots is a player's name."""
    if beginner is None:
        table, standing, bidder = _begin(record)
        verb = "leads" if bidder is None else "deals"
        first = table.names[standing.leader]
        printer.print_message(f"{first} {verb} by default; 'haggis edit --lead NAME' (or random) changes that.")
    elif is_random_word(beginner):
        for name in filter(is_random_word, record.players):
            printer.print_message(
                f"No lots were drawn, because a player is called {name}. 'haggis edit --lead NAME' changes that."
            )


def print_next_step(printer: Printer, record: MatchRecord, path: str) -> None:
    """Tell where the match is saved, and what is to be typed next."""
    after = "'haggis play'" if record.bots else "'haggis score' after a round, or 'haggis record' play by play"
    printer.print_message(f"Saved in {short_path(path)}. Next: {after}.")


def _begin(record: MatchRecord) -> tuple[Table, Standing, int | None]:
    """The table of the first round, where the match stands, and who bids first, if there is an auction."""
    table = make_table(record, load(record.variant))
    standing = initial_standing(table, record)
    return table.with_sides(standing.sides), standing, find_first_bidder(table, standing.leader)
