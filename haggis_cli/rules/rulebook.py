"""The rules of a table as a person would tell them, topic by topic, made from the declaration of its variant.

Begin with `tell_rules`. A topic is a list of lines: a sentence, and the cards that show what it means, if any. What a
variant adds in its own words stands in its rulings and in the docstrings of its rules.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from haggis_cli.rules import examples
from haggis_cli.rules.betting import BET_NAMES
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
    describe_recording,
    describe_round_end,
    describe_trick,
    for_players,
    uncapitalize,
)
from haggis_cli.rules.events import OpenQuestion, rule_text
from haggis_cli.rules.readings import Bomb
from haggis_cli.rules.scoring import Goal
from haggis_cli.rules.variant import Table, Variant
from haggis_cli.support.text import capitalize, join_words, number_word, pluralize

NAMES = ("Noah", "Isla", "Jamie", "Rory", "Skye", "Fergus", "Mhairi", "Angus")
"""Who plays in the examples, clockwise."""
_LEAD_PLAYER = "deals and leads the first trick"


class Line(NamedTuple):
    """A sentence of the rules.

    cards: the cards that show it, in canonical notation; empty for none.
    source: what it ends with, in brackets, where it is a ruling: its place in the rulebook.
    """

    says: str
    cards: str = ""
    source: str = ""


class Topic(NamedTuple):
    """A part of the rules.

    name: the word by which it is asked for.
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
    "setup": "box need players teams partners seats",
    "deal": "haggis hands",
    "passing": "give giving",
    "bets": "auction bids betting baby little big shepherd sheep exchange overwrite",
    "combinations": "sets sequences runs stairs singles pairs triples ranks beats matching",
    "courts": "jacks queens kings wild jqk",
    "tricks": "leads leading turns passes captures plays answers",
    "out": "slams rounds going",
    "scoring": "scores points values captured",
    "end": "goals winner winning leader dealer ties",
    "glossary": "words definitions",
}
WORDS_SAID = {word: topic for topic, words in _SAID_FOR.items() for word in words.split() if word not in TOPICS}
"""The topic that is meant by other words that people say."""


def tell_rules(table: Table) -> list[Topic]:
    """The rules of this table with its options, from the box to the glossary; topics without lines are left out."""
    table = told_table(table)
    topics = [
        Topic("setup", "The aim, and what you need", list(_setup(table))),
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
        Topic("rulings", "Rulings", list(_rulings(table))),
    ]
    topics.append(Topic("glossary", "Words", [*_glossary(table), *_shepherds(table, topics)]))
    return [topic for topic in topics if topic.lines]


def told_table(table: Table) -> Table:
    """The table with the names of the examples, and with the variant as so many play it."""
    names = NAMES[: len(table.names)]
    sides = tuple(" and ".join(names[seat] for seat in side) for side in table.sides)
    return table._replace(variant=for_players(table.variant, len(names)), names=names, side_names=sides)


# The aim, what you need, and the deal.


