"""What a match is waiting for, and what is wrong with it, in sentences for the people at the table."""

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.rules.rounds.events import Phase
from haggis_cli.rules.scoring.goal import Goal
from haggis_cli.rules.scoring.standing import Standing
from haggis_cli.rules.table import Table
from haggis_cli.support.english import capitalize, join_words, pluralize
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text_tables import with_direction_marks

if TYPE_CHECKING:  # a match that is being started has no report yet
    from haggis_cli.referee.report import Pending, Report, Violation, Warning  # noqa: A004 - the word of `check --json`
    from haggis_cli.rules.rounds.round import Round


def violation_sentence(violation: "Violation") -> str:
    """Where a violation is, what is wrong, and the rule: `Round 2, event 7: It is … [Rulebook 2.1, Setup]`."""
    place = capitalize(violation_place(violation))
    return escape_text(f"{place}: {violation.message} [{violation.rule}]")


def violation_with_text(violation: "Violation", *, in_file: bool) -> str:
    """The same, inside a sentence, with the text of the event: `round 2, event 7: Noah: 4r: …`.

    in_file: with the line, for people who have the file before them: `round 2, event 7 (line 40): …`.
    """
    text = f"{violation.text}: " if violation.text else ""
    line = f" (line {violation.line})" if in_file else ""
    return escape_text(f"{violation_place(violation)}{line}: {text}{violation.message} [{violation.rule}]")


def violation_in_file(violation: "Violation", source: str) -> str:
    """A line as compilers write them, with the file and the code: `friday: round 2 (line 40): 'Noah: 4r': … [code]`."""
    text = f"'{violation.text}': " if violation.text else ""
    place = violation_place(violation)
    return escape_text(f"{source}: {place} (line {violation.line}): {text}{violation.message} [{violation.code}]")


def violation_place(violation: "Violation") -> str:
    """The round and the event of a violation, counted from 1: `round 2, event 7`, or `round 2` if it is typed in."""
    event = "" if violation.event is None else f", event {violation.event}"
    return f"round {violation.round}{event}"


def message_with_rule(message: str, rule: str) -> str:
    """What is wrong, and the rule it rests on."""
    return escape_text(f"{message} ({rule})")


def warning_sentence(warning: "Warning") -> str:
    """What looks wrong, with its round if it concerns one."""
    place = f"round {warning.round}: " if warning.round else ""
    return escape_text(f"{place}{warning.message}")


def totals_change(before: "Report", after: "Report", arrow: str) -> str:
    """The totals after a change of the match, and those before it where they differ; `arrow` stands between the two."""
    names = [escape_text(name) for name in after.table.side_names]
    if after.totals is None:
        return "The totals cannot be told until that is put right."
    if before.totals is None or before.totals == after.totals:
        return f"Totals: {', '.join(f'{name} {new}' for name, new in zip(names, after.totals, strict=True))}."
    pairs = zip(names, before.totals, after.totals, strict=True)
    return f"Totals: {', '.join(f'{name} {old} {arrow} {new}' for name, old, new in pairs)}."


def _inline_name(name: str) -> str:
    return with_direction_marks(escape_text(name))


def describe_progress(report: "Report") -> str:
    """The goal, and how far the match is."""
    goal, rounds = report.goal, len(report.rounds)
    if report.match.record.final:
        return f"goal {goal}, over; its rounds are not known"
    if report.over:
        how = "closed" if report.match.record.closed else "over"
        return f"goal {goal}, {how} after {pluralize(rounds, 'round')}"
    number = report.current.number if report.current else rounds + 1
    if goal.rounds and number <= goal.rounds:
        return f"round {number} of {goal.rounds}"
    return f"goal {goal}, round {number}{_wins_text(report)}"


def _wins_text(report: "Report") -> str:
    """How many rounds each side has won, where that is what the match is about: `; won are Noah 2, Isla 0`."""
    if report.wins is None:
        return ""
    names = map(_inline_name, report.table.side_names)
    won = [f"{name} {number}" for name, number in zip(names, report.wins, strict=True)]
    return f"; rounds won: {', '.join(won)}"


def due(report: "Report") -> str:
    """What is next, who has won, or why nothing can be said."""
    if report.violations:
        first = report.violations[0]
        return f"The match cannot go on until {violation_place(first)} is put right."
    if report.over:
        return _ending(report)
    pending = report.pending
    if pending is None:
        return ""
    return _before_round(report) if pending.kind == "round" else _in_round(report, pending)


