"""`haggis judge`, `moves` and `check`: what the rules say of a play, of a hand, and of whole matches."""

import sys
from contextlib import closing
from functools import partial
from os import sep
from os.path import isfile, lexists
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from haggis_cli.cli import options
from haggis_cli.cli.completion import match_ids
from haggis_cli.cli.options import Context, argument, choose_workers, option, parse_option_pairs
from haggis_cli.cli.terminal.printer import Page, Printer
from haggis_cli.support.errors import HaggisError, StoreError, UsageError

if TYPE_CHECKING:
    from haggis_cli.book.rules_in_force import RulesInForce
    from haggis_cli.library.judging import Judgement
    from haggis_cli.matches.store.files import SourceFile
    from haggis_cli.matches.store.folder import Store
    from haggis_cli.referee.adjudication import CheckResult
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
    argument(
        "CARDS",
        "The cards, such as '4rg 5rg' or '5r J Q as set'; or a question: bet, pass, trick, lead, out or haggis.",
        questions,
    ),
]


def judge_command(
    cards: Cards,
    over: options.Over = None,
    variant: options.VariantId = None,
    option: options.VariantOptions = None,
    suits: options.Suits = None,
    players: options.PlayerCount = None,
    home: options.Home = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Check whether a play is legal, and why; or settle a dispute that is not about cards.

    Exit code 0: the play is legal; 1: it is not. Without --over the play leads a trick. The rules are those of the
    current match, with its options and suits; --variant uses another variant.

    Instead of CARDS you can name a question; its beginning is enough:

    \b
    bet     may a bet still be made?
    pass    may a player who has passed play again, and when does a trick end?
    trick   who captures a trick, and who captures a bombed one?
    lead    who leads, and may the lead be given away?
    out     what happens when a player goes out, and who records cards?
    haggis  who captures the haggis, and the cards left in hands?

    haggis quotes the rules; if a round is being recorded, it also shows how they apply at this moment.

    \b
    haggis judge 9r 10r J --over "8b 9b 10b"
    haggis judge "10r 10g J Q" --over "9b9y10b10y as stair2"
    haggis judge 5r J Q as set --variant tatties
    haggis judge 4♥ 4♠ --suits ♥♦♣♠
    haggis judge bet
    """
    from haggis_cli.book.rules_in_force import find_rules
    from haggis_cli.cli.views.moves import parse_over, print_illegal, print_rules, print_unasked
    from haggis_cli.library.judging import judge_play

    printer = Printer(no_color=no_color)
    context = Context(printer, home, json)
    rules = find_rules(home, variant, players, parse_option_pairs(option), suits)
    question = _find_question(cards)
    if question is not None:
        if over is not None:
            raise UsageError(f"--over belongs to cards, and '{question}' is a question")
        from haggis_cli.referee.disputes import answer_question

        is_match = not (variant or option or suits or players) and rules.match is not None
        report = _find_report(context) if is_match else None
        is_any = variant is not None and players is None
        told = answer_question(question, report.table if report else rules.table, report, for_any_number=is_any)
        _print_answer(context, told, rules)
        return
    found = judge_play(" ".join(cards), parse_over(over, rules.table), rules.table)
    print_rules(context, rules)
    if json:
        printer.print_json(_judgement_json(found) | rules.as_json())
    elif found.legal:
        printer.print_line(printer.styled("legal:", "good"), f" {found.words[0]}")
        for words in found.words[1:]:
            printer.print_line(f"    or {words}")
        print_unasked(printer, found.unasked, rules.table)
    else:
        print_illegal(printer, found, rules.table)
    if not found.legal:
        raise typer.Exit(1)


def _find_question(cards: list[str]) -> str | None:
    """The question that a single word asks, or the only one that begins so; None for cards."""
    word = cards[0].strip().casefold() if len(cards) == 1 else ""
    if not word.isalpha():
        return None
    from haggis_cli.matches.notation.typed_cards import looks_like_cards
    from haggis_cli.rules.description import QUESTIONS

    if word in _SAID_WORDS:
        return _SAID_WORDS[word]
    fits = [each for each in QUESTIONS if each.startswith(word)]
    return fits[0] if len(fits) == 1 and not looks_like_cards(word) else None


def _find_report(context: Context) -> "Report | None":
    """What the referee says of the current match; None, and a warning, where it cannot be read."""
    try:
        return context.open_match(None).report
    except HaggisError as error:
        context.printer.print_warning(f"the current match cannot be used: {error}")
        return None


def _print_answer(context: Context, found: "Answer", rules: "RulesInForce") -> None:
    """Print what holds just now in a round that is recorded, what the rules say, and where."""
    from haggis_cli.cli.views.moves import print_rules

    print_rules(context, rules)
    printer = context.printer
    if context.json:
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


def _judgement_json(found: "Judgement") -> dict[str, Any]:
    """The answer as JSON."""
    return {
        "legal": found.legal,
        "cards": found.cards,
        "code": found.code,
        "topic": found.topic,
        "message": found.message,
        "rule": found.rule,
        "readings": [reading._asdict() for reading in found.readings],
    } | ({"unasked": found.unasked} if found.unasked else {})


# `haggis moves`: every legal play from a hand.

Hand = Annotated[list[str], argument("HAND", "Cards in hand, such as '3-6r 4g 9b JQK'.")]


def moves_command(
    hand: Hand,
    over: options.Over = None,
    variant: options.VariantId = None,
    option: options.VariantOptions = None,
    suits: options.Suits = None,
    players: options.PlayerCount = None,
    home: options.Home = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """List every legal play of a hand, by kind.

    Without --over the plays lead a trick. Cards with several readings are listed once for each reading; within a kind,
    the plays with the fewest court cards come first. The last line shows whether passing is allowed. The rules are
    those of the current match, with its options and suits; --variant uses another variant.

    A hand that nobody can hold is refused, with the rule (exit code 1).

    \b
    haggis moves 4-6r 5g J
    haggis moves 456r5gJ --over 3-5b
    haggis moves 4-6r 5g J --variant three-player
    """
    from haggis_cli.book.rules_in_force import find_rules
    from haggis_cli.cli.views.moves import (
        kind_order,
        parse_over,
        print_illegal,
        print_moves,
        print_rules,
        print_unasked,
    )
    from haggis_cli.library.judging import Judgement, find_unasked_rule, read_hand
    from haggis_cli.matches.notation import card_list
    from haggis_cli.rules.moves import legal_plays

    printer = Printer(no_color=no_color)
    context = Context(printer, home, json)
    rules = find_rules(home, variant, players, parse_option_pairs(option), suits)
    table = rules.table
    beaten = parse_over(over, table)
    cards = read_hand(" ".join(hand), beaten[0] if beaten else 0, table)
    if isinstance(cards, Judgement):
        print_rules(context, rules)
        if json:
            why = {"code": cards.code, "message": cards.message, "rule": cards.rule, "topic": cards.topic}
            printer.print_json({"hand": cards.cards, "count": 0, "moves": [], **why, **rules.as_json()})
        else:
            print_illegal(printer, cards, table)
        raise typer.Exit(1)
    beat = beaten[1] if beaten else None
    moves = legal_plays(table.variant.combinations, table.deck, cards, beat)
    print_rules(context, rules)
    unasked = find_unasked_rule(table)
    if json:
        listed = [{"cards": card_list(played, table.deck), **reading._asdict()} for played, reading in moves]
        found = {"hand": card_list(cards, table.deck), "count": len(moves), "moves": listed}
        printer.print_json(found | ({"unasked": unasked} if unasked else {}) | rules.as_json())
    else:
        print_moves(printer, table, beat, sorted(moves, key=lambda move: kind_order(*move)), numbered=False)
        printer.print_message(f"{len(moves)} legal plays" if len(moves) != 1 else "1 legal play")
        print_unasked(printer, unasked, table)


# `haggis check`: adjudicate whole match files.

Files = Annotated[
    list[str] | None,
    argument(
        "[MATCH]...",
        "Matches: their ids, parts of ids, or files; - is standard input. Default: all matches.",
        match_ids,
    ),
]
Warnings = Annotated[bool, option("--warnings -w", "Also report figures that merely look wrong.")]


def check_command(
    files: Files = None,
    warnings: Warnings = False,
    jobs: options.Jobs = None,
    backend: options.Backend = "processes",
    scheduler: options.Scheduler = None,
    home: options.Home = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Check whole matches against the rules.

    Prints nothing if all is well. Each violation is a line with the file, round, event and line, what was wrong, and
    the rule (exit code 1). A file that cannot be read is reported, and haggis continues with the others (exit code 3).
    With --json haggis prints one JSON object per file, each on its own
    line. Several processes share the work if there are
    many files.

    \b
    haggis check friday
    haggis check examples/matches/*.toml
    haggis check - < friday.toml
    haggis check --jobs 4
    """
    from haggis_cli.cli.terminal.display import progress
    from haggis_cli.matches.store.files import map_files
    from haggis_cli.referee.adjudication import CheckOptions, check_file

    printer = Printer(no_color=no_color)
    store = Context(printer, home).store
    sources = [_find_source(store, name) for name in files or map(str, store.matches())]
    options = CheckOptions(json, warnings, pointers=printer.columns is not None)
    workers, work = choose_workers(jobs, backend, scheduler), partial(check_file, options)
    checks = map_files(work, sources, map(_file_size, sources), len(sources), workers)
    code = 0
    with closing(checks) as found, progress(printer, "files") as show:
        for done, each in enumerate(found, 1):
            show(done, len(sources))
            if each.code:
                show.clear()
            code = max(code, each.code)
            _print_result(printer, each)
    if code:
        raise typer.Exit(code)


def _find_source(store: "Store", name: str) -> "SourceFile":
    """The file that is meant: what lies there, else the match of the store that is called so.

    What is neither is told in its turn, and the others go on.
    """
    from haggis_cli.matches.store.files import SourceFile

    if name == "-":
        from haggis_cli.matches.toml.parsing import MAX_BYTES

        return SourceFile("standard input", sys.stdin.buffer.read(MAX_BYTES + 1))
    if isfile(name):  # noqa: PTH113 - a name may be longer than pathlib takes
        return SourceFile(name)
    try:
        return SourceFile(str(store.find(name)))
    except StoreError as error:
        is_path = lexists(name) or sep in name or name.casefold().endswith(".toml")
        return SourceFile(name, None if is_path else error)


def _file_size(source: "SourceFile") -> int:
    """The bytes of a file; 0 if it cannot be looked at."""
    try:
        return Path(source.name).stat().st_size
    except (OSError, ValueError):
        return 0


def _print_result(printer: Printer, checked: "CheckResult") -> None:
    if checked.json is not None:
        printer.print_json(checked.json)
    for line in checked.lines:
        printer.print_line(line)
    if checked.error is not None:
        printer.print_error(checked.error)
