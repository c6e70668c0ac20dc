"""What a match is waiting for, and what is wrong with it, in sentences for the people at the table."""

from collections.abc import Sequence
from contextlib import suppress

from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import MatchWarning, Report, Violation
from haggis_cli.rules.cards import SUIT_NAMES
from haggis_cli.rules.events import Lead
from haggis_cli.rules.judge import NO_ENTRY, find_hand_work, hand_work_text
from haggis_cli.rules.round import Round
from haggis_cli.rules.scoring import Standing
from haggis_cli.rules.variant import Table
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import capitalize, join_words, number_word, pluralize, with_direction_marks


def violation_sentence(violation: Violation) -> str:
    """Where a violation is, what is wrong, and the rule: `Round 2, event 7: It is … [Rulebook 2.1, Setup]`."""
    return escape_text(f"{capitalize(violation_place(violation))}: {violation.message} [{violation.rule}]")


def violation_with_text(violation: Violation, *, in_file: bool) -> str:
    """The same, inside a sentence, with the text of the event: `round 2, event 7 (Noah: 4r): …`.

    in_file: with the line, for people who have the file before them: `round 2, event 7 (line 40, Noah: 4r): …`.
    """
    place = violation_place_with_text(violation, in_file=in_file)
    return escape_text(f"{place}: {violation.message} [{violation.rule}]")


def violation_place_with_text(violation: Violation, *, in_file: bool = False) -> str:
    """Where a violation is, with the text of the event, and its line if `in_file`: `round 2, event 7 (Noah: 4r)`."""
    told = ", ".join(filter(None, [f"line {violation.line}" if in_file else "", violation.text]))
    return violation_place(violation) + (f" ({told})" if told else "")


def violation_in_file(violation: Violation, source: str) -> str:
    """A line as compilers write them, with the file and the code: `friday: round 2 (line 40): 'Noah: 4r': … [code]`."""
    text = f"'{violation.text}': " if violation.text else ""
    place = violation_place(violation)
    return escape_text(f"{source}: {place} (line {violation.line}): {text}{violation.message} [{violation.code}]")


def violation_place(violation: Violation) -> str:
    """The round and the event of a violation, counted from 1: `round 2, event 7`, or `round 2` if it is typed in."""
    event = "" if violation.event is None else f", event {violation.event}"
    return f"round {violation.round}{event}"


def is_never_entered(violation: Violation) -> bool:
    """Whether the event of a violation is done unseen, as passing cards: it cannot be corrected, only removed."""
    return NO_ENTRY in violation.message


def message_with_rule(message: str, rule: str) -> str:
    """What is wrong, and the rule it rests on."""
    return escape_text(f"{message} ({rule})")


def warning_sentence(warning: MatchWarning) -> str:
    """What looks wrong, with its round if it concerns one."""
    place = f"round {warning.round}: " if warning.round else ""
    return escape_text(f"{place}{warning.message}")


def inline_name(name: str) -> str:
    """A name as it stands in a sentence: one from right to left does not move what follows it."""
    return with_direction_marks(escape_text(name))


def describe_progress(report: Report) -> str:
    """The goal, and how far the match is."""
    return ", ".join(progress_parts(report))


def progress_parts(report: Report) -> tuple[str, ...]:
    """The same in parts, of which each can have a line: `goal 250 points` and `round 3`."""
    goal, rounds = report.goal, len(report.rounds)
    if report.match.record.final:
        return f"goal {goal}", "over; its rounds were not recorded"
    if report.over:
        how = "closed" if report.match.record.closed else "over"
        return f"goal {goal}", f"{how} after {pluralize(rounds, 'round')}"
    if report.violations:
        return (f"goal {goal}",)
    number = report.current.number if report.current else rounds + 1
    if goal.rounds and number <= goal.rounds:
        return (f"round {number} of {goal.rounds}",)
    pairs = zip(map(inline_name, report.table.side_names), report.wins or (), strict=False)
    won = ", ".join(f"{name} {wins}" for name, wins in pairs)
    return f"goal {goal}", f"round {number}" + (f"; rounds won: {won}" if won else "")


def due(report: Report, *, tells_hands: bool = True) -> str:
    """What is next, who has won, or why nothing can be said.

    tells_hands: whether it says how many cards the others hold.
    """
    if report.violations:
        first = report.violations[0]
        event = "" if first.event is None else f"event {first.event} of "
        done = "removed" if is_never_entered(first) else "corrected"
        return f"The match cannot go on until {event}round {first.round} is {done}."
    if report.over:
        return _ending(report)
    pending = report.pending
    if pending is None:
        return ""
    return _before_round(report) if pending.kind == "round" else _in_round(report, tells_hands=tells_hands)


def _ending(report: Report) -> str:
    totals, final = report.totals or (), report.match.record.final
    names = [inline_name(name) for name in report.table.side_names]
    if report.totals is None:
        return _ending_without_totals(report)
    if report.winner is None:
        if final and final.won:
            return f"The match is over: {join_words([inline_name(name) for name in final.won])} have won."
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
    return f"{won} with {totals[report.winner]}, ahead of {behind}."