def _ending(report: "Report") -> str:
    totals, final = report.totals or (), report.match.record.final
    names = [_inline_name(name) for name in report.table.side_names]
    if report.totals is None:
        return _ending_without_totals(report)
    if report.winner is None:
        if final and final.won:
            return f"The match is over, and {join_words([_inline_name(name) for name in final.won])} have won it."
        if not any(totals):
            return "The match was closed before anybody scored."
        ended = "over" if final else "closed"
        decisive = report.decisive or ()
        high = max(decisive)
        level = [name for name, number in zip(names, decisive, strict=True) if number == high]
        tie = pluralize(high, "round") if report.goal.round_wins else str(high)
        return f"The match is {ended}, a tie at {tie}: {join_words(level)}."
    won = victory(report, report.winner)
    wins = report.wins
    if wins:
        rest = [f"{name} {wins[side]}" for side, name in enumerate(names) if side != report.winner]
        return f"{won} {pluralize(wins[report.winner], 'round')}, {join_words(rest)}."
    others = sorted((side for side in range(len(totals)) if side != report.winner), key=lambda side: -totals[side])
    if len(others) == 1:
        return f"{won}: {totals[report.winner]} to {totals[others[0]]}."
    behind = join_words([f"{names[side]} ({totals[side]})" for side in others])
    return f"{won} with {totals[report.winner]}, before {behind}."


def _ending_without_totals(report: "Report") -> str:
    """How a match ended of which not all final scores are known."""
    final = report.match.record.final
    known = [f"{_inline_name(name)} {score}" for name, score in final.scores.items()] if final else []
    won = f"{victory(report, report.winner)}. " if report.winner is not None else ""
    return f"{won}Not all final scores are known{f', only {join_words(known)}' if known else ''}."


def victory(report: "Report", side: int) -> str:
    """That a side has won; a team's players have."""
    verb = "have" if len(report.table.sides[side]) > 1 else "has"
    return f"{_inline_name(report.table.side_names[side])} {verb} won"


def _before_round(report: "Report") -> str:
    table, standing = report.table, report.standing
    assert standing is not None
    text = describe_round_due(table, standing, len(report.rounds) + 1)
    if report.wins or not _tied_at_goal(report.goal, standing.totals, len(report.rounds)):
        return text
    high = max(standing.totals)
    level = [_inline_name(name) for name, total in zip(table.side_names, standing.totals, strict=True) if total == high]
    return f"{join_words(level)} are level at {high}, so the match goes on: {text}"


def describe_sides(table: Table) -> str:
    """Who plays with whom in a round, in a sentence: `Isla plays alone against Noah and Jamie.`

    table: the table of the round. Empty where sides do not change from round to round.
    """
    if table.variant.round_sides is None:
        return ""
    sides = [[_inline_name(table.names[seat]) for seat in side] for side in sorted(table.sides, key=len)]
    if len(sides[-1]) == 1:
        return "Everybody plays alone."
    verb = "plays alone" if len(sides[0]) == 1 else "play"
    return f"{join_words(sides[0])} {verb} against {' and against '.join(map(join_words, sides[1:]))}."


def describe_round_due(table: Table, standing: Standing, number: int) -> str:
    """Who leads, deals or bids in the round that comes next, the round of this number, and who plays with whom."""
    sides = describe_sides(table.with_sides(standing.sides))
    beginning = _describe_beginning(table, standing, number)
    return f"{beginning} {sides}" if sides else beginning


def _describe_beginning(table: Table, standing: Standing, number: int) -> str:
    leader = _inline_name(table.names[standing.leader])
    cards = pluralize(table.variant.gives, "card")
    passing = f"; everybody passes {cards} to the partner first" if table.variant.gives else ""
    bidder = find_first_bidder(table, standing.leader)
    if bidder is not None:
        dealer = table.names[standing.leader if standing.dealer is None else standing.dealer]
        first = _inline_name(table.names[bidder])
        return f"{_inline_name(dealer)} deals round {number}; the auction is due, {first} bids first."
    if standing.dealer is None:
        return f"{leader} deals and leads round {number}{passing}."
    return f"{leader} leads round {number}, {_inline_name(table.names[standing.dealer])} deals{passing}."


