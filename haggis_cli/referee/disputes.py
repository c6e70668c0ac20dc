"""Questions on which people quarrel that are not about cards: what the rules say, and what that means just now."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import due, inline_name
from haggis_cli.rules.choices import choices
from haggis_cli.rules.description import describe_dispute, dispute_title
from haggis_cli.rules.events import Award, Breach, Clause, Pass, Phase
from haggis_cli.rules.judge import judge
from haggis_cli.rules.round import Round, recorded_hand
from haggis_cli.rules.variant import Table
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import capitalize, join_words, pluralize

_CLAUSES = {
    "bet": (Clause.BETTING,),
    "pass": (Clause.TRICK,),
    "trick": (Clause.TRICK, Clause.CAPTURE),
    "lead": (Clause.TRICK, Clause.CAPTURE, Clause.GAME_END),
    "out": (Clause.GOING_OUT, Clause.ROUND_END, Clause.SCORING),
    "haggis": (Clause.ROUND_END, Clause.SCORING),
}
"""Where a rulebook answers each question."""


class Answer(NamedTuple):
    """What the referee says to a question that is not about cards; names in it are safe to be shown.

    question: the word for it, one of QUESTIONS.
    round: the number of the round in progress that it is answered for; None if it is not about one.
    now: what holds just now, a sentence each; empty where there is no round in progress.
    rules: what the rules say, a sentence or two each.
    sources: the rulebook and its headings.
    """

    question: str
    asks: str
    round: int | None
    now: tuple[str, ...]
    rules: tuple[str, ...]
    sources: tuple[str, ...]


class _Said(NamedTuple):
    """A sentence, with what it rests on where that is a refusal."""

    text: str
    breach: Breach | None = None


def answer_question(
    question: str, table: Table, report: Report | None = None, *, for_any_number: bool = False
) -> Answer:
    """The answer to one of QUESTIONS by the rules of this table, and for the moment where a match is given.

    report: a match that is played by these rules; without violations, and where it has a round in progress that is
    recorded play by play, what holds just now is told, too.
    for_any_number: whether the rules are asked for whatever number of players the variant is for.
    """
    variant, said, number = table.variant, list[_Said](), None
    with guard_rules(variant.id):
        clauses = (Clause.AUCTION,) if question == "bet" and variant.betting.by_auction else _CLAUSES[question]
        rules = describe_dispute(variant, question, None if for_any_number else len(table.names))
        if report and not report.violations and not report.over:
            number, said = _find_moment(question, report)
        cited = [variant.cite(each) for each in clauses]
        cited += [variant.cite(each.breach.clause, each.breach.question) for each in said if each.breach]
    return Answer(
        question,
        dispute_title(variant, question),
        number,
        tuple(escape_text(each.text) for each in said),
        tuple(map(escape_text, rules)),
        tuple(map(escape_text, dict.fromkeys(cited))),
    )


def _find_moment(question: str, report: Report) -> tuple[int | None, list[_Said]]:
    """The number of the round in progress, and what holds in it; between two rounds only who leads the next."""
    current = report.current
    if current is None:
        return None, [_Said(due(report))] if question == "lead" else []
    if current.last is None:
        return None, []
    names = _Names(map(inline_name, current.last.table.names))
    return current.number, list(_MOMENTS[question](current.last, names, report))


class _Names(list[str]):
    """The players of a round by their seats, safe to be shown."""

    def join(self, seats: Sequence[int], word: str = "and") -> str:
        """The names of these players."""
        return join_words([self[seat] for seat in seats], word)


def _say_bets(state: Round, names: _Names, _report: Report) -> Iterator[_Said]:
    """Who may still bet, and how much; who may not, and why."""
    betting, refused = state.table.variant.betting, dict[Breach, list[int]]()
    for seat in state.table.seats:
        found = {amount: judge(state, betting.event(seat, amount)) for amount in betting.amounts}
        offered = [offer.bet_text for offer in betting.offers(amount for amount in found if found[amount] is None)]
        if offered:
            why = "" if betting.by_auction or state.has_played(seat) else " has not played a card and"
            yield _Said(f"{names[seat]}{why} may {betting.verb} {join_words(offered, 'or')}.")
        elif found:
            usual = [breach for amount, breach in found.items() if breach and amount not in betting.blind]
            breach = [*filter(None, found.values()), *usual][-1]  # the highest bet's: lower ones may also be too low
            refused.setdefault(breach, []).append(seat)
    for breach, seats in refused.items():
        who = "Nobody may" if len(seats) == len(state.table.names) else f"{names.join(seats)} may not"
        yield _Said(f"{who} {betting.verb} now. {breach.message}", breach)


def _say_passes(state: Round, names: _Names, report: Report) -> Iterator[_Said]:
    """Who must play, and how many passes end the trick."""
    if state.phase is not Phase.PLAY:
        yield _Said(due(report))
        return
    breach = judge(state, Pass(state.turn))
    if breach:
        yield _Said(breach.message, breach)
        return
    passes, after = 0, state
    while after.phase is Phase.PLAY and after.trick:
        passes, after = passes + 1, after.after(Pass(after.turn))
    yield _Said(due(report))
    yield _Said(
        f"The trick ends after one more pass, by {names[state.turn]}."
        if passes == 1
        else f"The trick ends after {passes} more passes in a row; until then, players who have passed may play again."
    )


def _pass_out(state: Round, names: _Names) -> tuple[Round, str]:
    """The round once everybody has passed in the trick in progress, and what is supposed for that: empty if nothing."""
    passes, turn = 0, state.turn
    while state.phase is Phase.PLAY and state.trick:
        passes, state = passes + 1, state.after(Pass(state.turn))
    return state, f"If {names[turn] if passes == 1 else 'everybody'} passes now, " if passes else ""


def _say_trick(state: Round, names: _Names, _report: Report) -> Iterator[_Said]:
    """Who captures the trick in progress if nobody plays any more, or who has captured the last one."""
    after, supposed = _pass_out(state, names)
    now = choices(after)
    if now.event is Award:
        takers = names.join([award.to for award in now.awards()], "or")
        yield _Said(f"{supposed}{names[after.turn]} wins the trick with a bomb and says who captures it: {takers}.")
    elif after.tricks:
        trick, wins = after.tricks[-1], "wins the trick" if supposed else "has won the last trick"
        winner, taker, cards = names[trick.winner], names[trick.taker], pluralize(trick.card_count, "card")
        if trick.winner == trick.taker:
            yield _Said(f"{supposed}{winner} {wins} and captures {cards}.")
        else:
            others = [award.to for award in now.awards() if award.to != trick.taker]
            unless = f", unless {winner} names {names.join(others, 'or')}" if others else ""
            yield _Said(f"{supposed}{winner} {wins} with a bomb, and {taker} captures {cards}{unless}.")


def _say_lead(state: Round, names: _Names, report: Report) -> Iterator[_Said]:
    """Who leads the next trick."""
    if not state.trick:
        yield _Said(due(report))
        return
    after, supposed = _pass_out(state, names)
    now = choices(after)
    if now.event is Award:
        after = after.after(now.awards()[0])  # whoever it is leads no trick
    winner, leader = after.tricks[-1].winner, after.turn
    if after.over:
        yield _Said(f"{supposed}{names[winner]} wins the trick, and the round is over.")
        return
    if winner == leader:
        yield _Said(f"{supposed}{names[winner]} wins the trick and leads the next.")
    else:
        yield _Said(
            f"{supposed}{names[winner]} wins the trick but is out, so {names[leader]}, to the left, leads next."
        )
    offer = choices(after).lead_offer()
    if offer:
        yield _Said(f"{names[offer.seat]} may then give the lead to {names[offer.to]}.")


def _say_out(state: Round, names: _Names, _report: Report) -> Iterator[_Said]:
    """Who is out and has recorded what, and what the others would record."""
    table, variant = state.table, state.table.variant
    for place, (seat, recorded) in enumerate(zip(state.out, state.counts, strict=True)):
        how = "first" if place == 0 else "next"
        points = recorded * variant.hand_points
        scored = f" and recorded {pluralize(recorded, 'card')}, {points} points"
        yield _Said(f"{names[seat]} went out {how}{scored if seat in table.recorders(state.out) else ''}.")
    would = dict[str, list[int]]()
    for seat in table.seats:
        if state.sizes[seat] and not state.over:
            out = (*state.out, seat)
            sizes = [0 if each in out else size for each, size in enumerate(state.sizes)]
            recorded = recorded_hand(table, seat, sizes, state.out, state.counts[0] if state.counts else 0)
            records = f"record {pluralize(recorded, 'card') if seat in table.recorders(out) else 'nothing'}"
            ends = ", and the round would be over" if table.ended_by(out) else ""
            would.setdefault(records + ends, []).append(seat)
    for what, seats in would.items():
        yield _Said(f"Going out now, {names.join(seats, 'or')} would {what}.")


def _say_left_cards(state: Round, names: _Names, _report: Report) -> Iterator[_Said]:
    """Who captures what is left, as far as that is decided."""
    table, variant = state.table, state.table.variant
    if not state.out:
        yield _Said("Nobody is out yet, so it is not decided who captures them.")
        return
    first = names[state.out[0]]
    if variant.haggis_taken and table.setup.haggis(len(table.names)):
        yield _Said(f"{first}, the first player out, captures the haggis.")
    for holder in table.seats:
        if state.sizes[holder]:
            taker = variant.hand_taker(state, holder)
            whose = "nobody" if taker is None else names[taker]
            yield _Said(f"{capitalize(whose)} captures what {names[holder]} holds at the end.")


_MOMENTS: dict[str, Callable[[Round, _Names, Report], Iterator[_Said]]] = {
    "bet": _say_bets,
    "pass": _say_passes,
    "trick": _say_trick,
    "lead": _say_lead,
    "out": _say_out,
    "haggis": _say_left_cards,
}
