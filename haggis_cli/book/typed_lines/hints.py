"""What is said of a line while it is typed: what the cards are, whether they are legal, what is missing. Pure."""

import re
from contextlib import suppress
from itertools import chain

from haggis_cli.book.typed_lines.shorthand import award_choices, expand_shorthand, parse_line
from haggis_cli.book.typed_lines.verdicts import Answer, judge_beforehand
from haggis_cli.matches.notation import parse_cards, parse_name, render_event
from haggis_cli.matches.notation.events import ACTION_WORDS, SAID_WORDS
from haggis_cli.matches.notation.suit_words import words_of
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.deck import Deck
from haggis_cli.rules.rounds.blind_offers import find_blind_bets
from haggis_cli.rules.rounds.events import Bet, Bid, Event, Phase
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.lead_offers import find_lead_offer
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.english import join_words, pluralize
from haggis_cli.support.errors import NotationError
from haggis_cli.support.escaping import escape_text

_PARTIAL_CARD = re.compile(r"(?:\d{1,2}|t)(?:[-–]\d{0,2})?|[a-z]", re.IGNORECASE)
_VERBS = ("pass", *ACTION_WORDS, *SAID_WORDS, "as")
_READINGS = ("single", "set", "sequence", "run", "stair", "bomb")


def line_hint(text: str, state: Round, *, all_seen: bool = False) -> str:
    """What the line would do now, in a few words; a hint while it is unfinished. VariantError if the rules fail.

    all_seen: whether the people have seen all their cards, so that nobody bets blind any more.
    """
    with guard_rules(state.table.variant.id):
        line = expand_shorthand(text, state)
        if not line:
            blind = "" if all_seen else _hint_at_blind_bets(state)
            return f"{_hint_before_typing(state)}{blind}"
        try:
            event = parse_line(line, state)
        except NotationError as error:
            return _hint_while_unfinished(text, state, error)
        betting = state.table.variant.betting
        if all_seen and isinstance(event, Bet) and event.amount in betting.blind:
            return f"no: {escape_text(betting.refuse_blind(event.amount).message)}"
        return _event_hint(event, state)


def _hint_at_blind_bets(state: Round) -> str:
    """The blind bet that can come before what is due; empty where none can be made any more."""
    bets = find_blind_bets(state)
    return f"; blind bets come first, like '{escape_text(render_event(bets[0], state.table))}'" if bets else ""


def _hint_before_typing(state: Round) -> str:
    """What can be done now, in a few words."""
    betting = state.table.variant.betting
    match state.phase:
        case Phase.AUCTION:
            bids = [amount for amount in betting.amounts if not judge(state, Bid(state.turn, amount))]
            return join_words([*map(betting.amount_text, bids), "pass"], "or")
        case Phase.AWARD:
            return ", ".join(
                f"{seat + 1} {escape_text(state.table.names[seat])}" for seat in sorted(award_choices(state))
            )
        case Phase.EXCHANGE:
            return f"{pluralize(len(state.drawn()), 'card')} to discard"
        case Phase.PASSING:
            return "a card to give"
        case _:
            offer = find_lead_offer(state)
            if offer and offer.giver == state.turn:
                return f"cards, or 'lead' for {escape_text(state.table.names[offer.to])} to lead"
            return "cards, or pass" if state.trick else "cards"


def _hint_while_unfinished(text: str, state: Round, error: NotationError) -> str:
    """A hint if the last word may go on; else what is wrong with the line."""
    head, _, last = text.rpartition(" ")
    if not _may_continue(last, state) or _names_unknown_player(head, state):
        return escape_text(str(error))
    if not head.strip() or head.rstrip().endswith(":"):
        return "..."
    try:
        event = parse_line(expand_shorthand(re.sub(r"\s+as$", "", head, flags=re.IGNORECASE), state), state)
    except NotationError:
        return "..." if _may_continue(head.split()[-1], state) else escape_text(str(error))
    said = _event_hint(event, state)
    return said if said.startswith("not yet") else f"{said} ..."


def _names_unknown_player(head: str, state: Round) -> bool:
    """Whether the line begins with the name of nobody at the table."""
    name, colon, _ = head.partition(":")
    try:
        return bool(colon) and parse_name(name, state.table.names) < 0
    except NotationError:
        return True


def _may_continue(word: str, state: Round) -> bool:
    begun = word.rpartition(":")[2].casefold()
    if not begun:
        return word.endswith(":")
    whole = chain(_VERBS, _READINGS, map(str.casefold, state.table.names), state.table.variant.betting.names)
    if _PARTIAL_CARD.fullmatch(begun) or any(known.startswith(begun) for known in whole):
        return True
    return _may_become_cards(begun, state.table.deck)


def _may_become_cards(begun: str, deck: Deck) -> bool:
    """Whether a word is on its way to cards as people type them: `gree`, `8b9`, `4r-`."""
    if any(known.startswith(begun) for known in (*words_of(deck), "of", "and")):
        return True
    for more in (deck.letters[0], f"10{deck.letters[0]}"):
        with suppress(NotationError):
            return bool(parse_cards(begun + more, deck))
    return False


def _event_hint(event: Event, state: Round) -> str:
    verdict = judge_beforehand(event, state)
    match verdict.answer:
        case Answer.LEGAL:
            return verdict.words
        case Answer.CHOICE:
            return f"{verdict.words}: Enter asks which"
        case Answer.UNFINISHED:
            return f"not yet: {verdict.words}"
        case Answer.ILLEGAL:
            return f"no: {verdict.words}"
