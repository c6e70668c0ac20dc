"""`haggis solve` and `haggis review`: what a position is worth, and what every play of a round gave away."""

from typing import TYPE_CHECKING, Annotated, Any

from haggis_cli.cli import options
from haggis_cli.cli.completion import hand_names
from haggis_cli.cli.options import REVIEW_SECONDS, Context, option, parse_option_pairs, seat_option, seconds_option
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import NotationError, UsageError
from haggis_cli.support.text import pluralize

if TYPE_CHECKING:
    from haggis_cli.analysis.review import PlayReview, RoundReview
    from haggis_cli.analysis.solver import Solution
    from haggis_cli.referee.report import Report
    from haggis_cli.rules.variant import Table

Hands = Annotated[
    list[str] | None,
    option(
        "--hand 'NAME: CARDS'",
        "Cards of a player, such as 'Noah: 4r 4g J'. Repeat for each player, clockwise. 'Noah: out 9' means gone out.",
        show_default=False,
    ),
]
Turn = Annotated[str | None, seat_option("--turn", "Player whose turn it is. Default: the first player.", hand_names)]
Pile = Annotated[str | None, option("--pile CARDS", "All cards of the trick so far. Default: those of --over.")]
Haggis = Annotated[str | None, option("--haggis CARDS", "Cards of the haggis. Default: a haggis worth nothing.")]
Side = Annotated[
    str | None, seat_option("--side", "With three players: the one who plays against the other two.", hand_names)
]
Seconds = Annotated[float, seconds_option("Longest time to search; when it runs out, haggis prints bounds.")]


