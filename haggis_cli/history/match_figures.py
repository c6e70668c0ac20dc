"""From match files to their figures: what everybody did in a match, added up. Begin with `figures_of_files`."""

import os
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import fields
from operator import attrgetter
from pathlib import Path
from typing import Any

from haggis_cli.history import figures
from haggis_cli.history.selection import BREAKS_RULES, seat_name
from haggis_cli.matches.heading import clock_at, has_own_clock, render_moment
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.files import SourceFile, map_files
from haggis_cli.matches.store.folder import Store
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.rules.readings import BOMB
from haggis_cli.rules.round import Round
from haggis_cli.rules.scoring import largest_deficit, leading_side
from haggis_cli.rules.variant import player_total
from haggis_cli.support.errors import HaggisError, RecordError, StoreError, VariantError
from haggis_cli.support.escaping import fold_name
from haggis_cli.support.jobs import Workers

_MAX_POINTS = 1 << 40
_number_values = attrgetter(*(field.name for field in fields(figures.SeatFigures) if field.type is int))


def unusable_figures(record: MatchRecord, error: str) -> figures.MatchFigures:
    """A match that cannot be adjudicated: who sat at it is known, and nothing else."""
    return _begin_figures(record)._replace(
        reason=figures.exclusion_reason(error),
        listing=_listing(record) | {"error": error},
        seats=tuple(_new_seat_figures(record, seat, seat) for seat in range(len(record.players))),
    )


def compute_figures(report: Report) -> figures.MatchFigures:
    """The figures of an adjudicated match; ValueError for points that nobody can add up."""
    record, names = report.match.record, report.table.side_names
    seats = tuple(_seat_figures(report, seat) for seat in report.table.seats)
    for each in report.complete_rounds:
        _add_round(seats, report, each)
        _add_bombs(seats, each.last)
    for seat in seats:
        _check_points(seat)
    return _begin_figures(record)._replace(
        finished=report.over,
        reason=_find_reason(report),
        listing=_listing(record)
        | {
            "ok": report.ok,
            "totals": dict(zip(names, report.totals, strict=True)) if report.totals else None,
            "winner": names[report.winner] if report.winner is not None else None,
            "over": report.over,
            "goal": str(report.goal),
            "in_progress": report.current is not None,
        }
        | ({"final": True} if record.final else {})
        | ({"round_wins": dict(zip(names, report.wins, strict=True))} if report.wins else {})
        | ({"revision": report.revision.as_json()} if report.revision else {}),
        seats=seats,
        bets=tuple(_bet_figures(report)),
    )


def _begin_figures(record: MatchRecord) -> figures.MatchFigures:
    """What the file itself tells."""
    return figures.MatchFigures(
        called=record.id,
        variant=record.variant,
        event=fold_name(record.event or ""),
        created=record.created.timestamp(),
        clock=clock_at(record.created).isoformat() if has_own_clock(record.created) else None,
    )


def _find_reason(report: Report) -> str | None:
    """Why a match counts in nothing; None if it does."""
    if not report.ok:
        return BREAKS_RULES
    if not report.match.record.rated:
        return figures.UNRATED
    return None if report.totals else "not all final scores are known"


def _check_points(seat: figures.SeatFigures) -> None:
    """ValueError for points of a third party's variant that are no whole numbers, or absurd."""
    for value in _number_values(seat):
        if not isinstance(value, int) or abs(value) >= _MAX_POINTS:
            raise ValueError(f"{value} is not a number of points")


def _listing(record: MatchRecord) -> dict[str, Any]:
    return {
        "error": None,
        "variant": record.variant,
        "created": render_moment(record.created),
        "title": record.title,
        "event": record.event,
        "players": list(record.players),
        "rounds": len(record.rounds),
    } | ({} if record.rated else {"rated": False})


def _new_seat_figures(record: MatchRecord, seat: int, side: int) -> figures.SeatFigures:
    name = record.players[seat]
    bot = record.bots.get(name, "")
    name = seat_name(name, bot)
    return figures.SeatFigures(seat=seat, side=side, key=fold_name(name), name=name, bot=bot)


