"""The referee: whether a play is legal, by the rules of a match or of a variant.

Asking changes nothing, so a question is an address: who only watches may ask, too.
"""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.book.match import OpenMatch
from haggis_cli.book.table_facts import possible_hand
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.table import Table
from haggis_cli.web.matches import version_of
from haggis_cli.web.navigation import match_path
from haggis_cli.web.pages.match import open_asked
from haggis_cli.web.recording.card_picker import BEATEN, every_card, make_picker
from haggis_cli.web.recording.question import (
    LEAD,
    NOW,
    OVER,
    Answered,
    Question,
    answer_now,
    answer_question,
    read_question,
)
from haggis_cli.web.recording.rules_choice import choose_rules
from haggis_cli.web.recording.table_view import view_table
from haggis_cli.web.rendering import render_page


async def ask_of_match(request: Request) -> Response:
    """A question by the rules of a match; also about the round in progress."""
    opened = open_asked(request)
    table, state = opened.report.table, _public_state(opened)
    with guard_rules(opened.variant.id):
        question = read_question(request.query_params, table, (NOW, LEAD, OVER) if state else (LEAD, OVER))
        if state and question.kind == NOW:
            seat = state.turn if question.seat is None else question.seat
            free, answered = possible_hand(seat, state), answer_now(question, state)
        else:
            free, answered = every_card(table.deck), answer_question(question, table)
        view = view_table(opened.report, state) if state else None
    match_id = opened.path.stem
    return _render(
        request,
        table,
        question,
        answered,
        free,
        address=match_path(match_id, "/referee"),
        match=match_id,
        version=version_of(opened),
        view=view,
        turn=state.turn if state else None,
    )


async def ask_of_variant(request: Request) -> Response:
    """A question by the rules of any variant, with the options that are chosen."""
    rules = choose_rules(request.query_params)
    with guard_rules(rules.table.variant.id):
        question = read_question(request.query_params, rules.table, (LEAD, OVER))
        answered = answer_question(question, rules.table)
    return _render(request, rules.table, question, answered, every_card(rules.table.deck), rules=rules)


def _public_state(opened: OpenMatch) -> Round | None:
    """The round in progress as everybody at the table knows it: hands stay hidden, for those who watch ask, too."""
    current = opened.report.current
    return current.last._replace(hands=None) if current and current.last and not opened.report.violations else None


def _render(
    request: Request, table: Table, question: Question, answered: Answered, free: Cards, **values: Any
) -> Response:
    """The page with the question and the answer."""
    usual = {"address": "/referee", "match": None, "version": "", "view": None, "turn": None}
    return render_page(
        request,
        "referee.html",
        question=question,
        answered=answered,
        names=table.names,
        variant=table.variant.name,
        picker=make_picker(table.deck, free, question.played),
        over_picker=make_picker(table.deck, every_card(table.deck), question.beaten, BEATEN),
        **({**usual, "rules": None} | values),
    )