def _setup(table: Table) -> Iterator[Line]:
    variant, setup = table.variant, table.setup
    before = "your opponent does" if len(table.names) == 2 else "the others do"
    yield Line(f"You try to play all your cards before {before}, and to capture cards that score.")
    steps = ["the deal", *(["passing cards"] if variant.gives else []), "bets", "tricks", "scoring"]
    steps = ["the auction" if step == "bets" and variant.betting.by_auction else step for step in steps]
    yield Line(f"{capitalize(number_word(len(table.names)))} players. A round goes in this order: {join_words(steps)}.")
    if variant.teams:
        seats = join_words([" and ".join(str(seat + 1) for seat in team) for team in variant.teams], "against")
        sizes = {len(team) for team in variant.teams}
        across = " Partners sit across from each other, with an opponent on either side." if sizes == {2} else ""
        yield Line(f"You play in teams for the whole match: seats {seats}, counted clockwise.{across}")
    copies = "one copy" if setup.copies == 1 else f"{number_word(setup.copies)} copies"
    suits = "all five suits" if setup.suits == 5 else f"any {number_word(setup.suits)} suits"
    number = setup.suits * setup.copies * 9
    letters, first = table.deck.letters, table.deck.suit_name(0)
    named = join_words([f"{letter} {name}" for letter, name in table.deck.suit_names.items()])
    courts, all_courts = len(table.names) * len(setup.courts), 12
    if setup.suits <= 5 and setup.copies <= 2 and courts <= all_courts:
        yield Line("The box holds two copies of 2 to 10 in five suits, and four each of J, Q and K.")
    yield Line(f"Suit cards: {copies} of 2 to 10 in {suits}, {number} cards.")
    yield Line(f"A card is typed as its rank and the letter of its suit ({named}): 9{letters[0]} is the {first} 9.")
    if setup.courts:
        each = join_words([f"one {rank_name(rank)}" for rank in setup.courts])
        yield Line(f"Each player has {each} (the court cards) face up on the table; they are part of the hand.")
    spare = ["the fifth suit"] if setup.suits == 4 else ["the other suits"] if setup.suits < 4 else []
    spare += ["the second copies"] if setup.copies == 1 else []
    spare += ["the spare court cards"] if courts < all_courts else []
    if spare:
        yield Line(f"Put {join_words(spare)} back into the box.")
    yield from _bet_cards(table)
    yield from _goals(table)
    if not variant.has_dealer:
        does = "deals, and the auction begins on their left" if variant.betting.by_auction else _LEAD_PLAYER
        yield Line(f"The lead player {does}.")
    if variant.beginner:
        yield Line(variant.beginner)


def _bet_cards(table: Table) -> Iterator[Line]:
    """The bet cards of the box, where all of them are used, and which side is up."""
    betting = table.variant.betting
    if not _has_bet_cards(table):
        return
    cards = join_words([f"{name} ({betting.names[name]})" for name in BET_NAMES])
    side = "Haggis and Tatties" if betting.by_auction else "Haggis/Haggis and Neeps"
    yield Line(
        f"In front of each player lie the bet cards {cards} with the '{side}' side up; they are not part of the hand."
    )


def _has_bet_cards(table: Table) -> bool:
    return set(BET_NAMES) <= set(table.variant.betting.names)


def _goals(table: Table) -> Iterator[Line]:
    goals, units = table.variant.goals, {_unit(goal) for goal in table.variant.goals}
    between = "anything in between, " if len(goals) > len(units) else ""
    yield Line(f"Agree on the goal: {goal_text(table.variant)}, {between}or whatever you like.")
    if len(units) > 1:
        yield Line("Choose one of them, points or rounds; do not combine them.")


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
        yield Line("The dealer shuffles the suit cards and deals.")
        yield Line("In the first round the player to the dealer's left leads.")
    else:
        yield Line("The lead player shuffles the suit cards and deals.")
    rest = _rest(table)
    if rest:
        use = "The Shepherd exchanges cards with it." if variant.betting.by_auction else "Nobody looks at it."
        yield Line(f"Set {pluralize(rest, 'card')} aside face down: the haggis. {use}")
    named = join_words(list(map(rank_name, setup.courts)))
    courts = f" With {named} that is a hand of {setup.hand}." if setup.courts else ""
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
    yield Line("All players choose a suit card at the same time and pass it face down to their partner.")
    yield Line("Only then do they look at the card they were given. Court cards are never passed.")
    if gives > 1:
        times = "a second time" if gives == 2 else f"{number_word(gives)} times in all"
        yield Line(f"Then do the same {times}; you may pass back the card you were given.")
    yield Line("Nobody talks about the cards that are passed.")
    low = next((each for each in table.variant.combinations.bombs if not each.courts), None)
    bomb = f", a {join_words(list(map(rank_name, low.ranks)), 'or')} might help your partner make a bomb" if low else ""
    yield Line(
        "A tip from the designer: before the game, partners may agree on what a passed card means, and need not tell "
        f"their opponents. A low card might mean 'I will go out first'{bomb}, and a card that is turned sideways might "
        "mean something else. Only the cards may speak, and you can play well without any of this."
    )


# Bets.


