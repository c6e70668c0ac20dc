"""`haggis rules`: the rules of a variant as a person would tell them, by topic."""

import os
from io import StringIO
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

from haggis_cli.cli import options
from haggis_cli.cli.completion import variant_ids
from haggis_cli.cli.options import Context, argument, option, parse_option_pairs
from haggis_cli.cli.terminal.printer import Page, Printer
from haggis_cli.support.errors import AmbiguousError, UsageError

if TYPE_CHECKING:
    from haggis_cli.rules.rulebook import Line, Topic
    from haggis_cli.rules.variant import Table


def words(incomplete: str) -> list[str]:
    """The variants and topics that begin so."""
    from haggis_cli.rules.rulebook import TOPICS

    return [*variant_ids(incomplete), *(topic for topic in TOPICS if topic.startswith(incomplete.casefold()))]


Words = Annotated[
    list[str] | None, argument("[VARIANT] [TOPIC]", "A variant and a topic; the beginning of each is enough.", words)
]


Output = Annotated[
    str | None, option("--output -o FILE", "Write a player aid of one page instead, as .pdf, .html or .svg.")
]
Paper = Annotated[str, option("--paper SIZE", "Paper of the player aid: a4 (default) or letter.")]
Large = Annotated[
    bool, option("--large", "Print one player aid in large print on the page, instead of two to cut apart.")
]


