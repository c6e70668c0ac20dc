"""From the answers of a dialogue to a half-entered round, and back."""

from collections.abc import Hashable, Mapping
from typing import Any

from haggis_cli.book.half_round import HalfRound
from haggis_cli.book.typed_round import REST_WORDS
from haggis_cli.cli.score.stake_questions import NOBODY, NONE, spell_amount, spell_team_bet
from haggis_cli.rules.table import Table


def half_round(values: Mapping[Hashable, Any], table: Table) -> HalfRound:
    """What has been answered, by the keys of the questions."""
    half = HalfRound()
    for key, value in sorted(values.items(), key=repr):
        assert isinstance(key, tuple)
        match key:
            case ("out", _) if value not in half.out:
                half.out.append(value)
            case ("count", seat):
                half.counts[seat] = value
            case ("captured", seat) if value is None:
                half.rest_seat = seat
            case ("captured", seat):
                half.captured[seat] = value
            case ("bet", seat):
                half.stakes[seat] = value
            case ("team", side):
                half.stakes |= dict.fromkeys(table.sides[side])
                half.stakes |= {value[0]: value[1]} if value else {}
            case ("shepherd",) if value is None:
                half.stakes = dict.fromkeys(table.seats)
            case ("shepherd",):
                bid = values.get(("bid",))
                half.shepherd = value if bid is None else None
                half.stakes = {} if bid is None else {value: bid}
    return half


def add_earlier(half: HalfRound, earlier: HalfRound, table: Table) -> HalfRound:
    """What has been answered, with what was answered before and not asked again yet."""
    out = list(half.out)
    out += [seat for seat in earlier.out[len(out) :] if seat not in out and not table.ended_by(tuple(out))]
    captured = {seat: points for seat, points in earlier.captured.items() if seat != half.rest_seat} | half.captured
    rest_seat = earlier.rest_seat if half.rest_seat is None else half.rest_seat
    stakes, shepherd = earlier.stakes | half.stakes, half.shepherd
    if table.variant.betting.by_auction:  # there is one bid at most
        is_answered = bool(half.stakes) or half.shepherd is not None
        stakes, shepherd = (half.stakes, half.shepherd) if is_answered else (earlier.stakes, earlier.shepherd)
    counts = earlier.counts | half.counts
    return HalfRound(out, counts, captured, None if rest_seat in captured else rest_seat, stakes, shepherd)


def answer_texts(half: HalfRound, table: Table) -> dict[Hashable, str]:
    """What was answered, as texts that answer the questions again."""
    names = table.names
    texts: dict[Hashable, str] = {("out", place): names[seat] for place, seat in enumerate(half.out)}
    texts |= {("count", seat): str(count) for seat, count in half.counts.items()}
    texts |= {("captured", seat): str(points) for seat, points in half.captured.items()}
    if half.rest_seat is not None:
        texts["captured", half.rest_seat] = REST_WORDS[0]
    betting = table.variant.betting
    if betting.by_auction:
        return texts | _auction_texts(half, table)
    if betting.by_team:
        return texts | _team_texts(half, table)
    return texts | {
        ("bet", seat): NONE if stake is None else spell_amount(stake, table) for seat, stake in half.stakes.items()
    }


def _auction_texts(half: HalfRound, table: Table) -> dict[Hashable, str]:
    made = {seat: stake for seat, stake in half.stakes.items() if stake is not None}
    if made:
        shepherd, bid = next(iter(made.items()))
        return {("shepherd",): table.names[shepherd], ("bid",): spell_amount(bid, table)}
    if half.shepherd is not None:
        return {("shepherd",): table.names[half.shepherd]}
    return {("shepherd",): NOBODY} if half.stakes else {}


def _team_texts(half: HalfRound, table: Table) -> dict[Hashable, str]:
    texts: dict[Hashable, str] = {}
    for side, seats in enumerate(table.sides):
        made = [(seat, stake) for seat in seats if (stake := half.stakes.get(seat)) is not None]
        if made:
            texts["team", side] = spell_team_bet(*made[0], table)
        elif any(seat in half.stakes for seat in seats):
            texts["team", side] = NONE
    return texts
