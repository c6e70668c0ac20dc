"""A recorded round moment by moment, as a value to be stepped through: what was done, and how the table stood then.

Hands, and cards that went face down, are told only of a round that is over: a sheet shown around during a round gives
nothing away.
"""

from collections.abc import Iterator
from typing import NamedTuple

from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import violation_sentence
from haggis_cli.rules.cards import count
from haggis_cli.rules.events import Lead, Play
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.round import Round
from haggis_cli.sheets.story import RoundStory, Step, TrickStory, round_story
from haggis_cli.sheets.story_phrases import StoryPhrases
from haggis_cli.support.escaping import escape_text


class Action(NamedTuple):
    """What a player did: cards played and what they count as, or a sentence; then what came of it, a sentence each."""

    seat: int
    cards: tuple[str, ...]
    words: str
    then: tuple[str, ...]


class Frame(NamedTuple):
    """The table after a deed, or at the beginning. trick: from 1, 0 before the first.

    By seat: held, how many cards; courts, the unplayed court cards; hands, if known; captured, how many cards so far.
    turn: whose it is.
    """

    trick: int
    deed: Action | None
    held: tuple[int, ...]
    courts: tuple[tuple[str, ...], ...]
    hands: tuple[tuple[str, ...], ...] | None
    captured: tuple[int, ...]
    turn: int | None


class LeftoverText(NamedTuple):
    """Cards nobody played: whose (or the haggis), which if known, and who captured them."""

    owner: str
    cards: tuple[str, ...]
    text: str


class Replay(NamedTuple):
    """A recorded round. heading: its number and who leads. troubles: why it is not judged to its end."""

    number: int
    heading: str
    frames: tuple[Frame, ...]
    leftovers: tuple[LeftoverText, ...]
    problems: tuple[str, ...]


def replay(report: Report, played: RoundReport) -> Replay:
    """The replay of a round recorded play by play, as far as it is legal."""
    table = report.table
    words = StoryPhrases(table, table.deck.cards_text, "×", secret=not played.complete)
    story = round_story(report, played)
    deeds = [(0, _action(step, words, played, None)) for step in story.before]
    for trick in story.tricks:
        deeds += [(trick.number, _action(step, words, played, _capture(trick, step, words))) for step in trick.steps]
    order = [step.number for step in (*story.before, *(step for trick in story.tricks for step in trick.steps))]
    told = [deed for _, deed in sorted(zip(order, deeds, strict=True), key=lambda pair: pair[0])]
    lead = "" if played.leader is None else f", {words.names[played.leader]} to lead"
    return Replay(
        number=played.number,
        heading=f"Round {played.number}{lead}",
        frames=tuple(_frames(played, story, told)),
        leftovers=tuple(_leftovers(story, words, played)),
        problems=tuple(_problems(report, played, story)),
    )


def _action(step: Step, words: StoryPhrases, played: RoundReport, capture: str | None) -> Action:
    event, table = step.event, words.table
    then = [capture] if capture else []
    if not isinstance(event, Play) or step.reading is None:
        return Action(event.seat, (), words.describe_event(event), tuple(then))
    if step.hand_count is not None:
        then.insert(0, words.describe_going_out(event.seat, played.out.index(event.seat), step.hand_count))
    reading = describe(step.reading, table.variant.combinations.bombs)
    return Action(event.seat, tuple(card_list(event.cards, table.deck)), reading, tuple(then))


def _capture(trick: TrickStory, step: Step, words: StoryPhrases) -> str | None:
    """Who captured the trick, told with its last deed; giving the lead away comes after that."""
    last = [each for each in trick.steps if not isinstance(each.event, Lead)][-1]
    return words.describe_capture(trick) if step is last and trick.winner is not None else None


def _frames(played: RoundReport, story: RoundStory, told: list[tuple[int, Action]]) -> Iterator[Frame]:
    states = played.states()
    for place, state in enumerate(states):
        trick, deed = told[place - 1] if place else (0, None)
        ended = played.complete and place == len(states) - 1
        captured = list(_captured_counts(state))
        if ended:
            for rest in story.leftovers:
                if rest.taker is not None:
                    captured[rest.taker] += rest.count
        yield _frame(state, trick, deed, tuple(captured), open_hands=played.complete)


def _frame(state: Round, trick: int, deed: Action | None, captured: tuple[int, ...], *, open_hands: bool) -> Frame:
    deck = state.table.deck
    hands = None
    if state.hands is not None and open_hands:
        hands = tuple(tuple(card_list(cards, deck)) for cards in state.hands)
    return Frame(
        trick=trick,
        deed=deed,
        held=state.sizes,
        courts=tuple(tuple(card_list(cards, deck)) for cards in state.courts),
        hands=hands,
        captured=captured,
        turn=None if state.over else state.turn,
    )


def _captured_counts(state: Round) -> Iterator[int]:
    for seat in state.table.seats:
        yield sum(sum(map(count, trick.handfuls)) for trick in state.tricks if trick.taker == seat)


def _leftovers(story: RoundStory, words: StoryPhrases, played: RoundReport) -> Iterator[LeftoverText]:
    for rest in story.leftovers:
        cards = () if rest.cards is None else tuple(card_list(rest.cards, words.table.deck))
        yield LeftoverText(
            "haggis" if rest.holder is None else words.names[rest.holder], cards, words.describe_leftover(rest)
        )
    if story.leftover_points is not None:
        yield LeftoverText(
            words.names[played.out[0]], (), words.describe_leftover_capture(played.out[0], story.leftover_points)
        )


def _problems(report: Report, played: RoundReport, story: RoundStory) -> Iterator[str]:
    for violation in report.violations:
        if violation.round == played.number:
            yield violation_sentence(violation)
    for number, text in story.unjudged:
        yield f"Event {number}, not judged: {escape_text(text)}"