def _ending_without_totals(report: Report) -> str:
    """How a match ended of which not all final scores are known."""
    final = report.match.record.final
    known = [f"{inline_name(name)} {score}" for name, score in final.scores.items()] if final else []
    won = f"{victory(report, report.winner)}. " if report.winner is not None else ""
    return f"{won}Not all final scores are known{f', only {join_words(known)}' if known else ''}."


def victory(report: Report, side: int) -> str:
    """That a side has won; a team's players have."""
    verb = "have" if len(report.table.sides[side]) > 1 else "has"
    return f"{inline_name(report.table.side_names[side])} {verb} won"


def _before_round(report: Report) -> str:
    table, standing = report.table, report.standing
    assert standing is not None
    text = describe_round_due(table, standing, len(report.rounds) + 1)
    high = max(standing.totals)
    is_tied = report.goal.reached(standing.totals, len(report.rounds)) and standing.totals.count(high) > 1
    if report.wins or not is_tied:
        return text
    level = [inline_name(name) for name, total in zip(table.side_names, standing.totals, strict=True) if total == high]
    return f"{join_words(level)} are level at {high}, so the match goes on: {text}"


def describe_sides(table: Table) -> str:
    """Who plays with whom in a round, in a sentence: `Isla plays alone against Noah and Jamie.`

    table: the table of the round. Empty where sides do not change from round to round.
    """
    if table.variant.round_sides is None:
        return ""
    sides = [[inline_name(table.names[seat]) for seat in side] for side in sorted(table.sides, key=len)]
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
    leader = inline_name(table.names[standing.leader])
    cards = pluralize(table.variant.gives, "card")
    passing = f"; everybody first passes {cards} to their partner" if table.variant.gives else ""
    bidder = find_first_bidder(table, standing.leader)
    if bidder is not None:
        dealer = table.names[standing.leader if standing.dealer is None else standing.dealer]
        first = inline_name(table.names[bidder])
        return f"{inline_name(dealer)} deals round {number}; {first} bids first in the auction."
    if standing.dealer is None:
        return f"{leader} deals and leads round {number}{passing}."
    return f"{leader} leads round {number} and {inline_name(table.names[standing.dealer])} deals{passing}."


def find_first_bidder(table: Table, leader: int) -> int | None:
    """Who bids first in the round to come; None where there is no auction, or its rules fail, which is told later."""
    with suppress(HaggisError), guard_rules(table.variant.id):
        return table.variant.betting.next_bidder(table, leader, ())
    return None


def describe_opening(table: Table, leader: int | None, names: Sequence[str]) -> str:
    """What stands behind the number of a round: `: Noah leads`, or where there is an auction `: Jamie bids first`.

    leader: the lead player of the round; None where a violation makes it unknown, and nothing is said.
    names: what the players are called there, by seat.
    """
    if leader is None:
        return ""
    bidder = find_first_bidder(table, leader)
    return f": {names[leader]} leads" if bidder is None else f": {names[bidder]} bids first"


def _in_round(report: Report, *, tells_hands: bool) -> str:
    from haggis_cli.rules.choices import choices  # for rounds that are recorded

    assert report.current is not None
    assert report.current.last is not None
    names = [inline_name(name) for name in report.table.names]
    state = report.current.last
    now = choices(state)
    return now.due(names) or _to_play(report, state, names, now.lead_offer(), tells_hands=tells_hands)


def _to_play(report: Report, state: Round, names: list[str], offer: Lead | None, *, tells_hands: bool) -> str:
    name = names[state.turn]
    seats = [seat for seat in state.table.clockwise_from(state.turn) if seat != state.turn or not state.trick]
    hands = f"; {_hand_sizes(state, names, seats)}" if tells_hands else ""
    if not state.trick:
        what = "the next trick" if state.tricks else "the first trick"
        before, given = _before_lead(state, names, offer)
        sides = "" if state.tricks else describe_sides(report.round_table())
        text = f"{before}{name} leads {what} of round {len(report.rounds)}{given}{hands}."
        return f"{text} {sides}" if sides else text
    from haggis_cli.rules.explanations import describe, play_or_pass  # for a trick in progress alone

    last = state.trick[-1]
    words = describe(last.reading, state.table.variant.combinations.bombs)
    whose = words if len(names) == 2 else f"{names[last.seat]}'s {words.partition(' ')[2]}"
    return f"{name} must beat {play_or_pass(whose)}{hands}."


def _before_lead(state: Round, names: list[str], offer: Lead | None) -> tuple[str, str]:
    """What is done before the lead with nothing entered for it, or who may give the lead away; and the latter's words.

    Both are empty in most rounds. The second stands behind the lead, if the leader may give it away.
    """
    work = find_hand_work(state)
    if work:
        return f"{hand_work_text(work, names)} ", ""
    if offer is None:
        return "", ""
    if offer.seat == state.turn:
        return "", f", or gives the lead to {names[offer.to]}"
    return f"{names[offer.seat]}, who is out, may give the lead to {names[offer.to]}; otherwise ", ""


