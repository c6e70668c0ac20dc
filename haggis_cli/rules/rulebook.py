"""The rules of a table as a person would tell them, topic by topic, made from the declaration of its variant.

Begin with `tell_rules`. A topic is a list of lines: a sentence, and the cards that show what it means, if any. What a
variant adds in its own words stands in its rulings and in the docstrings of its rules.
"""

from collections.abc import Iterator
from typing import NamedTuple

from haggis_cli.rules.cards import JACK, LOW, Deck, rank_name
from haggis_cli.rules.description import (
    describe_betting,
    describe_bomb_capture,
    describe_bomb_lead,
    describe_courts,
    describe_extra_points,
    describe_left_cards,
    describe_may_play,
    describe_next_leader,
    describe_options,
    describe_recording,
    describe_round_end,
    describe_trick,
    for_players,
)
from haggis_cli.rules.events import option_text, rule_text
from haggis_cli.rules.readings import Bomb
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.typed_rounds import captured_range, table_breaches
from haggis_cli.rules.variant import Outcome, Score, Table, Variant, player_total, score
from haggis_cli.support.text import capitalize, join_words, number_word, pluralize

NAMES = ("Noah", "Isla", "Jamie", "Rory", "Skye", "Fergus", "Mhairi", "Angus")
"""Who plays in the examples, clockwise."""


class Line(NamedTuple):
    """A sentence of the rules.

    says: the sentence.
    cards: the cards that show it, in canonical notation; empty for none.
    """

    says: str
    cards: str = ""


class Topic(NamedTuple):
    """A part of the rules.

    name: the word by which it is asked for.
    title: its heading.
    lines: what it says.
    """

    name: str
    title: str
    lines: list[Line]


TOPICS = (
    *("setup", "deal", "passing", "bets", "combinations", "courts", "bombs"),
    *("tricks", "out", "scoring", "end", "options", "rulings", "glossary"),
)
"""The words for all topics, in their order."""
_SAID_FOR = {
    "setup": "box need players",
    "deal": "haggis hand",
    "passing": "give",
    "bets": "auction bid bets baby little big shepherd",
    "combinations": "sets sequences runs stairs singles ranks beats matching",
    "courts": "jack queen king wild jqk",
    "tricks": "lead turn pass capture play",
    "out": "slam round going",
    "scoring": "points values captured",
    "end": "goals winner leader dealer tie",
    "glossary": "words definitions",
}
WORDS_SAID = {word: topic for topic, words in _SAID_FOR.items() for word in words.split() if word not in TOPICS}
"""The topic that is meant by other words that people say."""


def tell_rules(table: Table) -> list[Topic]:
    """The rules of this table with its options, from the box to the glossary; topics without lines are left out."""
    table = told_table(table)
    topics = [
        Topic("setup", "What you need", list(_setup(table))),
        Topic("deal", "The deal", list(_deal(table))),
        Topic("passing", "Passing cards", list(_passing(table))),
        Topic("bets", "The auction" if table.variant.betting.by_auction else "Bets", list(_bets(table))),
        Topic("combinations", "Combinations", list(_combinations(table))),
        Topic("courts", "Court cards", list(_courts(table))),
        Topic("bombs", "Bombs", list(_bombs(table))),
        Topic("tricks", "Tricks", list(_tricks(table))),
        Topic("out", "Going out and the end of a round", list(_out(table))),
        Topic("scoring", "Scoring", list(_scoring(table))),
        Topic("end", "The next round and the end of the match", list(_end(table))),
        Topic("options", "Options", list(_options(table))),
        Topic("rulings", "Rulings", [Line(f"{each.says} ({each.source})") for each in table.variant.rulings]),
        Topic("glossary", "Words", list(_glossary(table))),
    ]
    return [topic for topic in topics if topic.lines]


def told_table(table: Table) -> Table:
    """The table with the names of the examples, and with the variant as so many play it."""
    names = NAMES[: len(table.names)]
    sides = tuple(" and ".join(names[seat] for seat in side) for side in table.sides)
    return table._replace(variant=for_players(table.variant, len(names)), names=names, side_names=sides)


# What you need, and the deal.