def _seat_figures(report: Report, seat: int) -> figures.SeatFigures:
    side = report.table.side(seat)
    mine = _new_seat_figures(report.match.record, seat, side)
    mine.unfinished = int(not report.over)
    if report.over and report.totals and (report.complete_rounds or report.match.record.final):
        mine.matches = 1
        mine.won = int(report.winner == side)
        mine.drawn = int(report.winner is None)
        mine.match_points = report.totals[side]
        mine.decisive = report.decisive[side] if report.decisive else 0
        if mine.won and not report.goal.round_wins:
            mine.comeback, _ = largest_deficit([each.totals for each in report.complete_rounds if each.totals], side)
    return mine


def _add_round(seats: tuple[figures.SeatFigures, ...], report: Report, each: RoundReport) -> None:
    """Add the scores of a round."""
    assert each.scores is not None
    out, sides, leader = each.out, report.table.sides, each.first_leader(report.table)
    totals = [player_total(report.table, score) for score in each.scores]
    together = [sum(each.scores[seat].total for seat in side) for side in sides]
    best, table = leading_side(tuple(together)), report.round_table(each.number)
    for mine, score, total in zip(seats, each.scores, totals, strict=True):
        if not mine.rounds or total > mine.best:
            mine.best, mine.best_round = total, each.number
        mine.rounds += 1
        mine.points += total
        mine.hand += score.hand
        mine.hand_points += score.hand_points
        mine.captured += score.captured
        mine.bonus += score.bonus
        mine.bet_points += score.bet_points
        mine.tops += mine.side == best
        first = out[0] == mine.seat
        mine.first += first
        mine.out += mine.seat in out
        if leader == mine.seat:
            mine.led += 1
            mine.led_first += first
        team = table.sides[table.side(mine.seat)]
        mine.slams += out[0] in team and table.is_slam(out)


def _add_bombs(seats: tuple[figures.SeatFigures, ...], last: Round | None) -> None:
    """Add the bombs of a recorded round, whose last state this is."""
    if last is None:
        return
    table = last.table
    for mine in seats:
        mine.recorded += 1
    for trick in last.tricks:
        for play in trick.plays:
            if play.reading.kind is BOMB:
                mine = seats[play.seat]
                mine.bombs += 1
                if play.cards.bit_count() > mine.longest_bomb:
                    mine.longest_bomb = play.cards.bit_count()
                    mine.bomb_cards = table.deck.cards_text(play.cards)
        if trick.won_by_bomb:
            mine = seats[trick.winner]
            mine.bombs_won += 1
            if table.side(trick.taker) != table.side(trick.winner):
                mine.bomb_cost += table.variant.card_values.of(*trick.handfuls)


def _bet_figures(report: Report) -> Iterator[figures.BetFigures]:
    found: dict[tuple[int, int], list[int]] = {}
    for each in report.complete_rounds:
        for seat, amount in enumerate(each.outcome.stakes if each.outcome else ()):
            if amount:
                tally = found.setdefault((seat, amount), [0, 0])
                tally[0] += 1
                tally[1] += each.out[0] == seat
    return (figures.BetFigures(seat, amount, *tally) for (seat, amount), tally in found.items())


# From match files to their figures, by this process or by the workers of a Dask scheduler.


def figures_of_files(
    store: Store, files: Mapping[str, os.stat_result], workers: Workers
) -> Generator[tuple[str, figures.MatchFigures], None, None]:
    """The figures of each of these files of the store, as they are worked out."""
    sources = (SourceFile(str(store.matches_folder / name)) for name in files)
    sizes = (found.st_size for found in files.values())
    with closing(map_files(figures_of, sources, sizes, len(files), workers)) as done:
        yield from zip(files, done, strict=True)


def figures_of(source: SourceFile) -> figures.MatchFigures:
    """The figures of a match file, or what keeps it from having any."""
    from haggis_cli.matches.toml.match_file import MatchFile
    from haggis_cli.plugins.registry import installed_claims, load
    from haggis_cli.referee.adjudication import adjudicate

    try:
        match = MatchFile(source.read(), Path(source.name).name)
    except StoreError as error:
        return figures.unreadable_figures(str(error))._replace(transient=True)
    except HaggisError as error:
        return figures.unreadable_figures(str(error))
    try:
        report = adjudicate(match, load(match.record.variant))
        with guard_rules(match.record.variant):
            return compute_figures(report)
    except RecordError as error:
        return unusable_figures(match.record, str(error))
    except VariantError as error:
        # An installed plugin that fails may do so for reasons that no stamp tells.
        return unusable_figures(match.record, str(error))._replace(transient=match.record.variant in installed_claims())