def solve_command(
    hand: Hands = None,
    turn: Turn = None,
    over: options.Over = None,
    pile: Pile = None,
    haggis: Haggis = None,
    side: Side = None,
    variant: options.VariantId = None,
    option: options.VariantOptions = None,
    suits: options.Suits = None,
    seconds: Seconds = 30.0,
    home: options.Home = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Solve a position in which all hands are known.

    Shows every play with its exact value, the best first, and one best line to the end of the round. The value is the
    points that the side to move gets from here on, minus those of the other side; bets are not counted. If time runs
    out, haggis shows the bounds proved so far. The sides are the two players, or the teams; with three players --side
    names the one who plays against the others (in Tatties the Shepherd; in variants with changing sides, the player who
    plays alone).

    The combination to beat was played by the previous player who still holds cards. The rules are those of the current
    match, with its options and suits; --variant uses another variant.

    \b
    haggis solve --hand "Noah: 4r 4g J" --hand "Isla: 9b 10b Q"
    haggis solve --hand "N: 4r J" --hand "I: 9b Q" --over 8y --pile 78y
    haggis solve --hand "N: 4r J" --hand "I: 9b Q" --seconds 5 --json
    """
    from haggis_cli.analysis.solver import Solver
    from haggis_cli.book.rules_in_force import find_rules
    from haggis_cli.cli.positions import PositionWords, print_solution, read_position, split_names
    from haggis_cli.cli.views.moves import print_rules
    from haggis_cli.plugins.isolation import guard_rules
    from haggis_cli.rules.variant import name_sides

    printer = Printer(no_color=no_color)
    names = split_names(hand or ())
    if len(names) < 2:
        raise UsageError("name the cards of every player, as in --hand 'Noah: 4r 4g J' --hand 'Isla: 9b 10b Q'")
    rules = find_rules(home, variant, len(names), parse_option_pairs(option), suits)
    table = rules.table._replace(names=names, side_names=name_sides(rules.table.sides, names))
    with guard_rules(table.variant.id):
        alone = _find_alone(side, table)
        if alone is not None and table.variant.round_sides:
            table = _with_lone_seat(table, alone)
        state = read_position(PositionWords(hand or (), turn, over, pile, haggis), table)
        solver = Solver(state, None if table.variant.round_sides else alone)
        print_rules(Context(printer, home, json), rules)
        solution = solver.solve(state, seconds=seconds)
    if json:
        printer.print_json(_as_json(solution, table, alone) | rules.as_json())
    else:
        print_solution(printer, state, solution, None if table.variant.round_sides else alone)


def _find_alone(side: str | None, table: "Table") -> int | None:
    """Who plays alone against the others; UsageError where somebody must."""
    from haggis_cli.matches.notation import parse_name

    if side is not None:
        try:
            return parse_name(side, table.names)
        except NotationError as error:
            raise UsageError(f"--side: {error}") from None
    if len(table.sides) <= 2:
        return None
    if table.variant.round_sides:
        raise UsageError("sides change from round to round here: name the player who plays alone with --side NAME")
    if table.variant.betting.by_auction:
        raise UsageError("name the Shepherd, who plays against the others, with --side NAME")
    raise UsageError(
        f"{len(table.names)} players who play for themselves have no single value: name one to play against the "
        "others with --side NAME"
    )


def _with_lone_seat(table: "Table", alone: int) -> "Table":
    """The table of a round that this player plays alone; UsageError where nobody plays alone against all others."""
    from haggis_cli.rules.variant import first_standing

    wanted = {(alone,), tuple(seat for seat in table.seats if seat != alone)}
    for leader in table.seats:
        sides = first_standing(table, leader).sides
        if set(sides) == wanted:
            return table.with_sides(sides)
    raise UsageError(
        f"a position of {table.variant.id} does not show who plays with whom: use 'haggis review' for the rounds "
        "of a match"
    )


def _as_json(solution: "Solution", table: "Table", alone: int | None) -> dict[str, Any]:
    """The answer as JSON."""
    from haggis_cli.matches.notation import render_event

    best: list[dict[str, Any]] = []
    for play in solution.plays:
        bounds = {"value": play.low} if play.exact else {"low": play.low, "high": play.high}
        best.append({"event": render_event(play.event, table)} | bounds)
    return {
        "player": table.names[solution.turn],
        "side": None if alone is None else table.names[alone],
        "value": solution.value,
        "exact": solution.exact,
        "low": solution.low,
        "high": solution.high,
        "best": best,
        "line": [render_event(event, table) for event in solution.line],
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 3),
    }


# `haggis review`: what every play of recorded rounds gave away.

ReviewSeconds = Annotated[float, seconds_option("Longest time to search each round.")]


def review_command(
    match: options.Match = None,
    round_number: options.RoundNumber = None,
    seconds: ReviewSeconds = REVIEW_SECONDS,
    home: options.Home = None,
    json: options.Json = False,
    no_color: options.NoColor = False,
) -> None:
    """Show the points that each play of a recorded round gave away, if all hands are known.

    Reviews each finished round whose hands are known: the points each player gave away, the three costliest plays with
    better ones, and the value of the round after each play. A value counts from that play to the end of the round, as
    in 'haggis solve'; bets are not counted. The first plays of a round are usually too far from the end for an exact
    value: for these the review shows the proved bounds and, separately, an estimate by computer players who play the
    round to the end. If three players each play alone, each is valued against the other two together.

    Reviews are saved, so that reviewing the same round again takes no time.

    \b
    haggis review
    haggis review friday --round 2
    haggis review friday --seconds 120
    """
    from haggis_cli.book.match import find_round
    from haggis_cli.cli.views.review import name_skipped, print_reviews, review_rounds

    printer = Printer(no_color=no_color)
    opened = Context(printer, home, json).open_match(match)
    report = opened.report
    rounds = report.rounds if round_number is None else (find_round(report, round_number),)
    reviews, skipped = review_rounds(printer, opened, rounds, seconds)
    if json:
        shown = [_review_as_json(report, number, review) for number, review in reviews.items()]
        printer.print_json({"rounds": shown, "skipped": [{"number": at, "why": why} for at, why in skipped.items()]})
    else:
        if skipped:
            printer.print_message(f"Skipped: {name_skipped(skipped)}.")
        print_reviews(printer, report, reviews)
        plays = [each for review in reviews.values() for each in review.plays]
        known = sum(each.exact for each in plays)
        if known < len(plays):
            of_all = f"{known} of {pluralize(len(plays), 'play')}"
            printer.print_message(f"Solved: {of_all}. A longer search (--seconds) can solve more.")


def _review_as_json(report: "Report", number: int, review: "RoundReview") -> dict[str, Any]:
    """A round as JSON."""
    from haggis_cli.analysis.review import count_losses

    names = report.table.names
    return {
        "number": number,
        "against_all_others": review.signs is None,
        "players": {names[seat]: losses._asdict() for seat, losses in count_losses(review).items()},
        "plays": [_play_json(report, number, each) for each in review.plays],
    }


def _play_json(report: "Report", number: int, each: "PlayReview") -> dict[str, Any]:
    from haggis_cli.matches.notation import render_event

    table = report.table
    text = render_event(report.rounds[number - 1].events[each.event - 1], table)
    best = render_event(each.best, table) if each.lost else text if each.is_best else None
    return {
        "event": each.event,
        "player": table.names[each.seat],
        "text": text,
        "value": each.low if each.low == each.high else None,
        "best": each.best_low if each.best_low == each.best_high else None,
        "best_text": best,
        "lost": each.lost,
        "exact": each.exact,
        "low": each.low,
        "high": each.high,
        "best_low": each.best_low,
        "best_high": each.best_high,
        "why": each.reason or None,
        "about": _estimate_json(each, table),
    }


def _estimate_json(each: "PlayReview", table: "Table") -> dict[str, Any] | None:
    """About what it brought, where that is not known; nothing of it is proven."""
    from haggis_cli.matches.notation import render_event

    if each.about is None:
        return None
    value, best_value, best = each.about
    return {"value": value, "best": best_value, "best_text": render_event(best, table), "lost": each.about.lost}