def _setup(table: Table) -> Iterator[Line]:
    variant, setup = table.variant, table.setup
    yield Line("You try to play all your cards before the others do, and to capture cards that score.")
    steps = ["the deal", *(["passing cards"] if variant.gives else []), "bets", "tricks", "scoring"]
    steps = ["the auction" if step == "bets" and variant.betting.by_auction else step for step in steps]
    yield Line(f"{capitalize(number_word(len(table.names)))} players. A round goes in this order: {join_words(steps)}.")
    if variant.teams:
        seats = join_words([" and ".join(str(seat + 1) for seat in team) for team in variant.teams], "against")
        sizes = {len(team) for team in variant.teams}
        across = " Partners sit across from each other, with an opponent on either side." if sizes == {2} else ""
        yield Line(f"They play in teams for the whole match: seats {seats}.{across}")
    copies = "one copy" if setup.copies == 1 else f"{number_word(setup.copies)} copies"
    suits = "all five suits" if setup.suits == 5 else f"any {number_word(setup.suits)} suits"
    number = setup.suits * setup.copies * 9
    letters = join_words(
        [f"{letter} for {table.deck.suit_name(suit)}" for suit, letter in enumerate(table.deck.letters)]
    )
    yield Line(f"Suit cards: {copies} of 2 to 10 in {suits}, {number} cards. Here {letters}: 9{table.deck.letters[0]}.")
    if setup.courts:
        yield Line(f"Each player has {_court_names(table)} face up on the table; they are part of the hand.")
    others = "other suits, second copies" if setup.copies == 1 else "other suits"
    yield Line(f"Everything else goes back into the box: {others}, spare court cards.")
    yield from _bet_cards(table)
    yield from _goals(table)
    if variant.beginner:
        yield Line(variant.beginner)


def _bet_cards(table: Table) -> Iterator[Line]:
    """Which bet cards of the box lie in front of each player, and which side is up."""
    betting = table.variant.betting
    named = {name: betting.names[name] for name in ("baby", "little", "big") if name in betting.names}
    if not named:
        return
    cards = join_words([f"{capitalize(name)} ({amount})" for name, amount in named.items()])
    side = "Haggis and Tatties" if betting.by_auction else "Haggis/Haggis and Neeps"
    shown = f" with the '{side}' side up" if len(named) == 3 else ""
    yield Line(f"Each player has the bet cards {cards}{shown}. They are not part of the hand.")


def _goals(table: Table) -> Iterator[Line]:
    yield Line(f"Agree on the goal: {goal_text(table.variant)}, or whatever you like.")
    if len({_unit(goal) for goal in table.variant.goals}) > 1:
        yield Line("Play to a number of points or for a number of rounds, not to whichever comes first.")


def goal_text(variant: Variant) -> str:
    """The goals that a variant proposes: the lowest of each unit makes a shorter game, the highest a longer one."""
    kinds = [[goal for goal in variant.goals if _unit(goal) == unit] for unit in ("points", "rounds", "wins")]
    kinds = [sorted(goals, key=_size) for goals in kinds if goals]
    shorter = join_words([str(goals[0]) for goals in kinds], "or")
    longer = [str(goals[-1]) for goals in kinds if len(goals) > 1]
    return f"{shorter} for a shorter game, {join_words(longer, 'or')} for a longer one" if longer else shorter


def _unit(goal: Goal) -> str:
    return "points" if goal.points else "rounds" if goal.rounds else "wins"


def _size(goal: Goal) -> int:
    return goal.points or goal.rounds or goal.round_wins or 0


def _deal(table: Table) -> Iterator[Line]:
    variant, setup = table.variant, table.setup
    if variant.has_dealer:
        yield Line("The dealer deals; in the first round the player to the dealer's left leads.")
    else:
        yield Line("The lead player shuffles the suit cards and deals.")
    rest = _rest(table)
    if rest:
        use = "The Shepherd exchanges cards with it." if variant.betting.by_auction else "Nobody looks at it."
        yield Line(f"Set {pluralize(rest, 'card')} aside face down: the haggis. {use}")
    courts = f" With {_court_names(table)} that is a hand of {setup.hand}." if setup.courts else ""
    every = "" if rest else "all cards, "
    yield Line(f"Deal {every}{setup.dealt} suit cards to each player, face down.{courts}")
    if variant.betting.blind:
        yield Line(f"Stop when everybody has {variant.betting.seen} cards: now is the time for blind bets.")
    if variant.round_sides:
        yield Line("The sides change from round to round; everybody scores alone.")


