"""An adjudicated match as JSON, in the shape scripts rely on: `check --json`, and with what is due `show --json`."""

from pathlib import Path
from typing import Any

from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import find_first_bidder
from haggis_cli.rules.judge import find_hand_work
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import player_total


def report_json(report: Report, path: Path | None = None) -> dict[str, Any]:
    """The report as a JSON object; `path` is the match's file, where it is known better than by its name.

    totals: by player, in team games by team.
    rounds: one that is not scored has no scores; its leader is who leads the first trick, null while not known. The
        total of a team's player leaves out the bet, whose points stand with one of its players.
    next: null unless a new round is due; who bids first stands in it where there is an auction.
    sides: of a round and of `next`, only where they change from round to round: lists of names.
    round_wins: only where the goal is a number of rounds won: how many each has won, by player or team.
    final: only where the rounds of the match are not known: how it ended, as its file says.
    revision: only where the match was recorded under another revision of its variant.
    """
    names, sides = report.table.names, report.table.side_names
    found = {
        "file": report.match.source if path is None else str(path),
        "id": report.match.record.id,
        "variant": report.match.record.variant,
        "title": report.match.record.title,
        "event": report.match.record.event,
        "notes": report.match.record.notes,
        "ok": report.ok,
        "complete": report.over,
        "violations": [each._asdict() for each in report.violations],
        "warnings": [each._asdict() for each in report.warnings],
        "rounds": [round_json(report, each) for each in report.rounds],
        "totals": None if report.totals is None else dict(zip(sides, report.totals, strict=True)),
        "winner": None if report.winner is None else sides[report.winner],
        "next": _next(report, names),
    }
    if final := report.match.record.final:
        found["final"] = final.model_dump(mode="json", exclude_defaults=True)
    if report.wins:
        found["round_wins"] = dict(zip(sides, report.wins, strict=True))
    return found | {"revision": report.revision.as_json()} if report.revision else found


def show_json(report: Report, path: Path | None = None) -> dict[str, Any]:
    """The same with `pending`: who is expected to do what, what a play must beat, and who holds how many cards."""
    return report_json(report, path) | {"pending": _pending(report)}


def round_json(report: Report, each: RoundReport) -> dict[str, Any]:
    """One round of the report."""
    names = report.table.names
    leader = each.first_leader(report.table)
    found: dict[str, Any] = {
        "number": each.number,
        "kind": "recorded" if each.recorded else "typed",
        "notes": each.record.notes,
        "complete": each.complete,
        "leader": None if leader is None else names[leader],
        "out": [names[seat] for seat in each.out],
        "scores": {
            names[seat]: {**score._asdict(), "total": player_total(report.table, score)}
            for seat, score in enumerate(each.scores or ())
        },
    }
    return found | sides_json(names, each.sides)


def sides_json(names: tuple[str, ...], sides: tuple[tuple[int, ...], ...]) -> dict[str, list[list[str]]]:
    """The sides of a round, as lists of names; nothing where they do not change from round to round."""
    return {"sides": [[names[seat] for seat in side] for side in sides]} if sides else {}


def _next(report: Report, names: tuple[str, ...]) -> dict[str, Any] | None:
    pending, standing = report.pending, report.standing
    if standing is None or pending is None or pending.kind != "round":
        return None
    dealer = standing.leader if standing.dealer is None else standing.dealer
    bidder = find_first_bidder(report.table, standing.leader)
    found = {"leader": names[standing.leader], "dealer": names[dealer]}
    return found | ({} if bidder is None else {"bidder": names[bidder]}) | sides_json(names, standing.sides)


def _pending(report: Report) -> dict[str, Any] | None:
    pending, current = report.pending, report.current
    if pending is None:
        return None
    names = report.table.names
    state = current.last if current else None
    return {
        "player": names[pending.seat],
        "kind": pending.kind,
        "round": current.number if current else len(report.rounds) + 1,
        "over": _combination_to_beat(state) if state else None,
        "held": dict(zip(names, state.sizes, strict=True)) if state else None,
        "not_entered": _hand_work(state) if state else None,
        "lead_offer": _lead_offer(state) if state else None,
    }


def _hand_work(state: Round) -> dict[str, Any] | None:
    """The exchange or the passing that is due before the first trick, and of which nothing is entered."""
    work = find_hand_work(state)
    if work is None:
        return None
    return {"kind": work.kind.value, "players": [state.table.names[seat] for seat in work.seats], "cards": work.cards}


def _lead_offer(state: Round) -> dict[str, str] | None:
    """The lead that the winner of a bombed trick may give away with `lead`."""
    from haggis_cli.rules.choices import choices  # for rounds that are recorded

    offer = choices(state).lead_offer()
    return {"giver": state.table.names[offer.seat], "to": state.table.names[offer.to]} if offer else None


def _combination_to_beat(state: Round) -> dict[str, Any] | None:
    """The combination to beat, or to award with its trick; None before a lead."""
    if not state.trick:
        return None
    seat, cards, reading = state.trick[-1]
    return {"player": state.table.names[seat], "cards": card_list(cards, state.table.deck), **reading._asdict()}
