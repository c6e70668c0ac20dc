"""Adding rounds to a match and showing the newest one, as `score` and `record` both do."""

from typing import TYPE_CHECKING

from haggis_cli.cli.show import Printer, safe
from haggis_cli.errors import RulesError
from haggis_cli.rules.explain import describe
from haggis_cli.rules.round import Phase, Round

if TYPE_CHECKING:
    from haggis_cli.referee import Report, RoundReport


def refuse_if_not_due(report: "Report") -> None:
    """RulesError where no new round can begin: a violation, a round in progress, the match over."""
    refuse_violated(report)
    if report.current:
        raise RulesError(
            f"round {report.current.number} is being recorded play by play: finish it with 'haggis record', "
            "or take it back with 'haggis undo --round'"
        )
    refuse_if_over(report)


def refuse_if_over(report: "Report") -> None:
    """RulesError where the match has ended."""
    if report.over:
        winner = report.winner
        how = "it is closed" if winner is None else f"{safe(report.table.side_names[winner])} has won it"
        raise RulesError(f"the match is over, {how}: start the next one with 'haggis new'")


def refuse_violated(report: "Report") -> None:
    """RulesError for a match that must be put right before it goes on."""
    if report.violations:
        first = report.violations[0]
        raise RulesError(
            f"the match breaks the rules in round {first.round} (line {first.line}): {first.message} Put it right with "
            "'haggis edit' or 'haggis undo' first."
        )


def print_round(printer: Printer, report: "Report", round_report: "RoundReport") -> None:
    """The lines that a round adds to the scoresheet."""
    table = report.table
    printer.line(printer.styled(f"Round {round_report.number}", "bold"))
    if not round_report.scores:
        return
    bonus = any(score.bonus for score in round_report.scores)
    rows = [["", "opp. hand", "cards", *(["bonus"] if bonus else []), "bet", "bet pts", "round", "game"]]
    for seat, score in enumerate(round_report.scores):
        side = table.side(seat)
        game = str(round_report.totals[side]) if round_report.totals and table.sides[side][0] == seat else ""
        rows.append(
            [
                safe(table.names[seat]),
                f"{score.hand} × {table.variant.hand_points} = {score.hand_points}",
                str(score.captured),
                *([str(score.bonus)] if bonus else []),
                str(score.bet or "-"),
                str(score.bet_points),
                str(score.total),
                game,
            ]
        )
    printer.table(rows, "<" + ">" * (len(rows[0]) - 1))


def print_what_is_next(printer: Printer, report: "Report") -> None:
    """A sentence on the winner, or on who leads the next round."""
    if report.totals is None:
        return
    sides = zip(report.table.side_names, report.totals, strict=True)
    scores = ", ".join(f"{safe(name)} {total}" for name, total in sides)
    if report.winner is not None:
        printer.line(f"{safe(report.table.side_names[report.winner])} has won the match: {scores}.")
    elif report.pending and report.standing:
        leader = safe(report.table.names[report.standing.leader])
        dealer = report.standing.dealer
        deals = "deals and leads" if dealer is None else f"leads, {safe(report.table.names[dealer])} deals"
        printer.line(f"{leader} {deals} round {len(report.rounds) + 1} (goal {report.goal}: {scores}).")


def print_due(printer: Printer, report: "Report") -> None:
    """A sentence on what is expected next, within the round in progress or after it."""
    if report.violations:
        printer.line(f"Round {report.violations[0].round} breaks the rules: 'haggis check' tells where.")
        return
    state = report.current.last if report.current else None
    if state is None:
        print_what_is_next(printer, report)
        return
    turn = safe(state.table.names[state.turn])
    doing = {
        Phase.AUCTION: "must bid or pass",
        Phase.EXCHANGE: "must exchange cards",
        Phase.PASSING: "has a card to give",
        Phase.AWARD: "must say who captures the trick",
    }
    due = doing.get(state.phase, "leads" if not state.trick else f"must beat {_to_beat(state)} or pass")
    printer.line(f"{turn} {due} ({state.sizes[state.turn]} cards).")


def trick_to_beat(state: Round) -> str:
    """The trick so far in a line: who played what, and what it is."""
    if not state.trick:
        return f"{safe(state.table.names[state.turn])} leads." if state.phase is Phase.PLAY else ""
    last = state.trick[-1]
    cards = state.table.deck.write(last.cards)
    return f"To beat: {cards} by {safe(state.table.names[last.seat])}, {_to_beat(state)}."


def _to_beat(state: Round) -> str:
    return describe(state.trick[-1].reading, state.table.variant.combinations.bombs)