def _hand_sizes(state: Round, names: list[str], seats: Sequence[int]) -> str:
    """How many cards those of the seats that are still in hold; at least one is."""
    first, *rest = [seat for seat in seats if state.sizes[seat]]
    others = [f"{names[seat]} {state.sizes[seat]}" for seat in rest]
    return ", ".join([f"{names[first]} holds {pluralize(state.sizes[first], 'card')}", *others])


# How a round is set up at the table: what stays in the box, what everybody gets, who begins.


BOX = tuple(SUIT_NAMES)[:5]
"""The suits in the box (Rulebook 2.1, Components)."""


def unused_suits(table: Table) -> list[str]:
    """The suits of the box that are not played with; none where the deck has others anyway."""
    letters = table.deck.letters
    return [SUIT_NAMES[letter] for letter in BOX if letter not in letters] if set(letters) <= set(BOX) else []


def setup_steps(table: Table, standing: Standing) -> list[tuple[str, list[str]]]:
    """What to do before the first card is played, under short headings."""
    sides = describe_sides(table.with_sides(standing.sides))
    with guard_rules(table.variant.id):
        sections = [
            ("Cards", _card_lines(table)),
            ("Deal", _deal_lines(table)),
            ("Who begins", [_render_leader(table, standing), *([sides] if sides else [])]),
            ("Before the first trick", _lines_before_first_trick(table)),
        ]
    return [(title, lines) for title, lines in sections if lines]


def _card_lines(table: Table) -> list[str]:
    deck, out = table.deck, unused_suits(table)
    suits = join_words([*deck.suit_names.values()])
    number = len(deck.letters) * 9 * deck.copies
    copies = "" if deck.copies == 1 else f" of {number_word(deck.copies)} decks"
    remove = f" {join_words(out).capitalize()} {'stays' if len(out) == 1 else 'stay'} in the box." if out else ""
    return [
        f"2 to 10 in {suits}{copies}: {number} cards to shuffle.{remove}",
        f"{join_words(table.setup.court_names.split(', '))} for every player, face up."
        if table.setup.courts
        else "J, Q and K stay in the box.",
    ]


def _deal_lines(table: Table) -> list[str]:
    players, setup = len(table.names), table.setup
    rest = setup.haggis(players)
    haggis = f"The other {rest} are the haggis: face down, nobody looks." if rest else "No card is left."
    with_courts = f" with {setup.court_names}" if setup.courts else ""
    betting = table.variant.betting
    cards = f"{pluralize(setup.dealt, 'card')} to each player"
    if betting.blind:
        first = f"{pluralize(betting.seen, 'card')} to each player, then the deal stops for blind bets"
        cards = f"{first}; then the other {setup.dealt - betting.seen}, {setup.dealt} altogether"
    return [f"{cards}, a hand of {setup.hand}{with_courts}. {haggis}"]


def _render_leader(table: Table, standing: Standing) -> str:
    leader = escape_text(table.names[standing.leader])
    bidder = find_first_bidder(table, standing.leader)
    if bidder is not None:
        dealer = leader if standing.dealer is None else escape_text(table.names[standing.dealer])
        return f"{dealer} deals, {escape_text(table.names[bidder])} bids first."
    if standing.dealer is None:
        return f"{leader} deals and leads."
    return f"{escape_text(table.names[standing.dealer])} deals, {leader} leads."


def _lines_before_first_trick(table: Table) -> list[str]:
    """What comes before the first trick."""
    from haggis_cli.rules.description import describe_betting, for_players  # few commands say how a round is set up

    variant = table.variant
    lines = describe_betting(for_players(variant, len(table.names)))
    if variant.gives:
        cards = "one suit card" if variant.gives == 1 else f"{number_word(variant.gives)} suit cards one by one"
        lines.append(f"Every player passes {cards}, face down, to their partner.")
    return lines


# Who has to do what next, seat by seat: `to lead`, `to deal`, `to bid first`, `to play`; and who plays `alone`.


def next_roles(report: Report) -> dict[int, tuple[str, ...]]:
    """What each seat that has something to do has to do, in a few words; nothing after the end or a violation.

    Where sides change from round to round, whoever plays alone against others together is called so.
    """
    pending, standing = report.pending, report.standing
    if pending is None or standing is None:
        return {}
    bidder = find_first_bidder(report.table, standing.leader)
    dealer = pending.seat if standing.dealer is None else standing.dealer
    if report.current and report.current.last:
        from haggis_cli.rules.choices import choices

        pairs = [(pending.seat, choices(report.current.last).role)]
    elif bidder is not None:
        pairs = [(dealer, "to deal"), (bidder, "to bid first")]
    else:
        pairs = [(dealer, "to deal"), (pending.seat, "to lead")]
    found: dict[int, tuple[str, ...]] = {}
    for seat, word in [*pairs, *((seat, "alone") for seat in find_lone_seats(report.round_table()))]:
        found[seat] = (*found.get(seat, ()), word)
    return found


def find_lone_seats(table: Table) -> tuple[int, ...]:
    """Who plays alone in a round where others play together; empty where sides do not change from round to round."""
    if table.variant.round_sides is None or all(len(side) == 1 for side in table.sides):
        return ()
    return tuple(side[0] for side in table.sides if len(side) == 1)