def command(
    asked: Words = None,
    named: options.VariantId = None,
    chosen: options.VariantOptions = None,
    players: options.PlayerCount = None,
    suits: options.Suits = None,
    output: Output = None,
    paper: Paper = "a4",
    large: Large = False,
    force: options.Force = False,
    home: options.Home = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Show the rules of a variant, or one topic of them.

    Without VARIANT they are the rules of the current match, with its options. The topics are setup, deal, passing, bets
    (or auction), combinations, courts, bombs, tricks, out, scoring, end, options, rulings and glossary.

    \b
    haggis rules
    haggis rules bombs
    haggis rules neeps passing
    haggis rules classic --players 2
    haggis rules tatties -o aid.pdf
    """
    from haggis_cli.book.rules_in_force import find_rules
    from haggis_cli.cli.views.moves import print_rules
    from haggis_cli.plugins.isolation import guard_rules
    from haggis_cli.rules.rulebook import tell_rules

    printer = Printer(no_color=no_color)
    variant, topic = _read_words(asked or [])
    if variant and named and variant != named:
        raise UsageError(f"'{variant}' and --variant {named} contradict each other: name one variant")
    variant = variant or named
    rules = find_rules(home, variant, players, parse_option_pairs(chosen), suits)
    context = Context(printer, home, json)
    if output is not None:
        _write_aid(context, rules.table, output, paper, large=large, force=force)
        return
    with guard_rules(rules.table.variant.id):
        topics = tell_rules(rules.table)
    if topic:
        found = [each for each in topics if each.name == topic]
        if not found:
            known = ", ".join(each.name for each in topics)
            raise UsageError(f"{rules.table.variant.name} has no topic '{topic}': it has {known}")
        topics = found
    print_rules(context, rules)
    if json:
        printer.print_json(rules.as_json() | {"topics": [_topic_json(each) for each in topics]})
        return
    _print_paged(printer, rules.table, topics, is_whole=topic is None)


def _write_aid(context: Context, table: "Table", output: str, paper: str, *, large: bool, force: bool) -> None:
    """Write the player aid, and say where it is."""
    from pathlib import PurePath

    from haggis_cli.matches.store.atomic_write import check_output_file, write_output_file
    from haggis_cli.plugins.isolation import guard_rules
    from haggis_cli.sheets.aid import render_aid
    from haggis_cli.sheets.renderers.formats import find_paper

    paper = find_paper(paper)
    check_output_file(output, force=force)
    with guard_rules(table.variant.id):
        data = render_aid(table, PurePath(output).suffix.casefold(), paper, large=large)
    notice = write_output_file(output, data, force=force, home=context.home)
    context.print_notice(notice)
    context.printer.print_message(f"Written to {output}.")


def _read_words(asked: list[str]) -> tuple[str | None, str | None]:
    """The variant and the topic that the words name, in either order; UsageError for any other word."""
    from haggis_cli.plugins.registry import enabled_claims
    from haggis_cli.rules.rulebook import TOPICS, WORDS_SAID

    if len(asked) > 2:
        raise UsageError("name only a variant and a topic: 'haggis rules neeps bombs'")
    variant = topic = None
    for word in (each.strip().casefold() for each in asked):
        variants = _fitting(word, sorted(enabled_claims())) if variant is None else []
        topics = _fitting(word, list(TOPICS)) if topic is None else []
        if not variants and not topics and topic is None:
            topics = list(dict.fromkeys(WORDS_SAID[each] for each in _fitting(word, list(WORDS_SAID))))
        if len(variants) + len(topics) > 1:
            raise AmbiguousError(f"'{word}' can be {' or '.join([*variants, *topics])}: write more letters")
        if variants:
            variant = variants[0]
        elif topics:
            topic = topics[0]
        else:
            from difflib import get_close_matches

            known = ", ".join(TOPICS)
            near = get_close_matches(word, [*TOPICS, *WORDS_SAID, *enabled_claims()], 1)
            meant = f"; did you mean '{near[0]}'?" if near else ""
            raise UsageError(
                f"'{word}' is neither a variant ('haggis variants' lists them) nor a topic: {known}{meant}"
            )
    return variant, topic


def _fitting(word: str, known: list[str]) -> list[str]:
    """The one that is called so, or all that begin so."""
    return [word] if word in known else [each for each in known if word and each.casefold().startswith(word)]


def _topic_json(topic: "Topic") -> dict[str, object]:
    lines = [{"text": line.says, "cards": line.cards.split()} for line in topic.lines]
    return {"name": topic.name, "title": topic.title, "lines": lines}


class _Shown(StringIO):
    """Text for a terminal, kept until it is known how long it is."""

    encoding = ""

    def isatty(self) -> bool:
        return True


def _print_paged(printer: Printer, table: "Table", topics: list["Topic"], *, is_whole: bool) -> None:
    """Print the topics; on a terminal that is too short for them the pager shows them."""
    if printer.columns is None:
        _print_topics(Page(printer), table, topics, is_whole=is_whole)
        return
    shown = _Shown()
    shown.encoding = printer.out.encoding
    kept = Printer(no_color=not printer.colored, out=shown, err=printer.err)
    _print_topics(Page(kept), table, topics, is_whole=is_whole)
    text = shown.getvalue()
    if text.count("\n") < get_terminal_size().lines:
        printer.out.write(text)
        return
    from pydoc import pager  # few terminals need it

    os.environ.setdefault("LESS", "FRX")  # colours, and what was read stays on the screen
    pager(text)


def _print_topics(page: Page, table: "Table", topics: list["Topic"], *, is_whole: bool) -> None:
    printer = page.printer
    if is_whole:
        page.print_text(printer.styled(table.variant.name, "bold"), f": {table.variant.summary}")
        page.print_text(f"Source: {table.variant.source}")
    for topic in topics:
        page.print_gap()
        page.print_line(printer.styled(topic.title, "bold"), f" ({topic.name})" if is_whole else "")
        for line in topic.lines:
            _print_rule(page, line)


def _print_rule(page: Page, line: "Line") -> None:
    """A sentence and its cards, beside it if there is room."""
    cards = line.cards.split()
    if cards and page.fits(len(line.says) + len(line.cards) + 8):
        page.print_line(f"  - {line.says}  ", page.printer.render_cards(cards))
        return
    page.print_text(f"- {line.says}", indent="  ", hanging="  ")
    if cards:
        page.print_line("      ", page.printer.render_cards(cards))