def _passing(table: Table) -> Iterator[Line]:
    gives = table.variant.gives
    if not gives:
        return
    yield Line("All players at once choose a suit card and pass it face down to their partner.")
    yield Line("Only then do they look at the card they were given. Court cards are never passed.")
    if gives > 1:
        times = "a second time" if gives == 2 else f"{number_word(gives)} times in all"
        yield Line(f"Then do the same {times}; you may pass back the card you were given.")
    yield Line("Nobody talks about the cards that are passed.")
    yield Line(
        "A tip from the designer: before the game, partners may agree on what a passed card means. A low card might "
        "mean 'I will go out first', and a 3, 5, 7 or 9 might help towards a bomb. You need not tell your opponents, "
        "but only the cards may speak. You can play well without this."
    )


# Bets.


def _bets(table: Table) -> Iterator[Line]:
    betting = table.variant.betting
    yield from map(Line, describe_betting(table.variant))
    if betting.by_auction:
        yield Line("The sheep are opponents of the Shepherd and of each other: each scores alone.")
        yield Line("Nobody loses points for a bid that fails.")
    elif betting.amounts:
        if 0 in betting.amounts:
            yield Line(
                "Betting 0 announces that you will not bet in this round; then you count as a player without a bet."
            )
        same = "Both teams may bet the same amount." if betting.by_team else "Several players may bet the same amount."
        same = "Both of you may bet the same amount." if len(table.names) == 2 else same
        yield Line(f"Nobody has to bet. {same} Nobody loses points for a bet that fails.")
        yield Line("The lead player must decide before playing the first card; the others may bet after a pass, too.")
        yield Line("Once a player has gone out, no more bets may be made.")
    yield from _bet_examples(table)


def _bet_examples(table: Table) -> Iterator[Line]:
    """What bets bring, won and lost."""
    betting, names, stakes = table.variant.betting, table.names, _example_stakes(table)
    if not any(stakes):
        return
    ends = []
    for first in (0, 1):
        points = betting.settle(table, stakes, (first, *(seat for seat in table.seats if seat != first))[:-1])
        told = [
            f"{table.side_names[side]} score{'' if len(seats) > 1 else 's'} {sum(points[seat] for seat in seats)}"
            for side, seats in enumerate(table.sides)
            if any(points[seat] for seat in seats)
        ]
        ends.append(f"If {names[first]} goes out first, {join_words(told) if told else 'nobody scores for it'}.")
    yield Line(f"For example, {_tell_stakes(table, stakes)}. {' '.join(ends)}")


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


# Combinations, court cards and bombs.


def tell_kinds(table: Table) -> Iterator[Line]:
    """The order of the ranks, and each kind of combination but bombs with its cards."""
    rules, deck = table.variant.combinations, table.deck
    first, second = deck.letters[0], deck.letters[-1]
    order = " < ".join(map(rank_name, (*range(LOW, JACK), *table.setup.courts)))
    yield Line(f"The ranks from low to high: {order}. Suits do not rank.")
    yield Line("A single: one card.", f"7{first}")
    if rules.sets:
        sizes = join_words(list(map(str, rules.set_sizes)), "or") if rules.set_sizes else "two or more"
        number = rules.set_sizes[0] if rules.set_sizes else 2
        yield Line(f"A set: {sizes} cards of one rank.", _set(deck, 9, number))
    ranks = f"{number_word(rules.sequence)} or more ranks in a row"
    yield Line(f"A sequence, or run: {ranks}, in one suit.", _run(4, rules.sequence, first))
    if first != second:
        pairs = " ".join(f"{rank}{first} {rank}{second}" for rank in range(5, 5 + rules.stair))
        sets = f"{number_word(rules.stair)} or more sets of consecutive ranks"
        yield Line(f"A stair: {sets}, equally large, every set in the same suits.", pairs)
    if table.setup.copies > 1 and rules.sets:
        yield Line("Two copies of one card are a pair like any other.", f"9{first} 9{first}")


def _combinations(table: Table) -> Iterator[Line]:
    rules, letters = table.variant.combinations, table.deck.letters
    yield from tell_kinds(table)
    yield Line("You answer with the same kind of combination, with the same number of cards and a higher rank.")
    yield Line("Of a sequence or stair the highest rank counts. The suits of an answer do not matter.")
    if rules.sets:
        yield Line("Three pairs can never answer two triples: each set must have as many cards, too.")
    yield Line(f"This beats {_run(4, rules.sequence, letters[0])}:", _run(6, rules.sequence, letters[-1]))
    if rules.bombs:
        yield Line("A bomb beats everything but an equal or higher bomb.")


def _set(deck: Deck, rank: int, number: int) -> str:
    letters = (deck.letters * deck.copies)[:number]
    return " ".join(f"{rank}{letter}" for letter in sorted(letters, key=deck.letters.index))


