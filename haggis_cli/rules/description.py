"""A variant in plain words, worked out from its declaration: the whole of it, a disputed question, or its betting.

`variant_json` gives it as JSON.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from haggis_cli.rules.betting import WHERE_CARDS_ARE_PASSED, WHERE_THERE_ARE_MORE_TEAMS
from haggis_cli.rules.cards import rank_name
from haggis_cli.rules.events import LEAD_STAYS, OpenQuestion, both_or_all, option_text, rule_text
from haggis_cli.rules.readings import Bomb
from haggis_cli.rules.variant import Variant
from haggis_cli.support.text import capitalize, join_words

_BY_A_BOMB = ", also one that is won by a bomb"
QUESTIONS = {
    "bet": "May a bet still be made?",
    "pass": "May a player who has passed play again, and when does a trick end?",
    "trick": f"Who captures a trick{_BY_A_BOMB}?",
    "lead": "Who leads, and may the lead be given away?",
    "out": "What happens when a player goes out, and who records cards?",
    "haggis": "Who captures the haggis, and the cards left in hands?",
}
"""The questions on which people quarrel that are not about cards, by the word for each."""
TYPED_ROUNDS = (
    "In a typed-in round, captured points are refused if they add up to more than all cards are worth; if they add up "
    "to less, somebody has miscounted, and they are saved once the warning is accepted. In a match file both are "
    "warnings. (every variant)"
)
"""How captured totals that do not add up are treated."""
ROUND_SIDES = (
    "Partners play a round together: only opponents' hands are recorded, and the round is over when a whole side is "
    "out. Everybody scores alone, in the round and in the match."
)
"""What sides that change from round to round mean."""
_AUCTION_LEAD = "The auction decides who leads the first trick; 'haggis judge bet' explains it."
_TRICK_ENDS = (
    "A trick ends when all others still in have passed, one after the other; after a pass you may still play again."
)
_WINNER_CAPTURES = (
    "The winner of a trick captures it and leads the next; if the winner is out, the lead passes to the next player on "
    "the left who is still in."
)


def describe_variant(variant: Variant) -> list[tuple[str, list[str]]]:
    """The rules under headings, a sentence or two each, from the set-up to the options and the rulings."""
    sections = [
        ("Set-up", _setup(variant)),
        ("Combinations", _combinations(variant)),
        ("Betting", describe_betting(variant)),
        ("Tricks and capture", _capture(variant)),
        ("Scoring", _scoring(variant)),
        ("Next round and end", _ends(variant)),
        ("Options", describe_options(variant)),
        ("Rulings", [*(f"{ruling.says} ({ruling.source})" for ruling in variant.rulings), TYPED_ROUNDS]),
    ]
    return [(title, lines) for title, lines in sections if lines]


def dispute_title(variant: Variant, question: str) -> str:
    """What is asked, of a variant without bombs, too."""
    return QUESTIONS[question] if variant.combinations.bombs else QUESTIONS[question].replace(_BY_A_BOMB, "")


def describe_dispute(variant: Variant, question: str, players: int | None = None) -> list[str]:
    """What the rules say to one of the QUESTIONS, a sentence or two each; to so many players if they are counted."""
    if players is not None:
        variant = for_players(variant, players)
    match question:
        case "bet":
            decided = OpenQuestion.BET_WHEN_FIRST_PLACE_IS_DECIDED
            rulings = [each.says for each in variant.rulings if decided in each.settles]
            return [*describe_betting(variant), *rulings]
        case "pass":
            return [describe_trick(variant)[0], "Whoever leads a trick must play.", *describe_may_play(variant)]
        case "trick":
            return [*describe_trick(variant), *describe_bomb_capture(variant)]
        case "lead":
            first = [_AUCTION_LEAD] if variant.betting.by_auction else []
            return [
                *first,
                describe_trick(variant)[-1],
                *(describe_bomb_lead(variant) or [LEAD_STAYS]),
                describe_next_leader(variant),
            ]
        case "out":
            return [*describe_recording(variant), *describe_extra_points(variant), describe_round_end(variant)]
        case _:
            none = [] if _has_haggis(variant) else ["There is no haggis: all cards are dealt."]
            return [*describe_left_cards(variant), *none, f"Captured cards: {variant.card_values.name}."]


def for_players(variant: Variant, players: int) -> Variant:
    """The variant as so many play it, so that nothing is said of other numbers."""
    bonus = {number: points for number, points in variant.first_out_bonus.items() if number == players}
    return replace(variant, setups={players: variant.setups[players]}, first_out_bonus=bonus)


def describe_betting(variant: Variant) -> list[str]:
    """How the betting goes, a sentence each; where nobody passes cards nothing is said of passing."""
    lines, settlement = variant.betting.describe(), getattr(variant.betting, "settlement", None)
    if len(variant.teams) > 2:
        lines = [line.replace(*WHERE_THERE_ARE_MORE_TEAMS) for line in lines]
    if _is_for_two(variant) and settlement:
        own = {rule_text(settlement): rule_text(settlement, for_two=True)}
        lines = [own.get(line, line) for line in lines]
    if not variant.gives:
        for words, without in WHERE_CARDS_ARE_PASSED.items():
            lines = [line.replace(words, without) for line in lines]
    return lines


def variant_json(variant: Variant) -> dict[str, object]:
    """A variant as JSON: what it is called, who can play it, its goals and its options."""
    return {
        "id": variant.id,
        "name": variant.name,
        "summary": variant.summary,
        "source": variant.source,
        "revision": variant.revision,
        "former_revisions": sorted(variant.former),
        "players": list(variant.players),
        "goals": [
            {"points": goal.points, "rounds": goal.rounds}
            | ({"round_wins": goal.round_wins} if goal.round_wins else {})
            for goal in variant.goals
        ],
        "options": [
            {
                "name": option.name,
                "help": option.help,
                "default": option.default,
                "choices": [{"value": value, "means": choice.means} for value, choice in option.choices.items()],
                "players": list(option.players or variant.players),
            }
            for option in variant.options
        ],
    }


# The sections of a description.


def _setup(variant: Variant) -> list[str]:
    lines = []
    stops = f", {variant.betting.seen} of them before blind bets" if variant.betting.blind else ""
    for players, setup in sorted(variant.setups.items()):
        suits = f"{setup.suits} suits" if setup.suits != 5 else "all five suits"
        copies = "one copy" if setup.copies == 1 else f"{setup.copies} copies"
        rest, courts = setup.haggis(players), setup.court_names
        stays = "1 card stays" if rest == 1 else f"{rest} cards stay"
        haggis = f"{stays} face down as the haggis" if rest else "no cards are left"
        each = f", and {courts} for each player" if courts else ""
        face_up = f" with {courts}, which lie face up" if courts else ""
        lines += [
            f"{players} players: take {copies} of 2 to 10 in {suits}{each}.",
            f"Deal {setup.dealt} suit cards each{stops}: a hand of {setup.hand}{face_up}; {haggis}.",
        ]
    if variant.teams:
        teams = join_words([" with ".join(str(seat + 1) for seat in team) for team in variant.teams])
        lines.append(f"Partners for the whole match: seats {teams}.")
    if variant.round_sides:
        lines += [f"Sides of each round: {uncapitalize(rule_text(variant.round_sides))}", ROUND_SIDES]
    if variant.gives:
        times = "one suit card" if variant.gives == 1 else f"{variant.gives} suit cards, one after the other,"
        lines.append(f"Before the first trick each player passes {times} face down to their partner.")
    return lines


def _combinations(variant: Variant) -> list[str]:
    rules = variant.combinations
    kinds = ["a single card"]
    if rules.sets:
        sizes = join_words(list(map(str, rules.set_sizes)), "or") if rules.set_sizes else "2 or more"
        kinds.append(f"a set of {sizes} of one rank")
    kinds.append(f"a sequence of {rules.sequence} or more consecutive ranks in one suit")
    kinds.append(f"a stair of {rules.stair} or more consecutive ranks with the same suits at each")
    beaten = "A combination is beaten by the same kind with the same number of cards and a higher top rank"
    lines = [f"{capitalize(', '.join(kinds))}.", *describe_courts(variant)]
    if not rules.bombs:
        return [*lines, f"{beaten}."]
    return [
        *lines,
        f"Bombs from low to high, without wild cards: {', '.join(_bomb_names(rules.bombs))}.",
        f"{beaten}, or by a bomb.",
        "A bomb is beaten only by a higher bomb.",
    ]


def describe_courts(variant: Variant) -> Iterator[str]:
    """What the court cards that somebody has stand for."""
    rules, names = variant.combinations, [rank_name(rank) for rank in _court_ranks(variant)]
    if not names:
        return
    one, several = len(names) == 1, join_words(names)
    stand, their = ("stands", "its") if one else ("stand", "their")
    which = f"of {their} rank or lower" if rules.courts_climb else "from 2 to 10"
    wild = "any card" if rules.any_card else f"any card {which}, in any suit"
    yield f"{several}, played with at least one suit card, {stand} for {wild}."
    if rules.courts_climb:
        filled = "each filled by a court card of that rank or higher"
        yield f"Sequences and stairs may go on past 10 to {several}, {filled}."
    else:
        yield f"Only as {'a single does it have its' if one else 'singles do they have their'} own rank."


def _court_ranks(variant: Variant) -> list[int]:
    """The ranks of the court cards that players have, whatever their number is."""
    return sorted({rank for setup in variant.setups.values() for rank in setup.courts})


def _bomb_names(bombs: Sequence[Bomb]) -> Iterator[str]:
    """The bombs from low to high; those of a kind that follow one another rank by rank are named together."""

    def run_of(placed: tuple[int, Bomb]) -> tuple[int, int]:
        """What bombs named together have in common: their number of cards, and how far rank and place differ."""
        place, bomb = placed
        return (len(bomb.ranks), bomb.ranks[0] - place) if bomb.of_a_kind else (0, place)

    for (number, _), group in groupby(enumerate(bombs), run_of):
        names = [bomb.name for _, bomb in group]
        together = number and len(names) > 1
        yield f"{names[0]} to {names[-1]}" if together else ", ".join(names)


def _capture(variant: Variant) -> list[str]:
    return [
        *describe_trick(variant),
        *describe_may_play(variant),
        *describe_bomb_capture(variant),
        *describe_bomb_lead(variant),
        *describe_left_cards(variant),
    ]


def describe_trick(variant: Variant) -> list[str]:
    """When a trick ends, and who captures it and leads the next."""
    if _is_for_two(variant):
        return ["A trick ends when one of you passes: the other wins it, captures it, and leads the next."]
    return [_TRICK_ENDS, _WINNER_CAPTURES]


def describe_may_play(variant: Variant) -> list[str]:
    """The variant's own rule on what may be played, if it has one."""
    return [_rule_text(variant, variant.may_play)] if variant.may_play else []


