"""Examples of play: what the engine makes of them is what is told, so each says what its variant decides.

What the rules of a table do not allow is left out. The figures are our own.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby

from haggis_cli.rules.cards import KING, LOW, Card, Cards, count, pack, rank_name
from haggis_cli.rules.events import Bet, Bid, Breach, Event, Pass, Phase, Play
from haggis_cli.rules.judge import apply_event
from haggis_cli.rules.readings import Kind, Reading, find_readings
from haggis_cli.rules.round import Round, begin
from haggis_cli.rules.typed_rounds import captured_range, table_breaches
from haggis_cli.rules.variant import Outcome, Score, Table, player_total, score
from haggis_cli.support.text import PLACES, capitalize, join_words, number_word, pluralize

PASS = "pass"


def _play(state: Round, moves: Iterable[str]) -> tuple[str, Round] | None:
    """What players do in turn, and the round after it; None where the rules do not allow it.

    moves: cards such as `4r 4g`, a bid such as `15`, or a pass.
    """
    said, passed, names = list[tuple[str, str]](), set[int](), state.table.names
    for move in moves:
        seat, event = state.turn, _read_event(state, move)
        said.append((names[seat], _tell_event(state, event, move, is_back=seat in passed)))
        after = apply_event(state, event)
        if isinstance(after, Breach):
            return None
        if move == PASS:
            passed.add(seat)
        state = after
    parts = []
    for passes, group in groupby(said, lambda each: each[1] == "passes"):
        told = list(group)
        if passes and len(told) > 1:
            parts.append(f"{join_words([name for name, _ in told])} pass")
        else:
            parts += [f"{name} {words}" for name, words in told]
    return "; ".join(parts), state


def _tell_event(state: Round, event: Event, move: str, *, is_back: bool) -> str:
    if isinstance(event, Pass):
        return "passes"
    if isinstance(event, Bid):
        return f"{'matches' if event in [bid._replace(seat=event.seat) for bid in state.betting] else 'bids'} {move}"
    words = "comes back in with" if is_back else "plays" if state.trick else "leads"
    is_last = isinstance(event, Play) and state.sizes[event.seat] == count(event.cards)
    return f"{words} {move}{' and is out' if is_last else ''}"


def _read_event(state: Round, move: str) -> Event:
    if move == PASS:
        return Pass(state.turn)
    if state.phase is Phase.AUCTION:
        return Bid(state.turn, int(move))
    return Play(state.turn, _read_cards(state.table, move))


def _read_cards(table: Table, text: str) -> Cards:
    ranks = {rank_name(rank): rank for rank in range(LOW, KING + 1)}
    return pack(
        Card(ranks[word], None) if word in ranks else Card(ranks[word[:-1]], table.deck.letters.index(word[-1]))
        for word in text.split()
    )


def _begin(table: Table, sizes: tuple[int, ...] | None = None) -> Round:
    """A round before its first trick; with these numbers of cards held, when all court cards have been played."""
    state = begin(table, 0)._replace(phase=Phase.PLAY, turn=0)
    return state._replace(sizes=sizes, courts=(0,) * len(sizes)) if sizes else state


# Tricks.


def can_lead(table: Table, cards: str) -> bool:
    """Whether a trick may begin with these cards."""
    return _play(_begin(table), [cards]) is not None


def lead_example(table: Table) -> Iterator[str]:
    """Cards that are more than one combination when they are led, and what must be said of a stair."""
    first, courts = table.deck.letters[0], [rank_name(rank) for rank in table.setup.courts]
    pair = " ".join(courts[:2])
    for cards, kinds, says in (
        (f"10{first} {pair}", {Kind.SET, Kind.SEQUENCE}, "three 10s or a sequence"),
        (f"5{first} 6{first} {pair}", {Kind.SEQUENCE, Kind.STAIR}, "a sequence or a stair of pairs"),
    ):
        if {each.kind for each in _readings(table, cards)} == kinds:
            yield f"{cards} is either {says}."
            break
    stair = f"5{first} 5{table.deck.letters[-1]} 6{first} {' '.join(courts)}"
    if len({each.width for each in _readings(table, stair) if each.kind is Kind.STAIR}) > 1:
        yield "For a stair, also say whether it is made of pairs or triples."


def copying_examples(table: Table) -> Iterator[str]:
    """Court cards that copy a card of a set, and that add a suit to a stair."""
    first, courts = table.deck.letters[0], [rank_name(rank) for rank in table.setup.courts]
    cards = f"{' '.join(f'9{letter}' for letter in table.deck.letters)} {courts[0]}"
    if any(each.kind is Kind.SET for each in _readings(table, cards)):
        number = number_word(len(cards.split()))
        yield f"A court card may copy a card already played with it: {cards} is a set of {number} 9s."
    stair = f"5{first} 6{first} {' '.join(courts[:2])}"
    if any(each.kind is Kind.STAIR for each in _readings(table, stair)):
        yield f"In a stair, court cards may make up a further suit: {stair} can be two pairs."


def _readings(table: Table, cards: str) -> tuple[Reading, ...]:
    return tuple(find_readings(table.variant.combinations, _read_cards(table, cards)))


def trick_example(table: Table) -> Iterator[str]:
    """A trick of singles; where more than two play, somebody passes and comes back in."""
    first, second = table.deck.letters[0], table.deck.letters[-1]
    others = [f"{4 + place}{second}" for place in range(len(table.names) - 2)]
    moves = [PASS, *others, f"9{first}", f"10{second}"] if others else [f"3{second}", f"10{first}"]
    played = _play(_begin(table), [f"2{first}", *moves, *_passes(table)])
    if played:
        yield f"For example, {played[0]}. {_tell_trick(played[1])}"


def bomb_example(table: Table, bombs: list[str]) -> Iterator[str]:
    """A trick in which a bomb beats pairs, and a higher one the bomb; where it can end a round, a last one."""
    first, second = table.deck.letters[0], table.deck.letters[-1]
    pairs = [f"{rank}{first} {rank}{second}" for rank in (4, 8)]
    begun = pairs if table.variant.combinations.sets else [pair.split()[0] for pair in pairs]
    tried = (_play(_begin(table), [*begun, bombs[0], higher, *_passes(table)]) for higher in bombs[1:])
    played = next(filter(None, tried), None)
    if played:
        yield f"For example, {played[0]}. {_tell_trick(played[1])}"
    sizes = (8, len(bombs[0].split()))
    ended = _play(_begin(table, sizes), [f"2{first}", bombs[0]]) if len(table.names) == 2 else None
    if ended:
        yield f"Or {ended[0]}. {_tell_end(ended[1])}"


def _passes(table: Table) -> list[str]:
    """Everybody else passes."""
    return [PASS] * (len(table.names) - 1)


def _tell_trick(state: Round) -> str:
    """Who has won the trick, who captures it, and who leads the next."""
    names = state.table.names
    if state.phase is Phase.AWARD:
        return f"{names[state.turn]} wins the trick, chooses an opponent to capture it, and leads next."
    trick = state.tricks[-1]
    taker = "" if trick.taker == trick.winner else f", and {names[trick.taker]}"
    leads = "" if state.over else f" {names[state.turn]} leads next."
    captures = f"{taker or ' and'} captures its {trick.card_count} cards"
    return f"{names[trick.winner]} wins the trick{captures}.{leads}"


# Going out.


def out_examples(table: Table) -> Iterator[str]:
    """The first player to go out, what becomes of the trick, and who goes out next."""
    first, second = table.deck.letters[0], table.deck.letters[-1]
    sizes = (3, 1, 9, 14, 6, 5, 4, 3)[: len(table.names)]
    played = _play(_begin(table, sizes), [f"8{first}", f"9{second}"])
    if not played:
        return
    yield f"For example, {played[0]}. {_tell_count(played[1])}"
    if played[1].over:
        yield _tell_end(played[1])
        return
    went_on = _play(played[1], [PASS] * (len(table.names) - 1))
    if went_on:
        yield f"The trick goes on: {went_on[0]}. {_tell_trick(went_on[1])}"
        yield from _next_out(went_on[1])


def _next_out(state: Round) -> Iterator[str]:
    """The second player to go out, who is a partner of the first where there are teams."""
    table, out, leader = state.table, state.out[0], state.turn
    seat = next(iter(table.partners(out)), table.left(leader))
    sizes = tuple(1 if each == seat else held * 2 // 3 for each, held in enumerate(state.sizes))
    order = table.clockwise_from(leader)
    waiting = [each for each in order[1 : order.index(seat)] if each != out]
    first, second = table.deck.letters[0], table.deck.letters[-1]
    moves = [f"5{first}", *(PASS for _ in waiting), f"10{second}"] if leader != seat else [f"10{second}"]
    played = _play(state._replace(sizes=sizes), moves)
    if played:
        is_slam = table.partners(out) and played[1].over
        yield f"Later {played[0]}{', a slam' if is_slam else ''}. {_tell_count(played[1])}"
        if played[1].over:
            yield _tell_end(played[1])


def _tell_count(state: Round) -> str:
    """What opponents hold when somebody goes out, and what is recorded."""
    table, seat, recorded = state.table, state.out[-1], state.counts[-1]
    held = [f"{table.names[each]} {state.sizes[each]}" for each in table.opponents(seat) if state.sizes[each]]
    points, name = table.variant.hand_points, table.names[seat]
    scores = f"scores {points} × {recorded} = {points * recorded}" if recorded else "scores nothing for hands"
    told = f"{name} {scores}"
    if table.repeats_first_count(seat, state.out):
        told = f"{name} {scores}, the same as {table.names[state.out[0]]} (see 'scoring')"
    elif recorded and len(table.names) > 2:
        told = f"The opponent with the fullest hand has {pluralize(recorded, 'card')}, so {told}"
    apart = " (a partner's cards do not count)" if any(state.sizes[each] for each in table.partners(seat)) else ""
    return f"Cards still held: {join_words(held)}{apart}. {told}."


def slam_example(table: Table) -> Iterator[str]:
    """What partners who go out first and second score for hands, where the second scores as much as the first."""
    partner = next(iter(table.partners(0)), 0)
    if table.repeats_first_count(partner, (0, partner)):
        recorded, points, names = table.setup.hand // 2, table.variant.hand_points, table.names
        yield (
            f"For example, the opponent with the fullest hand has {recorded} cards when {names[0]} goes out first. If "
            f"{names[partner]} goes out second, both score {points * recorded} ({points} × {recorded})."
        )


def _tell_end(state: Round) -> str:
    """That the round is over, and who captures what is left."""
    table, variant = state.table, state.table.variant
    taken = dict[int | None, list[str]]()
    for seat, held in enumerate(state.sizes):
        if held:
            cards = "the last card" if held == 1 else f"the {held} cards"
            taken.setdefault(variant.hand_taker(state, seat), []).append(f"{cards} in {table.names[seat]}'s hand")
    if variant.haggis_taken and table.setup.haggis(len(table.names)):
        taken.setdefault(state.out[0], []).append("the haggis")
    told = [
        f"{'nobody' if seat is None else table.names[seat]} captures {join_words(what)}" for seat, what in taken.items()
    ]
    return f"The round is over. {_tell_trick(state)} {capitalize(join_words(told))}."


# Bets and the auction.


def auction_examples(table: Table) -> Iterator[str]:
    """An auction among players with as many points, and one in which a bid is matched."""
    betting, names, others = table.variant.betting, table.names, [PASS] * (len(table.names) - 2)
    if not betting.by_auction or len(betting.amounts) < 2:
        return
    low, high = map(str, sorted(betting.amounts)[:2])
    equal = (0,) * len(names)
    behind = (40, *(90 for _ in others), 60)
    points = join_words([f"{name} has {total} points" for name, total in zip(names, behind, strict=True)])
    alike = f"everybody has the same total and {names[0]} is the lead player"
    for totals, begins, moves in (
        (equal, f"For example, {alike}", [low, *others, high, PASS]),
        (behind, f"Or {points}", [*others, high, high, PASS]),
    ):
        played = _play(begin(table, 0, totals), moves)
        won = played and betting.shepherd(played[1].betting)
        if played and won:
            yield f"{begins}: {played[0]}. {names[won.seat]} is the Shepherd."


def bet_example(table: Table) -> Iterator[str]:
    """What bets bring, won and lost; a bet of a team is overwritten first."""
    betting, names, made = table.variant.betting, table.names, ""
    stakes, firsts = _example_stakes(table), (0, 1)
    if betting.by_team and any(stakes) and len(betting.amounts) > 1:
        partner, state = table.partners(0)[0], _begin(table)
        low, high = sorted(betting.amounts)[:2]
        for bet in (Bet(0, low), Bet(partner, high)):
            after = apply_event(state, bet)
            if isinstance(after, Breach):
                return
            state = after
        stakes, firsts = betting.stakes(table, state.betting), (partner, 0)
        made = f"{names[0]} bets {low}, and {names[partner]} overwrites it with {high}"
    if not any(stakes):
        return
    ends = []
    for first in firsts:
        points = _settle(table, stakes, first)
        told = [
            _tell_points(table.side_names[side], sum(points[seat] for seat in seats), several=len(seats) > 1)
            for side, seats in enumerate(table.sides)
            if any(points[seat] for seat in seats)
        ]
        ends.append(f"If {names[first]} goes out first, {join_words(told) if told else 'nobody scores for it'}.")
    yield f"For example, {made or _tell_stakes(table, stakes)}. {' '.join(ends)}"


def can_lose_a_bet(table: Table) -> bool:
    """Whether a bet that fails takes points away."""
    stakes = _example_stakes(table)
    return any(min(_settle(table, stakes, first)) < 0 for first in table.seats)


def _settle(table: Table, stakes: tuple[int | None, ...], first: int) -> tuple[int, ...]:
    """The bet points where this player goes out first, and the others in the order of the seats."""
    out = (first, *(seat for seat in table.seats if seat != first))[:-1]
    return table.variant.betting.settle(table, stakes, out)


def _tell_points(name: str, points: int, *, several: bool) -> str:
    verb = "lose" if points < 0 else "score"
    return f"{name} {verb}{'' if several else 's'} {abs(points)}"


def _example_stakes(table: Table) -> tuple[int | None, ...]:
    """The first player bets least; where everybody bets alone, the last one bets most."""
    betting, amounts = table.variant.betting, [amount for amount in table.variant.betting.amounts if amount]
    nothing: tuple[int | None, ...] = (None,) * len(table.names)
    if not amounts:
        return nothing
    stakes = (amounts[0], *nothing[1:])
    if not (betting.by_auction or betting.by_team):
        stakes = (*stakes[:-1], amounts[-1])
    return nothing if betting.table_fault(table, stakes) else stakes


def _tell_stakes(table: Table, stakes: tuple[int | None, ...]) -> str:
    verb = f"{table.variant.betting.verb}s"
    return join_words([f"{table.names[seat]} {verb} {stake}" for seat, stake in enumerate(stakes) if stake])


def scoring_example(table: Table) -> Iterator[str]:
    """A round in figures of our own."""
    outcome = example_outcome(table)
    if outcome is None:
        return
    names, made = table.names, _tell_stakes(table, outcome.stakes)
    first, *later = outcome.out
    placed = [f"{names[seat]} {place}" for seat, place in zip(later, PLACES[1:], strict=False)]
    order = join_words([f"{names[first]} goes out first", *placed])
    yield f"For example, {made + '. ' if made else ''}{order}:"
    lines = score(table, outcome)
    for seat in table.seats:
        yield f"{names[seat]}: {_tell_score(table, lines[seat])} = {player_total(table, lines[seat])}"
    for side, seats in enumerate(table.variant.teams):
        bets = sum(lines[seat].bet_points for seat in seats)
        parts = [*(str(player_total(table, lines[seat])) for seat in seats), *([f"{bets} from bets"] if bets else [])]
        total = sum(lines[seat].total for seat in seats)
        yield f"{table.side_names[side]}: {' + '.join(parts)} = {total}"


def _tell_score(table: Table, line: Score) -> str:
    whose = "the opponent's hand" if len(table.names) == 2 else "an opponent's hand"
    parts = [f"{table.variant.hand_points} × {line.hand} for cards in {whose}"] if line.hand else []
    parts.append(f"{line.captured} captured")
    parts += [f"{line.bonus} for being first"] if line.bonus else []
    source = "for the bid" if table.variant.betting.by_auction else "from bets"
    parts += [f"{line.bet_points} {source}"] if line.bet_points and not table.variant.teams else []
    return " + ".join(parts).replace("+ -", "- ")


def example_outcome(table: Table) -> Outcome | None:
    """A round that the rules allow, in figures; None where none is found.

    The players go out in the order of the seats. What they captured adds up to all that the cards are worth.
    """
    out: tuple[int, ...] = ()
    for seat in table.seats:
        if not table.ended_by(out):
            out = (*out, seat)
    most = table.setup.hand
    recorded = {seat: max(1, most // 3 + 1 - 3 * place) for place, seat in enumerate(table.recorders(out))}
    for seat in out:
        if table.repeats_first_count(seat, out):
            recorded[seat] = recorded[out[0]]
    counts = tuple(recorded.get(seat, 0) for seat in table.seats)
    total = captured_range(table, out, recorded).most
    share = total // (len(table.names) + 2)
    captured = tuple(total - share * (len(table.names) - 1) if seat == out[0] else share for seat in table.seats)
    outcome = Outcome(out, counts, captured, _example_stakes(table))
    return None if table_breaches(table, outcome) else outcome
