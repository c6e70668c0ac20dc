"""Why an event is a good one for the player who does it, in one sentence."""

from haggis_cli.players.reasons.pass_reasons import explain_pass
from haggis_cli.players.reasons.play_reasons import PlayReason
from haggis_cli.players.reasons.position import Position
from haggis_cli.players.view import View
from haggis_cli.rules.cards import Cards, add, pack, remove
from haggis_cli.rules.rounds.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Phase, Play
from haggis_cli.support.english import pluralize


def explain(view: View, event: Event) -> str:
    """Why this event is a good one for the seat whose view it is. It must be legal, and by that seat."""
    position = Position(view)
    match event:
        case Play():
            return PlayReason(position, event).text()
        case Pass():
            return explain_pass(position) if view.state.phase is Phase.PLAY else _not_bidding(position)
        case Bet() | Bid():
            return f"{_strength(position)}."
        case Exchange() | Give():
            return _giving(position, event.cards)
        case Award():
            return f"{position.name(event.to)} has a game score of {view.state.totals[event.to]}, the lowest to choose."
        case Lead():
            return _giving_the_lead(position, event.to)


def _strength(position: Position) -> str:
    """How good the hand is: in how many plays it goes, and how many of them nobody can beat."""
    plan = position.plan
    safe = sum(map(position.counter.is_unbeatable, plan))
    beaten = f", {safe} of which nobody can beat" if safe else ""
    return f"Your suit cards go in {pluralize(len(plan), 'play')}{beaten}, which is good enough on average"


def _not_bidding(position: Position) -> str:
    plays = pluralize(len(position.plan), "play")
    bid = position.view.state.table.variant.betting.shepherd(position.view.state.betting)
    against = f" to bid more than {position.name(bid.seat)}" if bid else " to bid"
    return f"Your suit cards go in {plays}, too many on average{against}."


def _giving(position: Position, cards: Cards) -> str:
    whole = add(position.view.hand, pack(position.view.drawn))
    before, after = len(position.best_plan(whole)), len(position.best_plan(remove(whole, cards)))
    which = "this card" if cards.bit_count() == 1 else "these cards"
    return f"Without {which} your suit cards go in {pluralize(after, 'play')}, with {which} in {before}."


def _giving_the_lead(position: Position, partner: int) -> str:
    sizes = position.view.state.sizes
    own, theirs = sizes[position.view.seat], sizes[partner]
    held = f"{position.name(partner)} holds {pluralize(theirs, 'card')}, you hold {own}"
    return f"{held}; in the deals that fit what you have seen your side does better so."
