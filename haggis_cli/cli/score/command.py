"""`haggis score`: add rounds typed in from the table, or put one right."""

from typing import TYPE_CHECKING, Annotated

from haggis_cli.cli.completion import round_entries
from haggis_cli.cli.options import Context, Home, Json, NoColor, Yes, argument, option, split_match
from haggis_cli.cli.terminal.printer import Printer

if TYPE_CHECKING:
    from haggis_cli.book.match import OpenMatch

MatchAndEntries = Annotated[
    list[str] | None,
    argument(
        "[MATCH] [ENTRY]...",
        "The match (the current one if left out), and a line for each player: 'Noah: out 9, cards 20, bet big'.",
        round_entries,
        show_default=False,
    ),
]
RoundNumber = Annotated[
    int | None, option("--round -r N", "Put typed-in round N right instead of adding one.", show_default=False)
]
Notes = Annotated[str | None, option("--notes TEXT", "A note to keep with the round.", show_default=False)]


def command(
    words: MatchAndEntries = None,
    number: RoundNumber = None,
    notes: Notes = None,
    yes: Yes = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Add rounds typed in from the table.

    Without entries it is a sitting: the round is asked for step by step and saved, then the next one, until the match
    is over or you leave. '<' goes back a step, '?' explains one, Enter takes what is offered. Every answer is kept: a
    round that is broken off is offered again.

    Each ENTRY says what one player did: 'out N' (went out when the fullest opponent's hand held N cards; entries in the
    order of going out, or out1, out2; N is left out where only the first player out records it), 'cards N' (captured),
    'bet N' or 'bet big'. Sums like 10+15+8 are worked out, and piles are counted: 'cards j q k 7' is J, Q, K and seven
    cards that are worth points, or 7 points where not all of these are worth the same. The captured cards of one player
    can be left out: they are what is left. What cannot have happened is refused; what merely looks wrong is asked about
    (--yes saves it).

    --round N puts an older typed-in round right, in the same two ways; 'haggis undo' takes that back.

    \b
    haggis score
    haggis score "Noah: out 8, cards 12, bet little" "Isla: bet baby"
    haggis score friday "Isla: out 5, bet 15" "Noah: cards j q 9"
    haggis score friday --round 2
    """
    context = Context(Printer(no_color=no_color), home, json, yes)
    name, entries = split_match(words or [])
    if name is None:
        context.store.check_current_at_table()
    match = context.open_match(name)
    context.print_revision(match)
    where = [*([name] if name else []), *(["--home", home] if home else [])]
    if not entries:
        _ask(context, match, number, notes, where)
        return
    from haggis_cli.book.scoring import RoundTarget
    from haggis_cli.cli.score.entered import EnteredRound

    again = [*where, *(["--round", str(number)] if number else []), *(["--notes", notes] if notes else [])]
    EnteredRound(context, RoundTarget(match, number, notes), entries, again).save()


def _ask(context: Context, match: "OpenMatch", number: int | None, notes: str | None, where: list[str]) -> None:
    """Ask for rounds in a dialogue; with --json for one, because the result is one object."""
    from haggis_cli.book.match import check_round_due
    from haggis_cli.book.scoring import RoundTarget
    from haggis_cli.cli.score.sitting import Sitting
    from haggis_cli.cli.terminal.prompts import require_terminal

    target = RoundTarget(match, number, notes)
    if number is None:
        check_round_due(match)
    require_terminal("the entries of the round are missing, like 'Noah: out 9, cards 20, bet big'")
    sitting = Sitting(context, match, where)
    if number is not None:
        sitting.correct(target)
    elif context.json:
        sitting.ask_next(notes or "", "")
    else:
        sitting.run(notes or "")