def describe_bomb_capture(variant: Variant) -> list[str]:
    """Who captures a trick won by a bomb, if there are bombs."""
    return [_rule_text(variant, variant.bomb_taker)] if variant.combinations.bombs else []


def describe_bomb_lead(variant: Variant) -> list[str]:
    """That the lead may be given away, if it may."""
    if not (variant.bomb_lead and variant.combinations.bombs):
        return []
    a_partner = "a partner" if any(len(team) > 2 for team in variant.teams) else "your partner"
    return [
        f"If you win a trick with a bomb, you may give the lead to {a_partner}, even if you are out.",
        "You may not discuss this, and your partner may not refuse.",
    ]


def describe_left_cards(variant: Variant) -> list[str]:
    """Who captures what is left at the end of a round."""
    lines = [_rule_text(variant, variant.hand_taker)]
    if _has_haggis(variant):
        taker = "The first player out" if variant.haggis_taken else "Nobody"
        lines.append(f"{taker} captures the haggis.")
    return lines


def _has_haggis(variant: Variant) -> bool:
    """Whether cards are left over when all hands are dealt."""
    return any(setup.haggis(players) for players, setup in variant.setups.items())


def _scoring(variant: Variant) -> list[str]:
    return [
        *describe_recording(variant),
        f"Captured cards: {variant.card_values.name}.",
        *describe_extra_points(variant),
    ]


