"""Which variants are played with a suit, for a card that this deck does not have."""

from haggis_cli.plugins.registry import load, own_ids
from haggis_cli.rules.deck import SUIT_NAMES
from haggis_cli.support.english import join_words
from haggis_cli.support.errors import VariantError


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