def _run(low: int, length: int, letter: str) -> str:
    return " ".join(f"{rank}{letter}" for rank in range(low, low + length) if rank < JACK)


def _courts(table: Table) -> Iterator[Line]:
    variant, rules, courts = table.variant, table.variant.combinations, table.setup.courts
    if not courts:
        return
    letter, name = table.deck.letters[0], rank_name(courts[0])
    yield from map(Line, describe_courts(variant))
    yield Line("You may use several of them, beside one suit card if you like.")
    yield Line("Where cards can be several combinations, say which one you lead; an answer is the highest that fits.")
    yield Line("A court card alone is a single of its rank, higher than any 10.", name)
    if rules.sets and not rules.set_sizes:
        yield Line(f"A pair of 8s, {name} as the other 8:", f"8{letter} {name}")
    if rules.sequence == 3:
        yield Line(f"A sequence from 4 to 6, {name} as the 5:", f"4{letter} 6{letter} {name}")
        top = f"with the top rank {name}" if rules.courts_climb and courts[0] == JACK else "with the top rank 10"
        yield Line(f"A sequence {top}:", f"9{letter} 10{letter} {name}")
    if len(courts) > 1:
        alone = "are always a bomb" if rules.bombs else "cannot be played together"
        yield Line(f"Two or more court cards without a suit card {alone}.")


def _bombs(table: Table) -> Iterator[Line]:
    bombs = table.variant.combinations.bombs
    if not bombs:
        return
    yield Line("On your turn you may play a bomb on anything but an equal or higher bomb. It may be led, too.")
    yield Line("After a bomb you may only play a higher bomb or pass, until the trick ends.")
    yield Line("Court cards are never wild in a bomb. From low to high:")
    for place, bomb in enumerate(bombs, 1):
        yield Line(f"{place}. {bomb.name}", _bomb_cards(bomb, table.deck))
    yield from map(Line, describe_bomb_capture(table.variant))
    yield Line("The player who won the trick leads the next. The last trick of a round is captured in the same way.")
    yield from map(Line, describe_bomb_lead(table.variant))


def _bomb_cards(bomb: Bomb, deck: Deck) -> str:
    """Cards that make the bomb."""
    if bomb.courts:
        return " ".join(map(rank_name, bomb.ranks))
    letters = deck.letters * deck.copies
    suits = [letters[0] if bomb.one_suit else letters[place % len(letters)] for place in range(len(bomb.ranks))]
    if bomb.of_a_kind:
        suits.sort(key=deck.letters.index)
    return " ".join(f"{rank}{letter}" for rank, letter in zip(bomb.ranks, suits, strict=True))


# Tricks, going out, and the end of a round.


def _tricks(table: Table) -> Iterator[Line]:
    names, letters = table.names, table.deck.letters
    bomb = ", plays a bomb," if table.variant.combinations.bombs else ""
    yield Line("The player who leads must play, and may play any combination.")
    yield Line(f"Then each player in turn, clockwise, plays a higher one of the same kind{bomb} or passes.")
    yield Line("You may pass even if you could play.")
    yield from map(Line, describe_trick(table.variant))
    yield from map(Line, describe_may_play(table.variant))
    low, high = f"4{letters[0]}", f"9{letters[-1]}"
    others = [*names[2:], names[0]]
    passes = f"{join_words(others)} {'passes' if len(others) == 1 else 'pass'}"
    told = f"For example, {names[0]} leads {low}; {names[1]} plays {high}; {passes}."
    yield Line(f"{told} {names[1]} captures both cards and leads next.")


def _out(table: Table) -> Iterator[Line]:
    yield Line("You go out when you play your last card, court cards included.")
    if len(table.names) > 2:
        yield Line("The trick goes on without the player who is out, who can still win it.")
    yield from map(Line, describe_recording(table.variant))
    yield from map(Line, describe_extra_points(table.variant))
    yield Line(describe_round_end(table.variant))
    yield from map(Line, describe_left_cards(table.variant))


# Scoring, with an example in figures.


def _scoring(table: Table) -> Iterator[Line]:
    variant = table.variant
    yield from map(Line, describe_recording(variant))
    yield from map(Line, describe_extra_points(variant))
    left = " and those you take from hands" + (" and the haggis" if variant.haggis_taken and _rest(table) else "")
    yield Line(f"Captured cards, those of tricks{left}: {variant.card_values.name}.")
    if variant.betting.amounts:
        yield Line(f"Add the points of {'the bid' if variant.betting.by_auction else 'bets'}.")
    if variant.teams:
        yield Line("A team adds up what its players score.")
    yield from _scoring_example(table)