def describe_recording(variant: Variant) -> list[str]:
    """What going out is worth."""
    who = "If you are the first to go out" if variant.only_first_records else "When you go out"
    held = "held by the opponent who has the most cards at that moment"
    held = "your opponent still holds" if _is_for_two(variant) else held
    return [
        f"{who}, you score {variant.hand_points} points for each card {held}.",
        *(["Whoever goes out later scores nothing for hands."] if variant.only_first_records else []),
        *(["Court cards not yet played count as part of the hand."] if _court_ranks(variant) else []),
    ]


def describe_extra_points(variant: Variant) -> list[str]:
    """What going out is worth besides for the first, and in a slam."""
    several = len(variant.setups) > 1
    bonuses = [
        f"The first player out{f' of {number}' if several else ''} scores a bonus of {bonus} points."
        for number, bonus in variant.first_out_bonus.items()
    ]
    return [*bonuses, *describe_slam(variant)]


def describe_slam(variant: Variant) -> list[str]:
    """What the second of two partners scores when both go out first; nothing where that is no rule of its own."""
    if not variant.slam_repeats or variant.only_first_records:
        return []
    third = ["A third partner scores what is held then."] if any(len(team) > 2 for team in variant.teams) else []
    return [
        "In a slam, when partners go out first and second, the second scores the same for hands as the first.",
        "That is so even if the opponents hold fewer cards by then.",
        *third,
    ]