def _bets(table: Table) -> Iterator[Line]:
    betting = table.variant.betting
    yield from map(Line, describe_betting(table.variant))
    if betting.by_auction:
        if _has_bet_cards(table):
            yield Line("Push your bet card forward to bid.")
        yield Line(
            "If somebody matches your bid, you may only raise it or pass. In the first round nobody can match, because "
            "nobody has points."
        )
        yield Line("The cards put back may be those just drawn, but never court cards. The sheep exchange nothing.")
        yield Line("The sheep are opponents of the Shepherd and of each other: each scores alone.")
        yield Line("Nobody has to bid: if all the others pass first, the last player may still bid or pass.")
        yield Line("Nobody loses points for a bid that fails.")
    elif betting.amounts:
        if 0 in betting.amounts:
            yield Line("Betting 0, or 'no bet', announces that you will not bet in this round; it counts as no bet.")
        yield from _how_to_bet(table)
        same = "Both teams may bet the same amount." if betting.by_team else "Several players may bet the same amount."
        same = "Both of you may bet the same amount." if len(table.names) == 2 else same
        loss = "" if examples.can_lose_a_bet(table) else " Nobody loses points for a bet that fails."
        yield Line(f"Nobody has to bet. {same}{loss}")
    yield from map(Line, (*examples.auction_examples(table), *examples.bet_example(table)))


def _how_to_bet(table: Table) -> Iterator[Line]:
    """How a bet is made, and until when; of that nothing is known where a plugin has a betting rule of its own."""
    card = "push the bet card forward and say so" if _has_bet_cards(table) else "say so aloud"
    if not table.variant.betting._ends_with_play:
        yield Line(f"To bet, {card}.")
        return
    others = "the other player" if len(table.names) == 2 else "the others"
    yield Line(f"To bet, {card}; it need not be your turn. You may bet as soon as you have your cards.")
    yield Line(f"Whoever leads the first trick can bet only before doing so; {others} may pass first and bet later.")
    if len(table.names) > 2:
        yield Line("Once a player has gone out, no more bets may be made.")
    if table.variant.betting.by_team:
        yield Line(
            "Nobody may raise or take back their own bet. If the owner's partner goes out first, the bet fails, too."
        )
        yield Line("These rules do not say whether partners may talk about bets: agree before you play.")


# Combinations, court cards and bombs.


def tell_kinds(table: Table) -> Iterator[Line]:
    """The order of the ranks, and each kind of combination but bombs with its cards."""
    rules, deck = table.variant.combinations, table.deck
    first, second = deck.letters[0], deck.letters[-1]
    order = " < ".join(map(rank_name, (*range(LOW, JACK), *table.setup.courts)))
    yield Line(f"The ranks from low to high: {order}. Suits do not rank.")
    yield Line("A single: one card.", f"7{first}")
    if rules.sets:
        sizes = join_words(list(map(number_word, rules.set_sizes)), "or") if rules.set_sizes else "two or more"
        number = rules.set_sizes[0] if rules.set_sizes else 2
        yield Line(f"A set: {sizes} cards of one rank.", _set(deck, 9, number))
    ranks = f"{number_word(rules.sequence)} or more ranks in a row"
    yield Line(f"A sequence, or run: {ranks}, in one suit.", _run(4, rules.sequence, first))
    if first != second:
        pairs = _stair(5, rules.stair, first + second)
        sets = f"{number_word(rules.stair)} or more sets of consecutive ranks"
        yield Line(f"A stair: {sets}, all of one size and in the same suits.", pairs)
    if table.setup.copies > 1 and rules.sets:
        yield Line("Two copies of one card are a pair like any other.", f"9{first} 9{first}")


