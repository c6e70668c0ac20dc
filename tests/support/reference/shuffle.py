"""Random deals, and a few plays to choose from where listing all of a big hand's would take too long."""

from random import Random

from tests.support.reference.cards import deck
from tests.support.reference.combos import Reading, moves
from tests.support.reference.rounds import Round, play_text
from tests.support.reference.variants import VARIANTS


def random_deal(variant: str, players: int, rng: Random, suits: str | None = None) -> tuple[list[list[str]], list[str]]:
    """(each hand's suit cards, the haggis with its top card first) from a shuffled deck of the variant."""
    rules = VARIANTS[variant]
    cards = deck(suits or rules.suits[players], rules.copies)
    rng.shuffle(cards)
    hands = [[cards.pop() for _ in range(rules.dealt)] for _ in range(players)]
    return hands, cards


def some_plays(current: Round, rng: Random, size: int = 7) -> list[str]:
    """Plays of the player whose turn it is: every single, and whatever `size` random cards of the hand allow."""
    hand = current.hands[current.turn]
    name = current.names[current.turn]
    picked = rng.sample(hand, min(size, len(hand)))
    found: set[tuple[tuple[str, ...], Reading]] = set()
    for cards in [picked, *([card] for card in hand)]:
        for chosen, kind, width, length, rank in moves(
            cards, current.current(), suits=current.suits, copies=current.rules.copies, climb=current.rules.climb
        ):
            found.add((chosen, (kind, width, length, rank)))
    return sorted(f"{name}: {play_text(cards, reading)}" for cards, reading in found)


def random_event(current: Round, rng: Random, *, eager: float = 0.85) -> str:
    """One legal event, rare kinds as likely as common ones.

    Plays are preferred with probability `eager`, so that rounds end soon; an award or a given lead half the time.
    """
    legal = current.legal_events(candidates=some_plays(current, rng) if current.phase == "play" else None, exchanges=20)
    plays = [text for text in legal if " as " in text]
    favours = [text for text in legal if any(f": {verb} " in text for verb in ("award", "lead"))]
    if favours and rng.random() < 0.5:
        return rng.choice(favours)
    if plays and rng.random() < eager:
        kinds = {text: text.split(" as ")[1].split("@")[0] for text in plays}
        kind = rng.choice(sorted(set(kinds.values())))
        return rng.choice([text for text in plays if kinds[text] == kind])
    return rng.choice(legal)
