"""`haggis judge`: adjudicate one play, or answer a question that is not about cards."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from haggis_cli.cli.game_options import Over, PlayerCount, Suits, VariantId, VariantOptions, parse_option_pairs
from haggis_cli.cli.options import Home, Json, NoColor
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import HaggisError, UsageError

if TYPE_CHECKING:
    from haggis_cli.book.rules_in_force import RulesInForce
    from haggis_cli.library.questions import Judgement
    from haggis_cli.referee.disputes import Answer
    from haggis_cli.referee.report import Report


def questions(incomplete: str) -> list[tuple[str, str]]:
    """The questions that are not about cards, each in full."""
    from haggis_cli.rules.description import QUESTIONS

    return [(word, asks) for word, asks in QUESTIONS.items() if incomplete and word.startswith(incomplete.casefold())]


_SAID_WORDS = {"bets": "bet", "bid": "bet", "auction": "bet", "bomb": "trick", "slam": "out"}
"""Words that people also say, and the question that they mean."""

Cards = Annotated[
    list[str],
    typer.Argument(
        metavar="CARDS",
        autocompletion=questions,
        help="The cards, such as '4rg 5rg' or '5r J Q as set'; or bet, pass, trick, lead, out or haggis, a question.",
    ),
]


def command(
    cards: Cards,
    over: Over = None,
    variant: VariantId = None,
    option: VariantOptions = None,
    suits: Suits = None,
    players: PlayerCount = None,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Say whether a play is allowed, and why; or answer a question that is not about cards.

    Exit code 0: the play is legal; 1: it is not. Without --over the play leads a trick. The rules are those of the
    match last worked on, with its options and suits; --variant takes those of a variant instead.

    In the place of CARDS a word asks what people quarrel about besides (its beginning will do):

    \b
    bet     may a bet still be made?
    pass    may a player who has passed play again, and when does a trick end?
    trick   who captures a trick, also one that is won by a bomb?
    lead    who leads, and may the lead be given away?
    out     what happens when a player goes out, and who records cards?
    haggis  who captures the haggis, and the cards left in hands?

    The rules answer, and in a round that is being recorded what they mean just now.

    \b
    haggis judge 9r 10r J --over "8b 9b 10b"
    haggis judge "10r 10g J Q" --over "9b9y10b10y as stair2"
    haggis judge 5r J Q as set --variant tatties
    haggis judge 4♥ 4♠ --suits ♥♦♣♠
    haggis judge bet
    """
    from haggis_cli.book.rules_in_force import find_rules
    from haggis_cli.cli.views.question import parse_over, print_illegal, print_rules, print_unasked
    from haggis_cli.library.questions import judge_play

    printer = Printer(no_color=no_color)
    rules = find_rules(home, variant, players, parse_option_pairs(option), suits)
    question = _find_question(cards)
    if question is not None:
        if over is not None:
            raise UsageError(f"--over belongs to cards, and '{question}' is a question")
        from haggis_cli.referee.disputes import answer_question

        is_match = not (variant or option or suits or players) and rules.match is not None
        report = _find_report(printer, home) if is_match else None
        is_any = variant is not None and players is None
        told = answer_question(question, report.table if report else rules.table, report, for_any_number=is_any)
        _print_answer(printer, told, rules, json=json)
        return
    found = judge_play(" ".join(cards), parse_over(over, rules.table), rules.table)
    print_rules(printer, rules, json=json)
    if json:
        printer.print_json(as_json(found) | rules.as_json())
    elif found.legal:
        printer.print_line(f"{printer.styled('legal:', 'good')} {found.words[0]}")
        for words in found.words[1:]:
            printer.print_line(f"    or {words}")
        print_unasked(printer, found.unasked, rules.table)
    else:
        print_illegal(printer, found)
    if not found.legal:
        raise typer.Exit(1)


def _find_question(cards: list[str]) -> str | None:
    """The question that a single word asks, or the only one that begins so; None for cards."""
    word = cards[0].strip().casefold() if len(cards) == 1 else ""
    if not word.isalpha():
        return None
    from haggis_cli.matches.notation.card_looks import looks_like_cards
    from haggis_cli.rules.description import QUESTIONS

    if word in _SAID_WORDS:
        return _SAID_WORDS[word]
    fits = [each for each in QUESTIONS if each.startswith(word)]
    return fits[0] if len(fits) == 1 and not looks_like_cards(word) else None


def _find_report(printer: Printer, home: str | None) -> "Report | None":
    """What the referee says of the current match; None, and a warning, where it cannot be read."""
    from haggis_cli.cli.opening import open_match

    try:
        return open_match(None, home).report
    except HaggisError as error:
        printer.print_warning(f"the moment of the current match is not known: {error}")
        return None


def _print_answer(printer: Printer, found: "Answer", rules: "RulesInForce", *, json: bool) -> None:
    """Print what holds just now in a round that is recorded, what the rules say, and where."""
    from haggis_cli.cli.terminal.page import Page
    from haggis_cli.cli.views.question import print_rules

    print_rules(printer, rules, json=json)
    if json:
        printer.print_json(found._asdict() | rules.as_json())
        return
    page = Page(printer)
    page.print_text(printer.styled(found.asks, "bold"))
    moment = f"Now, in round {found.round}" if found.round else "Now"
    for title, lines in ((moment, found.now), ("The rules", found.rules)):
        if lines:
            page.print_line(f"{title}:")
        for line in lines:
            page.print_text(f"- {line}", indent="  ", hanging="  ")
    page.print_text(f"rule: {'; '.join(found.sources)}", indent="  ", hanging="  ")


def as_json(found: "Judgement") -> dict[str, Any]:
    """The answer as JSON."""
    return {
        "legal": found.legal,
        "cards": found.cards,
        "code": found.code,
        "message": found.message,
        "rule": found.rule,
        "readings": [reading._asdict() for reading in found.readings],
    } | ({"unasked": found.unasked} if found.unasked else {})
