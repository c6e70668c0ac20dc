"""The referee: whether a play is legal by the rules of a match or a variant; and these rules to read.

Asking changes nothing, so a question is an address: phones that only watch may ask as well.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import Response

from haggis_cli.book.hints import Answer, Verdict, judge_beforehand, refuse
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.recording import expand_shorthand, parse_line
from haggis_cli.library import judging
from haggis_cli.matches.notation import parse_play
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.plugins.registry import own_ids
from haggis_cli.referee.seating import AmbiguousEventError, RefusedEventError, refuse_unread
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Event, Exchange, Give, Play, option_text
from haggis_cli.rules.judge import judge
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import Round, legal_readings
from haggis_cli.rules.rulebook import tell_rules
from haggis_cli.rules.variant import Option, OptionValue, Table, Variant
from haggis_cli.support.errors import NotationError, UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.players import short_names
from haggis_cli.support.text import capitalize, pluralize
from haggis_cli.web import round_view
from haggis_cli.web.matches import version_of
from haggis_cli.web.pages.match import open_asked
from haggis_cli.web.rendering import match_path, render_page

NOW, LEAD, OVER = "now", "lead", "over"
"""The kinds of questions: whether a play is legal in the match now, as a lead, or over another combination."""


class Question(NamedTuple):
    """A question for the referee."""

    kind: str
    """One of the kinds above."""
    play: round_view.EventInput
    """The play, chosen or typed."""
    beaten: round_view.EventInput
    """The combination to beat, chosen or typed."""
    seat: int | None
    """The seat that would play; None for the player whose turn it is."""


class Answered(NamedTuple):
    """The referee's answer, or the choice that it needs first."""

    verdict: Verdict | None
    """The verdict; None if nothing has been asked yet."""
    over_readings: tuple[round_view.ReadingButton, ...] = ()
    """The readings of the combination to beat, if one must be chosen."""


def ask_of_match(request: Request) -> Response:
    """A question by the rules of a match, which may be about the round in progress."""
    opened = open_asked(request)
    table, state = opened.report.table, _public_state(opened)
    question = _read_question(request.query_params, table, (NOW, LEAD, OVER) if state else (LEAD, OVER))
    if state and question.kind == NOW:
        seat = state.turn if question.seat is None else question.seat
        free, answered = choices(state).held(seat), _answer_now(question, state)
    else:
        free, answered = round_view.every_card(table.deck), _answer_question(question, table)
    view = round_view.view_table(opened.report, state) if state else None
    return _render(
        request,
        table,
        question,
        answered,
        free,
        address=match_path(opened.path.stem, "/referee"),
        version=version_of(opened),
        view=view,
        turn=state.turn if state else None,
    )


def ask_of_variant(request: Request) -> Response:
    """A question by the rules of any variant, with the chosen options."""
    table, rules = choose_rules(request.query_params)
    question = _read_question(request.query_params, table, (LEAD, OVER))
    answered = _answer_question(question, table)
    return _render(request, table, question, answered, round_view.every_card(table.deck), rules=rules)


def _public_state(opened: OpenMatch) -> Round | None:
    """The round in progress as everybody at the table knows it: hands stay hidden, for phones that watch may ask."""
    current = opened.report.current
    return current.last._replace(hands=None) if current and current.last and not opened.report.violations else None


def _render(
    request: Request, table: Table, question: Question, answered: Answered, free: Cards, **values: Any
) -> Response:
    """The page with the question and the answer."""
    usual = {"address": "/referee", "version": "", "view": None, "turn": None, "rules": None}
    return render_page(
        request,
        "referee.html",
        question=question,
        answered=answered,
        names=short_names(table.names),
        variant=table.variant.name,
        suits=table.deck.letters,
        picker=round_view.make_picker(table.deck, free, question.play),
        over_picker=round_view.make_picker(
            table.deck, round_view.every_card(table.deck), question.beaten, round_view.BEATEN
        ),
        **(usual | values),
    )


# The question in a form, and the answer to it.


def _read_question(fields: Mapping[str, str], table: Table, kinds: tuple[str, ...]) -> Question:
    """The question in the fields of a form; `kinds` are the possible kinds, the usual one first."""
    seat = fields.get("who", "")
    line, over_line = fields.get("line", "").strip(), fields.get("over", "").strip()
    round_view.check_length(line, over_line)
    return Question(
        fields.get("ask", "") if fields.get("ask") in kinds else kinds[0],
        round_view.EventInput(round_view.read_chosen(fields, table.deck), line),
        round_view.EventInput(
            round_view.read_chosen(fields, table.deck, round_view.BEATEN),
            over_line,
            fields.get("oas", "").strip()[: round_view.MAX_LINE],
        ),
        int(seat) if seat in map(str, table.seats) else None,
    )


def _answer_question(question: Question, table: Table) -> Answered:
    """The answer about a lead or a play over another combination, as from `haggis judge`."""
    try:
        text = _read_text(question.play, table)
        over = _read_over(question, table) if question.kind == OVER else None
        if not text or (question.kind == OVER and over is None):
            return Answered(None)
        found = judging.judge_play(text, over, table)
    except AmbiguousEventError:
        return _ask_over_reading(question, table)
    except (NotationError, UsageError) as error:
        return Answered(round_view.refused(error))
    except RefusedEventError as error:
        verdict = round_view.refused(error)
        return Answered(verdict._replace(words=f"The combination to beat: {verdict.words}"))
    if found.legal:
        unasked = f". {judging.describe_unasked(found.unasked, table)}" if found.unasked else ""
        return Answered(Verdict(Answer.LEGAL, escape_text(" or ".join(found.words)) + unasked, "", found.readings))
    message, rule = escape_text(str(found.message)), escape_text(str(found.rule))
    return Answered(Verdict(Answer.ILLEGAL, message, rule, topic=found.topic))