def _combinations(table: Table) -> Iterator[Line]:
    rules, letters = table.variant.combinations, table.deck.letters
    yield from tell_kinds(table)
    bomb = " or a bomb" if _leads_bombs(table) else ""
    yield Line(f"The player who leads a trick must play one of these{bomb}; nobody leads by passing.")
    if table.setup.courts:
        say_which = "If the cards you lead could be more than one combination, say which."
        said = " ".join([say_which, *examples.lead_example(table)])
        yield Line(f"{said} Your lead does not count until you have said so.")
        yield Line("If only its rank is in doubt, a lead has the highest possible, unless you name a lower one.")
    yield Line("You answer with the same kind of combination, with the same number of cards and a higher rank.")
    yield Line("In a sequence or stair only the highest rank counts. The suits of an answer do not matter.")
    if rules.sets and rules.stair == 2:
        yield Line("Three pairs can never answer two triples: the sets must also be the same size.")
    if table.setup.copies > 1 and rules.stair == 2 and len(letters) > 1:
        one, two = letters[0], letters[1]
        yield Line(
            f"Every rank of a stair has each suit equally often: 5{one} 5{one} 6{one} 6{one} is a stair; "
            f"4{one} 4{one} 4{two} 5{one} 5{two} 5{two} is not."
        )
    if rules.sets:
        number = rules.set_sizes[0] if rules.set_sizes else 2
        yield Line(f"A set that beats {_set(table.deck, 4, number)}:", _set(table.deck, 10, number))
    length = rules.sequence
    yield Line(f"A sequence that beats {_run(4, length, letters[0])}:", _run(11 - length, length, letters[-1]))
    if len(letters) > 1:
        low, high = _stair(4, rules.stair, letters[:2]), _stair(11 - rules.stair, rules.stair, letters[-2:])
        yield Line(f"A stair that beats {low}:", high)
    if rules.bombs:
        yield Line("A bomb beats everything but an equal or higher bomb.")


def _set(deck: Deck, rank: int, number: int) -> str:
    letters = (deck.letters * deck.copies)[:number]
    return " ".join(f"{rank}{letter}" for letter in sorted(letters, key=deck.letters.index))


def _stair(low: int, length: int, letters: str) -> str:
    return " ".join(f"{rank}{letter}" for rank in range(low, low + length) for letter in letters)


def _run(low: int, length: int, letter: str) -> str:
    return " ".join(f"{rank}{letter}" for rank in range(low, low + length) if rank < JACK)


def _courts(table: Table) -> Iterator[Line]:
    variant, rules, courts = table.variant, table.variant.combinations, table.setup.courts
    if not courts:
        return
    letter, name = table.deck.letters[0], rank_name(courts[0])
    yield from map(Line, describe_courts(variant))
    if len(courts) > 1 and rules.courts_climb and not rules.any_card:
        *lower, middle, top = map(rank_name, courts)
        yield Line(f"A {middle} may stand for {join_words(['2 to 10', *lower], 'or')}, but never for {top}.")
    yield Line("You may use several at once; a single suit card beside them is enough.")
    yield from map(Line, examples.copying_examples(table))
    yield Line("An answer counts as the highest combination that its cards can form, unless you name a lower one.")
    yield Line("A court card alone is a single of its rank, higher than any 10.", name)
    if rules.sets and not rules.set_sizes:
        yield Line(f"A pair of 8s, with {name} as the other 8:", f"8{letter} {name}")
    if rules.sequence == 3:
        yield Line(f"A sequence from 4 to 6, with {name} as the 5:", f"4{letter} 6{letter} {name}")
        top = f"with the top rank {name}" if rules.courts_climb and courts[0] == JACK else "with the top rank 10"
        yield Line(f"A sequence {top}:", f"9{letter} 10{letter} {name}")
        if len(courts) > 1:
            other, wild = table.deck.letters[-1], rank_name(courts[1])
            beaten = f"4{letter} 6{letter} {name}"
            yield Line(f"A sequence that beats {beaten}, with {wild} as the 8:", f"7{other} 9{other} {wild}")
    if rules.courts_climb and courts[:2] == (JACK, JACK + 1) and rules.stair == 2 and len(table.deck.letters) > 1:
        pair = f"10{letter} 10{table.deck.letters[1]}"
        yield Line("A stair of pairs up to J, with Q as the second J:", f"{pair} J Q")
    if len(courts) > 1:
        several = [ranks for number in range(2, len(courts) + 1) for ranks in combinations(courts, number)]
        made = {ranks in {bomb.ranks for bomb in rules.bombs if bomb.courts} for ranks in several}
        said = "are a bomb or nothing" if len(made) > 1 else "cannot be played together"
        said = "are always a bomb" if made == {True} else said
        yield Line(f"Two or more court cards without a suit card {said}.")