def _scoring_example(table: Table) -> Iterator[Line]:
    """A round in figures of our own."""
    outcome = example_outcome(table)
    if outcome is None:
        return
    names, made = table.names, _tell_stakes(table, outcome.stakes)
    order = join_words([names[seat] for seat in outcome.out])
    going = "goes out first" if len(outcome.out) == 1 else "go out, in this order"
    yield Line(f"For example, {made + '. ' if made else ''}{order} {going}:")
    lines = score(table, outcome)
    for seat in table.seats:
        yield Line(f"{names[seat]}: {_tell_score(table, lines[seat])} = {player_total(table, lines[seat])}")
    for side, seats in enumerate(table.variant.teams):
        bets = sum(lines[seat].bet_points for seat in seats)
        parts = [*(str(player_total(table, lines[seat])) for seat in seats), *([f"{bets} from bets"] if bets else [])]
        total = sum(lines[seat].total for seat in seats)
        yield Line(f"{table.side_names[side]}: {' + '.join(parts)} = {total}")


def _tell_score(table: Table, line: Score) -> str:
    parts = [f"{table.variant.hand_points} × {line.hand} for the hand"] if line.hand else []
    parts.append(f"{line.captured} captured")
    parts += [f"{line.bonus} for being first"] if line.bonus else []
    source = "for the bid" if table.variant.betting.by_auction else "from bets"
    parts += [f"{line.bet_points} {source}"] if line.bet_points and not table.variant.teams else []
    return " + ".join(parts)


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


# The end, the options, and the words.


def _options(table: Table) -> Iterator[Line]:
    for option, says in zip(table.variant.options, describe_options(table.variant), strict=True):
        chosen = table.options.get(option.name, option.default)
        yield Line(says if chosen == option.default else f"{says} Here it is {option_text(chosen)}.")


def _end(table: Table) -> Iterator[Line]:
    if table.variant.has_dealer:
        yield Line(f"First: {rule_text(table.variant.next_dealer)}")
    yield Line(describe_next_leader(table.variant))
    if any(goal.round_wins for goal in table.variant.goals):
        yield Line("A round is won by the most points in it, and by nobody where two have as many.")
    yield Line("The match ends after the round in which the goal is reached: the highest total wins.")
    yield Line("On a tie, play on round by round until somebody is ahead.")


def _glossary(table: Table) -> Iterator[Line]:
    variant, rules = table.variant, table.variant.combinations
    courts = join_words(list(map(rank_name, table.setup.courts)))
    lead = "the player who leads the first trick of a round"
    lead = f"{lead}, and deals" if not variant.has_dealer else lead
    lead = "the player who deals; the auction begins to this player's left" if variant.betting.by_auction else lead
    yield Line(f"Lead player: {lead}. To lead a trick means to play its first combination.")
    yield Line("Trick: the combinations played in turn until all others pass. Round: the tricks of one deal.")
    yield Line("Pass: to play nothing on your turn. Capture: to take the cards of a trick, face down beside you.")
    yield Line("Go out: to play the last card of your hand. Whoever has cards left is still in.")
    yield Line("Hand: the suit cards that you hold, and your court cards that are not played yet.")
    worth = "that are worth points, and " if variant.card_values.even is None else ""
    yield Line(
        f"Suit card: 2 to 10, in a suit. Point card: 3, 5, 7, 9, J, Q and K, the cards {worth}that bombs are made of."
    )
    if courts:
        yield Line(f"Court card: {courts}. Wild: a court card that stands for another card.")
    if rules.bombs:
        yield Line("Bomb: a special combination that may be played on any other kind.")
    if _rest(table):
        yield Line("The haggis: the suit cards that nobody is dealt.")
    if variant.teams:
        yield Line("Slam: both players of a team go out before any opponent.")
    if variant.betting.by_auction:
        yield Line("Shepherd: the player who won the auction. Sheep: the other players.")
    else:
        yield Line(
            "Shepherd, sheep, black sheep: in the revised rules the first player out, the others, and the one left."
        )


def _rest(table: Table) -> int:
    """How many cards are the haggis."""
    return table.setup.haggis(len(table.names))


def _court_names(table: Table) -> str:
    return join_words(list(map(rank_name, table.setup.courts)))
