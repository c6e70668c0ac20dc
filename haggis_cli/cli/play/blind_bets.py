"""What a person types who is asked for a blind bet, and what can be typed there."""

from collections.abc import Sequence

from haggis_cli.book.typed_round import NO_BET
from haggis_cli.matches.notation import parse_name
from haggis_cli.rules.rounds.events import Bet
from haggis_cli.rules.table import Table
from haggis_cli.support.english import join_words
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import escape_text

HELP = """\
Type the blind bet, by its name or its amount, or Enter for none. The rest of
the cards is dealt when everybody has answered, and then nobody bets blind any
more; other bets are made later. Computer players bet nothing blind.
undo, redo, log, show, sheet and q do what they always do."""
_COMMANDS = ("undo", "redo", "log", "show", "sheet", "help", "q")
_NO_BET_WORDS = (*NO_BET, "n", "pass", "p")


def describe_bets(bets: Sequence[Bet], table: Table) -> str:
    """The bets that can be made, in words, safe to be shown."""
    return escape_text(join_words([table.variant.betting.amount_text(bet.amount) for bet in bets], "or"))


def find_words(bets: Sequence[Bet], table: Table) -> list[str]:
    """The words that can be typed: bets by their names, else their amounts, and commands."""
    names = [table.variant.betting.name_of(bet.amount) or str(bet.amount) for bet in bets]
    return [*names, "none", *_COMMANDS]


def parse_blind_bet(line: str, table: Table, bets: Sequence[Bet]) -> list[Bet]:
    """The one of these bets, all of one player, that a line means; none for no bet. UsageError for anything else."""
    line = " ".join(line.casefold().split())
    if line in _NO_BET_WORDS:
        return []
    who, colon, what = line.rpartition(":")
    word, betting = what.strip().removeprefix("bet ").strip(), table.variant.betting
    named = {amount for name, amount in betting.names.items() if word and name.casefold().startswith(word)}
    found = [bet for bet in bets if str(bet.amount) == word or bet.amount in named]
    if len(found) != 1 or (colon and parse_name(who, table.names) != found[0].seat):
        name = escape_text(table.names[bets[0].seat])
        raise UsageError(
            f"{name} is asked for a blind bet: {describe_bets(bets, table)}, or none; all else comes later"
        )
    return found
