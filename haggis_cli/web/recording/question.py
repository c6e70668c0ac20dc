"""A question to the referee: which play is meant and what it has to beat, and the answer with the rule it rests on."""

from collections.abc import Mapping
from typing import NamedTuple

from haggis_cli.book.typed_lines.shorthand import expand_shorthand, parse_line
from haggis_cli.book.typed_lines.verdicts import Answer, Verdict, judge_beforehand
from haggis_cli.library.questions import describe_unasked, judge_play, read_combination
from haggis_cli.matches.notation import parse_play, render_claim
from haggis_cli.referee.refusal import AmbiguousEventError, RefusedEventError, refuse_unread
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.combinations.play_reading import legal_readings, unambiguous_play
from haggis_cli.rules.combinations.readings import Reading
from haggis_cli.rules.rounds.events import Event, Exchange, Give, Play
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.table import Table
from haggis_cli.support.errors import NotationError, UsageError
from haggis_cli.support.escaping import escape_text
from haggis_cli.web.recording.card_picker import BEATEN, PLAYED, read_chosen
from haggis_cli.web.recording.entry import MAX_LINE, ReadingButton, refused

NOW, LEAD, OVER = "now", "lead", "over"
"""What is asked: whether a play is legal in the match as it stands, as a lead, or over another combination."""


class Question(NamedTuple):
    """What somebody asks the referee."""

    kind: str
    """One of the kinds above."""
    played: Cards
    """The cards of the play that are chosen."""
    line: str
    """The play as it is typed instead."""
    beaten: Cards
    """The cards of the combination to beat that are chosen."""
    over_line: str
    """That combination as it is typed instead."""
    over_reading: str
    """What those cards count as, in the words that stand after `as`; empty if nothing is said."""
    seat: int | None
    """Whose play it would be; None for the player whose turn it is."""


class Answered(NamedTuple):
    """What the referee says, and what has to be said before."""

    verdict: Verdict | None
    """The verdict; None if nothing is asked yet."""
    over_readings: tuple[ReadingButton, ...] = ()
    """What the combination to beat can be, where that has to be said."""


def read_question(fields: Mapping[str, str], table: Table, kinds: tuple[str, ...]) -> Question:
    """The question in the fields of a form; `kinds` are those that can be asked, the usual one first."""
    seat = fields.get("who", "")
    line, over_line = fields.get("line", "").strip(), fields.get("over", "").strip()
    if max(len(line), len(over_line)) > MAX_LINE:
        raise UsageError(f"a line has {MAX_LINE} characters at most")
    return Question(
        fields.get("ask", "") if fields.get("ask") in kinds else kinds[0],
        read_chosen(fields, table.deck, PLAYED),
        line,
        read_chosen(fields, table.deck, BEATEN),
        over_line,
        fields.get("oas", "").strip()[:MAX_LINE],
        int(seat) if seat in map(str, table.seats) else None,
    )


def answer_question(question: Question, table: Table) -> Answered:
    """The answer about a lead, or about a play over another combination, as `haggis judge` gives it."""
    try:
        text = _text(question.played, question.line, table)
        over = _read_over(question, table) if question.kind == OVER else None
        if not text or (question.kind == OVER and over is None):
            return Answered(None)
        found = judge_play(text, over, table)
    except AmbiguousEventError:
        return _ask_over_reading(question, table)
    except (NotationError, UsageError) as error:
        return Answered(refused(error))
    except RefusedEventError as error:
        words = f"The combination to beat: {escape_text(error.reason)}"
        return Answered(Verdict(Answer.ILLEGAL, words, escape_text(error.rule)))
    if found.legal:
        unasked = f". {describe_unasked(found.unasked, table)}" if found.unasked else ""
        return Answered(Verdict(Answer.LEGAL, escape_text(" or ".join(found.words)) + unasked, "", found.readings))
    return Answered(Verdict(Answer.ILLEGAL, escape_text(str(found.message)), escape_text(str(found.rule))))


def _text(cards: Cards, line: str, table: Table) -> str:
    if cards and line:
        raise UsageError("Cards are chosen and typed: clear one of them.")
    return line or table.deck.cards_text(cards)


def _over_text(question: Question, table: Table) -> str:
    return _text(question.beaten, question.over_line, table)


def _read_over(question: Question, table: Table) -> tuple[Cards, Reading] | None:
    text = _over_text(question, table)
    if not text:
        return None
    return read_combination(f"{text} as {question.over_reading}" if question.over_reading else text, table)


def _ask_over_reading(question: Question, table: Table) -> Answered:
    """What the combination to beat can be, to choose from."""
    cards, claim = parse_play(_over_text(question, table), table.deck)
    bombs, buttons = table.variant.combinations.bombs, []
    for reading in legal_readings(table, Play(0, cards, claim), None):
        play = unambiguous_play(table, 0, cards, reading, None)
        buttons.append(ReadingButton(render_claim(play.claim) if play.claim else "", describe(reading, bombs)))
    words = "the combination to beat can be read in several ways: say which is meant"
    return Answered(Verdict(Answer.UNFINISHED, words), tuple(buttons))


def answer_now(question: Question, state: Round) -> Answered:
    """The answer about the round in progress, as far as everybody at the table can know it; hands are left out."""
    try:
        event = _read_now(question, state)
    except NotationError as error:
        return Answered(refused(refuse_unread(question.line, error, state.table)))
    except UsageError as error:
        return Answered(refused(error))
    if event is None:
        return Answered(None)
    breach = judge(state, event)
    if breach is None or breach.code == "ambiguous":
        return Answered(judge_beforehand(event, state))
    rule = state.table.variant.cite(breach.clause, breach.question)
    return Answered(Verdict(Answer.ILLEGAL, escape_text(breach.message), escape_text(rule)))


def _read_now(question: Question, state: Round) -> Event | None:
    seat = state.turn if question.seat is None else question.seat
    if question.played and question.line:
        raise UsageError("Cards are chosen and typed: clear one of them.")
    if question.played:
        return Play(seat, question.played)
    if not question.line:
        return None
    named = question.line if ":" in question.line else f"{state.table.names[seat]}: {question.line}"
    event = parse_line(expand_shorthand(named, state), state)
    if isinstance(event, Exchange | Give):
        raise UsageError("These cards go face down: only who enters them hears whether that is legal.")
    return event
