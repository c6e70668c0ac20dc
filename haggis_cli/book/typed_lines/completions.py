"""The words that a line may go on with at one moment of a round. Pure."""

from collections.abc import Iterator

from haggis_cli.book.table_facts import possible_hand
from haggis_cli.book.typed_lines.shorthand import award_choices
from haggis_cli.matches.notation import card_list, parse_name, parse_play, render_action
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.cards import count, remove
from haggis_cli.rules.combinations.play_reading import legal_readings
from haggis_cli.rules.combinations.readings import Kind
from haggis_cli.rules.rounds.blind_offers import find_blind_bets
from haggis_cli.rules.rounds.events import Bid, Phase, Play
from haggis_cli.rules.rounds.judge import judge
from haggis_cli.rules.rounds.lead_offers import find_lead_offer
from haggis_cli.rules.rounds.round import Round
from haggis_cli.support.errors import NotationError


def next_words(text: str, state: Round, *, all_seen: bool = False) -> list[str]:
    """The words that can follow the text: names, deeds, cards that can still be played, readings.

    all_seen: whether the people have seen all their cards, so that nobody bets blind any more.
    """
    with guard_rules(state.table.variant.id):
        return list(dict.fromkeys(_completion_words(text, state, all_seen=all_seen)))


def _completion_words(text: str, state: Round, *, all_seen: bool) -> Iterator[str]:
    head, colon, action = text.rpartition(":")
    seat = _find_seat(head, state) if colon else state.turn
    if seat is None:
        return
    finished = action.split() if action.endswith(" ") else action.split()[:-1]
    verb, rest = (finished[0], finished[1:]) if finished else ("", [])
    names = state.table.names
    match verb.casefold():
        case "bet" | "bid":
            yield from _amount_words(seat, state, all_seen=all_seen)
        case "award" | "lead":
            yield from names
        case "":
            if not colon:
                yield from (f"{name}: " for name in names)
            if not all_seen:
                yield from (render_action(bet, state.table) for bet in find_blind_bets(state, seat))
            yield from _action_words(state)
            # A line that is q alone leaves a dialogue.
            yield from ("queen" if word == "Q" and not colon else word for word in _card_words([], seat, state))
        case _ if "as" in map(str.casefold, rest):
            yield from _reading_words(action, seat, state)
        case _:
            yield from _card_words(finished, seat, state)
            yield "as "


def _find_seat(name: str, state: Round) -> int | None:
    try:
        return parse_name(name, state.table.names)
    except NotationError:
        return None


def _amount_words(seat: int, state: Round, *, all_seen: bool) -> list[str]:
    """The names of bets, else their amounts; blind ones only while they can be made."""
    betting = state.table.variant.betting
    blind = () if all_seen else [bet.amount for bet in find_blind_bets(state, seat)]
    amounts = [amount for amount in betting.amounts if amount not in betting.blind or amount in blind]
    return [name for name, amount in betting.names.items() if amount in amounts] or list(map(str, amounts))


def _action_words(state: Round) -> Iterator[str]:
    names, betting = state.table.names, state.table.variant.betting
    match state.phase:
        case Phase.AUCTION:
            bids = [amount for amount in betting.amounts if not judge(state, Bid(state.turn, amount))]
            yield from (f"bid {betting.name_of(amount) or amount}" for amount in bids)
            yield "pass"
        case Phase.AWARD:
            yield from (names[seat] for seat in award_choices(state))
        case Phase.PLAY:
            yield "pass"
            if not betting.by_auction:
                yield "bet "
            offer = find_lead_offer(state)
            if offer and offer.giver == state.turn:
                yield "lead "


def _card_words(finished: list[str], seat: int, state: Round) -> Iterator[str]:
    """The cards that the player may hold beside those typed already."""
    held = possible_hand(seat, state)
    for word in finished:
        try:
            typed, _ = parse_play(word, state.table.deck)
        except NotationError:
            continue
        held = remove(held, typed & held)
    yield from card_list(held, state.table.deck)


def _reading_words(action: str, seat: int, state: Round) -> Iterator[str]:
    cards = action.casefold().partition(" as ")[0]
    try:
        played, _ = parse_play(cards, state.table.deck)
    except NotationError:
        return
    if count(played):
        for reading in legal_readings(state.table, Play(seat, played), state.reading_to_beat):
            yield f"{reading.kind}{reading.width}" if reading.kind is Kind.STAIR else reading.kind.value