def _bombs(table: Table) -> Iterator[Line]:
    bombs = table.variant.combinations.bombs
    if not bombs:
        return
    led = " You may also lead one." if _leads_bombs(table) else ""
    yield Line(f"On your turn you may play a bomb on anything but an equal or higher bomb.{led}")
    yield Line("After a bomb you may only play a higher bomb or pass, until the trick ends.")
    yield Line("In a bomb, court cards never stand for other cards. The bombs from low to high:")
    for place, bomb in enumerate(bombs, 1):
        yield Line(f"{place}. {bomb.name}", _bomb_cards(bomb, table.deck))
    yield from map(Line, describe_bomb_capture(table.variant))
    yield Line("This applies to the last trick of a round too. The winner of a trick leads the next.")
    yield from map(Line, describe_bomb_lead(table.variant))
    yield from map(Line, examples.bomb_example(table, [_bomb_cards(bomb, table.deck) for bomb in bombs]))


def _leads_bombs(table: Table) -> bool:
    """Whether a trick may begin with a bomb."""
    return any(examples.can_lead(table, _bomb_cards(bomb, table.deck)) for bomb in table.variant.combinations.bombs)


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
    bomb = ", plays a bomb," if table.variant.combinations.bombs else ""
    lead = "" if table.variant.may_play else ", and may play any combination"
    if not table.variant.has_dealer:
        leader = "Shepherd" if table.variant.betting.by_auction else "lead player"
        yield Line(f"The {leader} leads the first trick.")
    yield Line(f"The player who leads must play{lead}.")
    turn = "you take turns: each" if len(table.names) == 2 else "each player in turn, clockwise,"
    yield Line(f"Then {turn} plays a higher one of the same kind{bomb} or passes.")
    yield Line("You may pass even if you could play, and you must pass if you cannot.")
    yield from map(Line, describe_trick(table.variant))
    if bomb:
        yield Line("See 'bombs' for who captures a trick won by a bomb.")
    yield from map(Line, describe_may_play(table.variant))
    yield Line(
        "These rules do not say whether you may ask how many cards somebody holds, or look through captured tricks: "
        "agree before you play."
    )
    yield from map(Line, examples.trick_example(table))


def _out(table: Table) -> Iterator[Line]:
    yield Line("You go out when you play your last card, court cards included.")
    if len(table.names) > 2:
        yield Line("The trick goes on: a player who is out takes no more turns, but can still win it.")
    yield Line(describe_recording(table.variant)[0])
    yield Line(describe_round_end(table.variant))
    yield from map(Line, describe_left_cards(table.variant))
    yield from map(Line, examples.out_examples(table))


# Scoring, with an example in figures.


def _scoring(table: Table) -> Iterator[Line]:
    variant = table.variant
    yield from map(Line, describe_recording(variant))
    yield from map(Line, describe_extra_points(variant))
    yield from map(Line, examples.slam_example(table))
    sources = ["tricks", "hands", *(["the haggis"] if variant.haggis_taken and _rest(table) else [])]
    yield Line(f"Captured cards, from {join_words(sources, 'or')}: {variant.card_values.name}.")
    if variant.betting.amounts:
        yield Line(f"Add the points from {'the bid' if variant.betting.by_auction else 'bets'}.")
    if variant.teams:
        yield Line("A team adds up what its players score.")
    yield from map(Line, examples.scoring_example(table))


# The end, the options, and the words.


def _options(table: Table) -> Iterator[Line]:
    for option in table.variant.options:
        usual = option.choices[option.default].means
        players = f" (for {join_words(list(map(str, option.players)))} players)" if option.players else ""
        others = [each.means for value, each in option.choices.items() if value != option.default]
        says = f"{option.help.rstrip('.?')}{players}: {'; or '.join([usual, *others])}."
        chosen = option.choices[table.options.get(option.name, option.default)].means
        yield Line(says if chosen == usual else f"{says} Here: {chosen}.")


