"""Why a player passes: there is no answer, the partner is winning, or an answer costs too much."""

from haggis_cli.players.reasons.position import Position
from haggis_cli.rules.cards import COURTS, Cards, count, remove
from haggis_cli.rules.combinations.readings import Kind
from haggis_cli.rules.rounds.playable import playable
from haggis_cli.support.english import pluralize

_MOST_ANSWERS = 40  # that are weighed


def explain_pass(position: Position) -> str:
    """What answering would cost."""
    view, state = position.view, position.view.state
    table = state.table
    answers = playable(state, view.hand)
    if not answers:
        return "Nothing in your hand beats it."
    winner = state.trick[-1].seat
    if winner in table.partners(view.seat):
        return f"{position.name(winner)} is winning the trick for your side."
    points = f"the trick is worth {pluralize(position.trick_points, 'point')} so far"
    plain = [cards for cards, reading in answers if reading.kind is not Kind.BOMB]
    if not plain:
        return f"Only a bomb would beat it, and it is kept: {points}."
    suited = [cards for cards in plain if not cards & COURTS]
    if not suited:
        seat, held = position.nearest
        what = "court cards" if all(cards & COURTS for cards, _ in answers) else "court cards or a bomb"
        still = f"{position.name(seat)} still holds {pluralize(held, 'card')}"
        return f"Only {what} would beat it, and they are kept: {still}."
    return _explain_suited(position, suited[:_MOST_ANSWERS], points)


def _explain_suited(position: Position, answers: list[Cards], points: str) -> str:
    """Of the answers that cost no court card the one after which the hand is shed soonest."""
    before = len(position.plan)
    after, cards = min((len(position.best_plan(remove(position.view.hand, each))), each) for each in answers)
    shown = position.view.state.table.deck.cards_text(cards)
    if after < before:
        return f"{shown} would beat it, but it pays more to keep {'it' if count(cards) == 1 else 'them'}: {points}."
    then = f"{pluralize(after, 'play')}, not {before}" if after > before else f"{pluralize(after, 'play')} all the same"
    return f"{shown} would take a combination apart: after it the hand takes {then}."