def find_first_bidder(table: Table, leader: int) -> int | None:
    """Who bids first in the round to come; None where there is no auction, or its rules fail, which is told later."""
    with suppress(HaggisError), guard_rules(table.variant.id):
        return table.variant.betting.next_bidder(table, leader, ())
    return None


def describe_opening(table: Table, leader: int | None, names: Sequence[str]) -> str:
    """What stands behind the number of a round: `, Noah to lead`, or where there is an auction `, Jamie to bid first`.

    leader: the lead player of the round; None where a violation makes it unknown, and nothing is said.
    names: what the players are called there, by seat.
    """
    if leader is None:
        return ""
    bidder = find_first_bidder(table, leader)
    return f", {names[leader]} to lead" if bidder is None else f", {names[bidder]} to bid first"


def _tied_at_goal(goal: Goal, totals: tuple[int, ...], rounds: int) -> bool:
    return goal.reached(totals, rounds) and totals.count(max(totals)) > 1


def _in_round(report: "Report", pending: "Pending") -> str:
    assert report.current is not None
    assert report.current.last is not None
    state = report.current.last
    names = [_inline_name(name) for name in report.table.names]
    name = names[pending.seat]
    match state.phase:
        case Phase.AUCTION:
            best = report.table.variant.betting.shepherd(state.betting)
            beaten = f"; the bid so far is {names[best.seat]}'s {best.amount}" if best else ""
            return f"{name} bids or passes{beaten}."
        case Phase.EXCHANGE:
            return f"{name} exchanges {pluralize(len(state.drawn()), 'card')} with the haggis."
        case Phase.PASSING:
            return (
                f"{name} passes a card to {join_words([names[seat] for seat in state.table.partners(pending.seat)])}."
            )
        case Phase.AWARD:
            choice = join_words([names[seat] for seat in state.table.opponents(pending.seat)], "or")
            return f"{name} says who captures the bombed trick: {choice}."
        case _:
            return _to_play(state, names, report.current.number)


def _to_play(state: "Round", names: list[str], number: int) -> str:
    name = names[state.turn]
    others = [seat for seat in state.table.clockwise_from(state.turn) if seat != state.turn]
    if not state.trick:
        what = "the next trick" if state.tricks else "the first trick"
        own = pluralize(state.sizes[state.turn], "card")
        before, given = _before_lead(state, names)
        sides = "" if state.tricks else describe_sides(state.table)
        text = f"{before}{name} leads {what} of round {number} with {own}{given}; {_hand_sizes(state, names, others)}."
        return f"{text} {sides}" if sides else text
    from haggis_cli.rules.combinations.explanations import describe  # for a trick in progress alone

    last = state.trick[-1]
    words = describe(last.reading, state.table.variant.combinations.bombs)
    whose = words if len(names) == 2 else f"{names[last.seat]}'s {words.partition(' ')[2]}"
    return f"{name} must beat {whose} or pass; {_hand_sizes(state, names, others)}."


def _before_lead(state: "Round", names: list[str]) -> tuple[str, str]:
    """What is done before the lead with nothing entered for it, or who may give the lead away; and the latter's words.

    Both are empty in most rounds. The second stands behind the lead, if the leader may give it away.
    """
    from haggis_cli.rules.rounds.hand_work import find_hand_work, hand_work_text  # for a round in progress alone
    from haggis_cli.rules.rounds.lead_offers import find_lead_offer

    work, offer = find_hand_work(state), find_lead_offer(state)
    if work:
        return f"{hand_work_text(work, names)} ", ""
    if offer is None:
        return "", ""
    if offer.giver == state.turn:
        return "", f", or gives the lead to {names[offer.to]}"
    return f"{names[offer.giver]}, who is out, may give the lead to {names[offer.to]}; else ", ""


def _hand_sizes(state: "Round", names: list[str], seats: Sequence[int]) -> str:
    """How many cards those of the seats that are still in hold; at least one is."""
    holding = [seat for seat in seats if state.sizes[seat]]
    first, *rest = holding
    return ", ".join(
        [
            f"{names[first]} holds {pluralize(state.sizes[first], 'card')}",
            *(f"{names[s]} {state.sizes[s]}" for s in rest),
        ]
    )
