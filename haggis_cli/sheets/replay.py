"""A recorded round moment by moment, as a value to be stepped through: what was done, and how the table stood then.

Hands, and cards that went face down, are shown only of a round that is over: a sheet that goes round during a round
gives nothing away.
"""

from collections.abc import Iterator
from typing import NamedTuple

from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import violation_sentence
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.rounds.events import Lead, Play
from haggis_cli.rules.rounds.round import Round
from haggis_cli.rules.table import Table
from haggis_cli.sheets.story import RoundStory, Step, TrickStory, round_story
from haggis_cli.sheets.story_phrases import StoryPhrases
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.suit_signs import draw_card


class Action(NamedTuple):
    """What a player did.

    seat: who it was.
    cards: the cards of a play; empty for anything else.
    words: what the cards count as, or a sentence for anything else.
    then: what came of it, a sentence each.
    """

    seat: int
    cards: tuple[str, ...]
    words: str
    then: tuple[str, ...]


class Frame(NamedTuple):
    """The table after an action, or at the beginning.

    trick: the number of the trick, from 1; 0 before the first.
    action: what was done; None at the beginning.
    held: by seat, how many cards are in the hand.
    courts: by seat, the court cards not played yet.
    hands: by seat, the cards in the hand; None if they are not known, or not to be shown.
    captured: by seat, how many cards are captured so far.
    turn: the seat whose turn it is; None when the round is over.
    """

    trick: int
    action: Action | None
    held: tuple[int, ...]
    courts: tuple[tuple[str, ...], ...]
    hands: tuple[tuple[str, ...], ...] | None
    captured: tuple[int, ...]
    turn: int | None


class LeftoverText(NamedTuple):
    """Cards nobody played.

    owner: whose hand it is, or the haggis.
    cards: which cards, if that is known.
    text: who captured them.
    """

    owner: str
    cards: tuple[str, ...]
    text: str


class Replay(NamedTuple):
    """A recorded round.

    number: its number, from 1.
    heading: the number and who leads, in words.
    frames: the table at the beginning and after each action.
    leftovers: the cards nobody played.
    problems: sentences on why it is not judged to its end.
    """

    number: int
    heading: str
    frames: tuple[Frame, ...]
    leftovers: tuple[LeftoverText, ...]
    problems: tuple[str, ...]


def replay(report: Report, played: RoundReport) -> Replay:
    """The replay of a round recorded play by play, as far as it is legal."""
    table = report.table
    phrases = StoryPhrases(table, lambda cards: _draw_cards(cards, table), "×", secret=not played.complete)
    story = round_story(report, played)
    actions = {step.number: (0, _action(step, phrases, played, None)) for step in story.before}
    for trick in story.tricks:
        for step in trick.steps:
            actions[step.number] = trick.number, _action(step, phrases, played, _capture(trick, step, phrases))
    lead = "" if played.leader is None else f", {phrases.names[played.leader]} to lead"
    return Replay(
        number=played.number,
        heading=f"Round {played.number}{lead}",
        frames=tuple(_frames(played, story, [actions[number] for number in sorted(actions)])),
        leftovers=tuple(_leftovers(story, phrases, played)),
        problems=tuple(_problems(report, played, story)),
    )


def _draw_cards(cards: Cards, table: Table) -> str:
    return " ".join(map(draw_card, card_list(cards, table.deck)))


def _action(step: Step, phrases: StoryPhrases, played: RoundReport, capture: str | None) -> Action:
    event, table = step.event, phrases.table
    then = [capture] if capture else []
    if not isinstance(event, Play) or step.reading is None:
        return Action(event.seat, (), phrases.describe_event(event), tuple(then))
    if step.hand_count is not None:
        then.insert(0, phrases.describe_going_out(event.seat, played.out.index(event.seat), step.hand_count))
    reading = describe(step.reading, table.variant.combinations.bombs)
    return Action(event.seat, tuple(card_list(event.cards, table.deck)), reading, tuple(then))


def _capture(trick: TrickStory, step: Step, phrases: StoryPhrases) -> str | None:
    """Who captured the trick, for the last action in it; giving the lead away comes after that."""
    last = [each for each in trick.steps if not isinstance(each.event, Lead)][-1]
    return phrases.describe_capture(trick) if step is last and trick.winner is not None else None


def _frames(played: RoundReport, story: RoundStory, actions: list[tuple[int, Action]]) -> Iterator[Frame]:
    states = played.states()
    for place, state in enumerate(states):
        trick, action = actions[place - 1] if place else (0, None)
        ended = played.complete and place == len(states) - 1
        captured = list(_captured_counts(state))
        if ended:
            for rest in story.leftovers:
                if rest.taker is not None:
                    captured[rest.taker] += rest.count
        yield _frame(state, trick, action, tuple(captured), open_hands=played.complete)


def _frame(state: Round, trick: int, action: Action | None, captured: tuple[int, ...], *, open_hands: bool) -> Frame:
    deck = state.table.deck
    hands = None
    if state.hands is not None and open_hands:
        hands = tuple(tuple(card_list(cards, deck)) for cards in state.hands)
    return Frame(
        trick=trick,
        action=action,
        held=state.sizes,
        courts=tuple(tuple(card_list(cards, deck)) for cards in state.courts),
        hands=hands,
        captured=captured,
        turn=None if state.over else state.turn,
    )


def _captured_counts(state: Round) -> Iterator[int]:
    for seat in state.table.seats:
        yield sum(trick.card_count for trick in state.tricks if trick.taker == seat)


def _leftovers(story: RoundStory, phrases: StoryPhrases, played: RoundReport) -> Iterator[LeftoverText]:
    for rest in story.leftovers:
        cards = () if rest.cards is None else tuple(card_list(rest.cards, phrases.table.deck))
        yield LeftoverText(
            "haggis" if rest.holder is None else phrases.names[rest.holder], cards, phrases.describe_leftover(rest)
        )
    if story.leftover_points is not None:
        yield LeftoverText(
            phrases.names[played.out[0]], (), phrases.describe_leftover_capture(played.out[0], story.leftover_points)
        )


def _problems(report: Report, played: RoundReport, story: RoundStory) -> Iterator[str]:
    for violation in report.violations:
        if violation.round == played.number:
            yield violation_sentence(violation)
    for number, text in story.unjudged:
        yield f"Event {number}, not judged: {escape_text(text)}"
