"""How a round is set up at the table, in sentences: what stays in the box, what everybody gets, who begins. Pure."""

from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.sentences import describe_sides, find_first_bidder
from haggis_cli.rules.betting.descriptions import describe_betting
from haggis_cli.rules.deck import SUIT_NAMES
from haggis_cli.rules.scoring.standing import Standing
from haggis_cli.rules.table import Table
from haggis_cli.support.english import join_words, number_word, pluralize
from haggis_cli.support.escaping import escape_text

BOX = tuple(SUIT_NAMES)[:5]
"""The suits in the box (Rulebook 2.1, Components)."""


def unused_suits(table: Table) -> list[str]:
    """The suits of the box that are not played with; none where the deck has others anyway."""
    letters = table.deck.letters
    return [SUIT_NAMES[letter] for letter in BOX if letter not in letters] if set(letters) <= set(BOX) else []


def setup_steps(table: Table, standing: Standing) -> list[tuple[str, list[str]]]:
    """What to do before the first card is played, under short headings."""
    with guard_rules(table.variant.id):
        sections = [
            ("Cards", _card_lines(table)),
            ("Deal", _deal_lines(table)),
            ("Who begins", _beginning_lines(table, standing)),
            ("Before the first trick", _lines_before_first_trick(table)),
        ]
    return [(title, lines) for title, lines in sections if lines]


def _card_lines(table: Table) -> list[str]:
    deck, out = table.deck, unused_suits(table)
    suits = join_words([deck.suit_name(suit) for suit in range(len(deck.letters))])
    number = len(deck.letters) * 9 * deck.copies
    copies = "" if deck.copies == 1 else f" of {number_word(deck.copies)} decks"
    remove = f" {join_words(out).capitalize()} {'stays' if len(out) == 1 else 'stay'} in the box." if out else ""
    return [
        f"2 to 10 in {suits}{copies}: {number} cards to shuffle.{remove}",
        f"{join_words(table.setup.court_names.split(', '))} for every player, face up."
        if table.setup.courts
        else "J, Q and K stay in the box.",
    ]


def _deal_lines(table: Table) -> list[str]:
    players, setup = len(table.names), table.setup
    rest = setup.haggis(players)
    haggis = f"The other {rest} are the haggis: face down, nobody looks." if rest else "No card is left."
    with_courts = f" with {setup.court_names}" if setup.courts else ""
    betting = table.variant.betting
    cards = f"{pluralize(setup.dealt, 'card')} to each player"
    if betting.blind:
        first = f"{pluralize(betting.seen, 'card')} to each player, then the deal stops for blind bets"
        cards = f"{first}; then the other {setup.dealt - betting.seen}, {setup.dealt} altogether"
    return [f"{cards}, a hand of {setup.hand}{with_courts}. {haggis}"]


def _beginning_lines(table: Table, standing: Standing) -> list[str]:
    sides = describe_sides(table.with_sides(standing.sides))
    return [_render_leader(table, standing), *([sides] if sides else [])]


def _render_leader(table: Table, standing: Standing) -> str:
    leader = escape_text(table.names[standing.leader])
    bidder = find_first_bidder(table, standing.leader)
    if bidder is not None:
        dealer = leader if standing.dealer is None else escape_text(table.names[standing.dealer])
        return f"{dealer} deals, {escape_text(table.names[bidder])} bids first."
    if standing.dealer is None:
        return f"{leader} deals and leads."
    return f"{escape_text(table.names[standing.dealer])} deals, {leader} leads."


def _lines_before_first_trick(table: Table) -> list[str]:
    """What comes before the first trick."""
    variant = table.variant
    lines = describe_betting(variant, for_two=len(table.names) == 2)
    if variant.gives:
        cards = "one suit card" if variant.gives == 1 else f"{number_word(variant.gives)} suit cards one by one"
        lines.append(f"Every player passes {cards}, face down, to the partner.")
    return lines