def _end(table: Table) -> Iterator[Line]:
    if table.variant.has_dealer:
        yield Line(f"Next deal: {uncapitalize(rule_text(table.variant.next_dealer))}")
    yield Line(describe_next_leader(table.variant))
    goals = table.variant.goals
    if any(goal.round_wins for goal in goals):
        yield Line("A round is won by whoever scores the most points in it; on a tie nobody wins it.")
        yield Line("If you play for rounds won, the first to win that many rounds wins the match.")
    if any(goal.points or goal.rounds for goal in goals):
        yield Line("The match ends after the round in which the goal is reached: the highest total wins.")
    points = next((goal for goal in goals if goal.points), None)
    rounds = next((goal for goal in goals if goal.rounds), None)
    if points and rounds:
        yield Line(
            f"If you play to {points}, you go on after round {rounds.rounds} until somebody has that many; if you "
            f"play {rounds}, you play them all, even if somebody reaches {points} earlier."
        )
    yield Line("If the match is tied, play on round by round until somebody is ahead.")


def _rulings(table: Table) -> Iterator[Line]:
    """The rulings, those on records last; where two play, the round is over before a bet can come too late."""
    on_records = []
    for ruling in table.variant.rulings:
        line = Line(f"{ruling.says} ({ruling.source})", source=f"({ruling.source})")
        if ruling.on_records:
            on_records.append(line)
        elif len(table.names) > 2 or OpenQuestion.BET_WHEN_FIRST_PLACE_IS_DECIDED not in ruling.settles:
            yield line
    yield from on_records


def _glossary(table: Table) -> Iterator[Line]:
    variant, rules = table.variant, table.variant.combinations
    courts = join_words(list(map(rank_name, table.setup.courts)))
    lead = "the player who leads the first trick of a round"
    lead = f"the player who {_LEAD_PLAYER}" if not variant.has_dealer else lead
    lead = "the player who deals; the auction begins to this player's left" if variant.betting.by_auction else lead
    yield Line(f"Lead player: {lead}. To lead a trick means to play its first combination.")
    yield Line("Trick: the combinations played in turn until all but one pass. Round: the tricks of one deal.")
    yield Line("Pass: to play nothing on your turn. Capture: to take the cards of a trick and lay them face down.")
    yield Line("Go out: to play the last card of your hand. Whoever has cards left is still in.")
    yield Line("Hand: the suit cards that you hold, and your court cards that are not played yet.")
    yield Line("Suit card: 2 to 10, in a suit.")
    yield from _point_cards(table)
    if courts:
        yield Line(f"Court card: {courts}. Wild: a court card that stands for another card.")
    if rules.bombs:
        yield Line("Bomb: a special combination that may be played on any other kind.")
    if _rest(table):
        yield Line(f"The haggis: the {pluralize(_rest(table), 'card')} set aside in the deal.")
    if variant.teams:
        yield Line("Slam: both players of a team go out before any opponent.")


def _shepherds(table: Table, topics: list[Topic]) -> Iterator[Line]:
    """What a shepherd is, where there is an auction or these topics speak of sheep."""
    if table.variant.betting.by_auction:
        yield Line("Shepherd: the player who won the auction. Sheep: the other players.")
        yield Line("In the variant 'revised' the Shepherd is the first player out.")
    elif any("sheep" in line.says for topic in topics for line in topic.lines):
        yield Line(
            "Shepherd: the first player out. Sheep: the other players. Black sheep: the last player left. In Haggis "
            "and Tatties, the Shepherd is the player who won the auction."
        )


def _point_cards(table: Table) -> Iterator[Line]:
    """Which cards are worth points where not all are worth as many, and which bombs are made of."""
    values = table.variant.card_values
    every = table.variant.combinations.bombs
    bombs = {rank for bomb in every for rank in bomb.ranks if not any(each.of_a_kind for each in every)}
    points = enumerate((*values.suit_cards, *values.courts), LOW)
    worth = (
        {rank for rank, each in points if each and (rank < JACK or rank in table.setup.courts)}
        if values.even is None
        else set()
    )
    if worth or bombs:
        uses = [*(["that are worth points"] if worth else []), *(["that bombs are made of"] if bombs else [])]
        names = join_words([rank_name(rank) for rank in sorted(worth | bombs)])
        yield Line(f"Point card: {names}, the cards {join_words(uses)}.")


def _rest(table: Table) -> int:
    """How many cards are the haggis."""
    return table.setup.haggis(len(table.names))
