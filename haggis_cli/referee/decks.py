"""What is said of a suit that the deck does not have: who plays with it, or which suits this match has."""

from haggis_cli.plugins.registry import load, own_ids
from haggis_cli.rules.deck import SUIT_NAMES
from haggis_cli.rules.table import Table
from haggis_cli.support.english import join_words
from haggis_cli.support.errors import NoSuchSuit, VariantError


def name_suit(error: NoSuchSuit, table: Table) -> NoSuchSuit:
    """The complaint about a suit that this deck does not have, with why: the match has others, or the variant."""
    if error.letter in list(SUIT_NAMES)[: table.setup.suits]:
        why = f"the suits of this match are {' '.join(table.deck.letters)}"
    else:
        why = name_decks(error.letter)
    return NoSuchSuit(f"{error}; {why}", error.letter) if why else error


def name_decks(letter: str) -> str:
    """In whose deck a suit usually is, of this program's own variants; nothing if it is in none.

    >>> name_decks("p").partition(" and of ")[0]
    'purple is in the deck of tatties and three-player,'
    """
    always, sometimes = list[str](), dict[str, list[str]]()
    for variant_id in own_ids():
        try:
            setups = load(variant_id).setups
        except VariantError:
            continue
        players = [str(number) for number, setup in setups.items() if letter in list(SUIT_NAMES)[: setup.suits]]
        if len(players) == len(setups):
            always.append(variant_id)
        elif players:
            sometimes.setdefault(join_words(players, "or"), []).append(variant_id)
    parts = [join_words(always)] if always else []
    parts += [f"{join_words(ids)} with {players} players" for players, ids in sometimes.items()]
    return f"{SUIT_NAMES[letter]} is in the deck of {', and of '.join(parts)}" if parts else ""
