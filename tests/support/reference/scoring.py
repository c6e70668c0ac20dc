"""Points of a round and who starts the next one; players are seats, counted clockwise from 0."""

from collections.abc import Iterable, Mapping, Sequence

from tests.support.reference.cards import rank_of
from tests.support.reference.variants import Rules

POINTS = {3: 1, 5: 1, 7: 1, 9: 1, 11: 2, 12: 3, 13: 5}


def captured_points(cards: Iterable[str], scoring: str) -> int:
    """What captured cards are worth: each card 1 when `scoring` is "cards", else the point cards only."""
    return sum(1 if scoring == "cards" else POINTS.get(rank_of(card), 0) for card in cards)


def personal_bets(players: int, bets: Mapping[int, int], first: int) -> list[int]:
    """Rule B3: a failed bet goes to the first player out and to everybody who did not bet."""
    points = [0] * players
    for owner, amount in bets.items():
        if owner == first:
            points[owner] += amount
        else:
            for seat in range(players):
                if seat == first or (seat != owner and not bets.get(seat)):
                    points[seat] += amount
    return points


def split_bets(bets: Mapping[int, int], out: Sequence[int]) -> list[int]:
    """Rule B3 with `bet_scoring = "split"`: three players, two of them out."""
    shepherd, second = out
    of_sheep = sum(amount for owner, amount in bets.items() if owner != shepherd)
    points = [0, 0, 0]
    points[shepherd] = bets.get(shepherd, 0) + exact(of_sheep * 2, 3)
    points[second] = exact(of_sheep, 3)
    return points


def team_bets(bets: Mapping[int, int], first: int) -> list[int]:
    """Rule B4: twice the amount to the owner, or the amount to the first seat of the other team."""
    points = [0, 0, 0, 0]
    for owner, amount in bets.items():
        if owner == first:
            points[owner] += 2 * amount
        else:
            points[(owner + 1) % 2] += amount
    return points


def auction_points(shepherd: int, bid: int, first: int) -> list[int]:
    """Rule T6: the bid to the Shepherd, or two thirds and one third to the sheep."""
    points = [0, 0, 0]
    if first == shepherd:
        points[shepherd] = bid
        return points
    (other,) = {0, 1, 2} - {shepherd, first}
    points[first] = exact(bid * 2, 3)
    points[other] = exact(bid, 3)
    return points


def exact(number: int, divisor: int) -> int:
    """The quotient, which must be whole."""
    assert number % divisor == 0, f"{number} / {divisor} is no whole number"
    return number // divisor


def next_round(
    rules: Rules, players: int, totals: Sequence[int], out: Sequence[int], lead: int, first_trick: int
) -> tuple[int, int]:
    """Seats of the lead player and of the dealer of the next round.

    totals: after the round just ended, one per player, or one per team (seats 0 and 2, then 1 and 3).
    out: who went out, in order. lead: the round's lead player; first_trick: who led its first trick
    (another one only after an auction).
    """
    lowest = [place for place, total in enumerate(totals) if total == min(totals)]
    highest = [place for place, total in enumerate(totals) if total == max(totals)]
    leftwards = [(first_trick + step) % players for step in range(1, players + 1)]
    dealer = highest[0] if len(highest) == 1 else out[0]
    leader = -1
    if len(lowest) == 1:
        leader = next(seat for seat in leftwards if seat % len(totals) == lowest[0])
    elif rules.tie == "the one not out":
        (leader,) = {0, 1} - set(out)
    elif rules.tie == "the same again":
        leader = lead
    elif rules.tie == "first tied on the left":
        leader = next(seat for seat in leftwards if seat in lowest)
    elif rules.tie == "the next on the left":
        leader = leftwards[0]
    elif rules.tie == "left of the dealer":
        leader = (dealer + 1) % players
    assert leader >= 0
    return leader, dealer if rules.dealer else leader