def describe_round_end(variant: Variant) -> str:
    if _is_for_two(variant):
        return "When one of you goes out, that player wins the trick and the round ends at once."
    when = "only one player still holds cards"
    if variant.teams:
        when = f"{both_or_all(variant.teams)} players of a team are out"
    elif variant.round_sides:
        when += " or a whole side is out"
    return f"The round ends at once when {when}; the player who has just gone out wins the trick."


def describe_next_leader(variant: Variant) -> str:
    return f"Next round: {uncapitalize(rule_text(variant.next_leader))}"


def _ends(variant: Variant) -> list[str]:
    goals = ", ".join(map(str, variant.goals))
    has_wins = any(goal.round_wins for goal in variant.goals)
    units = "points, rounds or rounds won, never two of them" if has_wins else "points or rounds, never both"
    return [
        describe_round_end(variant),
        describe_next_leader(variant),
        f"Dealer: {uncapitalize(rule_text(variant.next_dealer))}",
        f"Goals: {goals}, or what you agree on: {units}.",
        *_victory(variant, has_wins=has_wins),
    ]


def _victory(variant: Variant, *, has_wins: bool) -> Iterator[str]:
    """Who wins by the goals that the variant proposes."""
    if not has_wins:
        yield "The highest total then wins; on a tie, play on."
        return
    side = "The team that" if variant.teams else "Whoever"
    yield (
        f"{side} has won that many rounds wins the match, whatever the totals are. The most points in a round win the "
        "round; on a tie nobody wins it."
    )
    if not all(goal.round_wins for goal in variant.goals):
        yield "With a goal of points or rounds, the highest total wins; on a tie, play on."


def describe_options(variant: Variant) -> list[str]:
    lines = []
    for option in variant.options:
        values = []
        for value, choice in option.choices.items():
            default = " (default)" if value == option.default else ""
            values.append(f"{option_text(value)}{default}: {choice.means}")
        players = f" For {' or '.join(map(str, option.players))} players." if option.players else ""
        lines.append(f"{option.name}: {option.help}{players} {'; '.join(values)}.")
    return lines


def _is_for_two(variant: Variant) -> bool:
    """Whether two play, always: then they are spoken to."""
    return variant.players == (2,)


def _rule_text(variant: Variant, rule: Callable[..., object]) -> str:
    """What a rule of a variant says to those who play it."""
    return rule_text(rule, for_two=_is_for_two(variant))


def uncapitalize(text: str) -> str:
    return text[0].lower() + text[1:]