def _read_text(given: round_view.EventInput, table: Table) -> str:
    round_view.check_single(given)
    return given.line or table.deck.cards_text(given.cards)


def _read_over(question: Question, table: Table) -> tuple[Cards, Reading] | None:
    text = _read_text(question.beaten, table)
    if not text:
        return None
    reading = question.beaten.reading
    return judging.read_combination(f"{text} as {reading}" if reading else text, table)


def _ask_over_reading(question: Question, table: Table) -> Answered:
    """The possible readings of the combination to beat."""
    cards, claim = parse_play(_read_text(question.beaten, table), table.deck)
    readings = legal_readings(table, Play(0, cards, claim), None)
    words = "the combination to beat can be read in several ways: choose the one you mean"
    return Answered(Verdict(Answer.UNFINISHED, words), round_view.reading_buttons(table, 0, cards, readings, None))


def _answer_now(question: Question, state: Round) -> Answered:
    """The answer about the round in progress, as far as everybody at the table can know; hands are ignored."""
    try:
        event = _read_now(question, state)
    except NotationError as error:
        return Answered(round_view.refused(refuse_unread(question.play.line, error, state.table)))
    except UsageError as error:
        return Answered(round_view.refused(error))
    if event is None:
        return Answered(None)
    breach = judge(state, event)
    if breach is None or breach.code == "ambiguous":
        return Answered(judge_beforehand(event, state))
    return Answered(refuse(breach, state.table))


def _read_now(question: Question, state: Round) -> Event | None:
    seat = state.turn if question.seat is None else question.seat
    cards, line, _ = question.play
    round_view.check_single(question.play)
    if cards:
        return Play(seat, cards)
    if not line:
        return None
    named = line if ":" in line else f"{state.table.names[seat]}: {line}"
    event = parse_line(expand_shorthand(named, state), state)
    if isinstance(event, Exchange | Give):
        raise UsageError(
            "These cards are passed face down: only the player who enters them learns whether that is legal."
        )
    return event


# The rules for a question that is not about a match: the variants, and the options of the chosen one.

_OPTION = "option."


class Choice(NamedTuple):
    """One entry of a list to choose from."""

    value: str
    """The value in the form."""
    words: str
    """The text in the list."""
    is_chosen: bool
    """Whether it is chosen."""


def choose_rules(fields: Mapping[str, str]) -> tuple[Table, dict[str, Any]]:
    """The game with the rules to apply, and the lists to choose it from: the variants, and one for each option.

    By default, it is the default variant; raises VariantError for an unknown one.
    """
    variant_id, _, players_text = fields.get("variant", "").partition(".")
    variant = judging.load_variant(variant_id or None)
    offered = [players for players in variant.players if str(players) == players_text]
    players = offered[0] if offered else variant.players[0]
    options = [each for each in variant.options if not each.players or players in each.players]
    chosen = {each.name: _read_option(each, fields) for each in options}
    changed = {each.name: chosen[each.name] for each in options if chosen[each.name] != each.default}
    return judging.build_table(variant, players, options=changed), {
        "variants": _variant_choices(variant, players),
        "options": [_option_field(each, chosen[each.name]) for each in options],
    }


def _read_option(option: Option, fields: Mapping[str, str]) -> OptionValue:
    said = fields.get(_OPTION + option.name, "")
    return next((value for value in option.choices if option_text(value) == said), option.default)


def _option_field(option: Option, chosen: OptionValue) -> dict[str, Any]:
    choices = [
        Choice(option_text(value), capitalize(choice.means), value == chosen)
        for value, choice in option.choices.items()
    ]
    return {"field": _OPTION + option.name, "words": option.help.rstrip(".?"), "choices": choices}


def _variant_choices(chosen: Variant, players: int) -> list[Choice]:
    """Every variant; only the chosen plugin is loaded, and the others are listed by their ids."""
    found, own = [], own_ids()
    for variant_id in judging.variant_ids():
        if variant_id not in own and variant_id != chosen.id:
            found.append(Choice(f"{variant_id}.0", variant_id, False))
            continue
        variant = chosen if variant_id == chosen.id else judging.load_variant(variant_id)
        for number in variant.players:
            many = f", {pluralize(number, 'player')}" if len(variant.players) > 1 else ""
            is_chosen = variant_id == chosen.id and number == players
            found.append(Choice(f"{variant_id}.{number}", f"{variant.name}{many}", is_chosen))
    return found


# The quick rules with a search field: those of a match with its options, or of any variant.


def show_rules_of_match(request: Request) -> Response:
    """The rules of a match, with its options."""
    opened = open_asked(request)
    return _render_rules(request, opened.report.table, address=match_path(opened.path.stem, "/rules"), rules=None)


def show_rules_of_variant(request: Request) -> Response:
    """The rules of any variant, with the chosen options."""
    table, rules = choose_rules(request.query_params)
    return _render_rules(request, table, address="/rules", rules=rules)


def _render_rules(request: Request, table: Table, **values: Any) -> Response:
    with guard_rules(table.variant.id):
        topics = tell_rules(table)
    return render_page(
        request,
        "rules.html",
        variant=table.variant,
        suits=table.deck.letters,
        topics=topics,
        back=_came_from(request),
        **values,
    )


def _came_from(request: Request) -> str:
    """The page of this server that linked here, for the way back; empty for none."""
    came = urlsplit(request.headers.get("referer", ""))
    is_here = came.netloc == request.headers.get("host") and came.path not in ("", request.url.path)
    return f"{came.path}{f'?{came.query}' if came.query else ''}" if is_here else ""
