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
        "The match (default: the current match), and an entry for each player, such as 'Noah: out 9, cards 20, "
        "bet big'.",
        round_entries,
        show_default=False,
    ),
]
RoundNumber = Annotated[
    int | None, option("--round -r N", "Correct typed-in round N instead of adding one.", show_default=False)
]
Notes = Annotated[str | None, option("--notes TEXT", "Note to save with the round.", show_default=False)]


def command(
    words: MatchAndEntries = None,
    number: RoundNumber = None,
    notes: Notes = None,
    yes: Yes = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Enter the figures of rounds played at the table.

    Without entries haggis asks for one round after another, until the match is over or you leave. '<' goes back one
    question, '?' explains it, and Enter accepts the default. Every answer is saved: if you leave in the middle of a
    round, haggis offers to continue it.

    Each ENTRY describes one player. 'out N' means that the player went out when the fullest opposing hand held N
    cards. List the players in the order of going out, or write out1, out2; omit N for the others if only the first
    player out records
    it. 'cards N' is the points captured; 'bet N' or 'bet big' is the bet. haggis adds up sums like 10+15+8 and counts
    piles: 'cards j q k 7' is J, Q, K and seven cards that score (or 7 points, if these cards have different values).
    You can omit one player's captured cards: that player captured the rest.

    haggis rejects figures that cannot have happened, and asks before it saves figures that merely look wrong (--yes
    saves them).

    --round N corrects an older typed-in round, with or without entries. 'haggis undo' takes the correction back.

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
    require_terminal("the entries of the round are missing: give them like 'Noah: out 9, cards 20, bet big'")
    sitting = Sitting(context, match, where)
    if number is not None:
        sitting.correct(target)
    elif context.json:
        sitting.ask_next(notes or "", "")
    else:
        sitting.run(notes or "")
