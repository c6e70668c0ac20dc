"""A round as a list of moments to step through: each action, and the table after it.

Hands and face-down cards are shown only when the round is over: a sheet shared during a round gives nothing away.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import describe_opening, describe_sides, violation_sentence
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Bid, Exchange, Give, Lead, Pass, Play, TrickPlay
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.story import RoundStory, Step, StoryPhrases, TrickStory, round_story, story_names
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import draw_card


class Action(NamedTuple):
    """A player's action.

    cards: the cards of a play; empty for any other action.
    words: what the cards count as, or a sentence for any other action.
    then: the consequences, one sentence each.
    named: the cards that the words name.
    """

    seat: int
    cards: tuple[str, ...]
    words: str
    then: tuple[str, ...]
    is_pass: bool = False
    named: tuple[str, ...] = ()


class Laid(NamedTuple):
    """Cards in the current trick, and the seat that played them."""

    seat: int
    cards: tuple[str, ...]


class Frame(NamedTuple):
    """The table after an action, at the beginning, or with the result.

    held, courts: by seat, the number of cards in the hand, and the court cards that have not been played yet.
    points, piles: by seat, the points of the captured cards, and these cards as far as they are known.
    bets: by seat, the current bet or bid in words; empty if there is none.
    out: the seats that have gone out, in order.
    captured: by seat, the number of cards captured so far; None for a round that was typed in.
    hands: by seat, the cards in the hand; None if they are unknown or must not be shown.
    trick: the number of the trick, from 1; 0 before the first.
    action: the action; None at the beginning and with the result.
    laid: the plays of the trick, the highest last; they stay on the table until the next trick begins.
    worth: the points of the cards in the trick.
    taker: the seat that has captured the trick; None while the trick goes on.
    passed: the seats that have passed since the last play, or in the auction.
    turn: the seat whose turn it is; None when the round is over.
    is_result: whether the round is over and scored, and the leftover cards have been captured.
    """

    held: tuple[int, ...]
    courts: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    piles: tuple[tuple[str, ...], ...]
    bets: tuple[str, ...]
    out: tuple[int, ...]
    captured: tuple[int, ...] | None = None
    hands: tuple[tuple[str, ...], ...] | None = None
    trick: int = 0
    action: Action | None = None
    laid: tuple[Laid, ...] = ()
    worth: int = 0
    taker: int | None = None
    passed: tuple[int, ...] = ()
    turn: int | None = None
    is_result: bool = False


def frames(played: RoundReport, story: RoundStory, actions: Sequence[tuple[int, Action]]) -> tuple[Frame, ...]:
    """The table at the beginning, after each action, and, if the round is over, with its result.

    actions: for every event, the number of the trick and the action.
    """
    found: list[Frame] = []
    passed: tuple[int, ...] = ()

    @cache  # most of the table is as it was before the action
    def texts(cards: Cards) -> tuple[str, ...]:
        return tuple(card_list(cards, state.table.deck))

    for place, state in enumerate(played.states()):
        trick, action = actions[place - 1] if place else (0, None)
        if found:
            event = played.events[place - 1]
            if isinstance(event, Play) or trick != found[-1].trick:
                passed = ()
            if isinstance(event, Pass):
                passed = (*passed, event.seat)
        found.append(_frame(state, trick, action, passed, texts, open_hands=played.complete))
    if played.complete and found:
        found.append(_result(found[-1], played, story))
    return tuple(found)


def typed_frame(played: RoundReport, table: Table) -> tuple[Frame, ...]:
    """The result of a round that was typed in; empty if it has none."""
    outcome, nobody = played.outcome, (0,) * len(table.names)
    if outcome is None:
        return ()
    nothing, bets = ((),) * len(table.names), tuple(_stake_words(table, amount) for amount in outcome.stakes)
    return (Frame(nobody, nothing, outcome.captured, nothing, bets, outcome.out, is_result=True),)


def _frame(
    state: Round,
    trick: int,
    action: Action | None,
    passed: tuple[int, ...],
    texts: Callable[[Cards], tuple[str, ...]],
    *,
    open_hands: bool,
) -> Frame:
    value = state.table.variant.card_values
    ended = state.tricks[trick - 1] if 0 < trick <= len(state.tricks) else None
    plays: tuple[TrickPlay, ...] = ended.plays if ended else state.trick
    hands = None
    if state.hands is not None and open_hands:
        hands = tuple(map(texts, state.hands))
    captures = [[each for each in state.tricks if each.taker == seat] for seat in state.table.seats]
    handfuls = [[cards for each in mine for cards in each.handfuls] for mine in captures]
    return Frame(
        trick=trick,
        action=action,
        laid=tuple(Laid(play.seat, texts(play.cards)) for play in plays),
        worth=value.of(*(play.cards for play in plays)),
        taker=ended.taker if ended else None,
        passed=passed,
        held=state.sizes,
        courts=tuple(map(texts, state.courts)),
        hands=hands,
        captured=tuple(sum(each.card_count for each in mine) for mine in captures),
        points=tuple(value.of(*mine) for mine in handfuls),
        piles=tuple(tuple(card for cards in mine for card in texts(cards)) for mine in handfuls),
        bets=_bets(state),
        out=state.out,
        turn=None if state.over else state.turn,
    )


def _result(last: Frame, played: RoundReport, story: RoundStory) -> Frame:
    """The table after the leftover cards have been captured."""
    state, outcome = played.last, played.outcome
    assert state is not None
    assert outcome is not None
    assert last.captured is not None
    captured, piles = list(last.captured), list(last.piles)
    for rest in story.leftovers:
        if rest.taker is not None:
            captured[rest.taker] += rest.count
            cards = card_list(rest.cards, state.table.deck) if rest.cards is not None else []
            piles[rest.taker] = (*piles[rest.taker], *cards)
    return last._replace(
        action=None,
        laid=(),
        worth=0,
        taker=None,
        passed=(),
        captured=tuple(captured),
        points=outcome.captured,
        piles=tuple(piles),
        is_result=True,
    )


def _bets(state: Round) -> tuple[str, ...]:
    """The current bets; during an auction everybody's last bid, then the Shepherd's."""
    table, betting = state.table, state.table.variant.betting
    if choices(state).event is Bid:
        bids = {each.seat: each.amount for each in state.betting if isinstance(each, Bid)}
        return tuple(f"bid {bids[seat]}" if seat in bids else "" for seat in table.seats)
    stakes = betting.stakes(table, state.betting)
    return tuple(_stake_words(table, amount) for amount in stakes)


def _stake_words(table: Table, amount: int | None) -> str:
    if amount is None:
        return ""
    return f"{'Shepherd' if table.variant.betting.by_auction else 'bet'} {amount}"


class LeftoverText(NamedTuple):
    """Cards nobody played, if they are known, and a sentence on who captured them.

    owner: the player whose hand it is, or `Haggis`; empty for all leftover cards together.
    """

    owner: str
    cards: tuple[str, ...]
    text: str


class Replay(NamedTuple):
    """A round.

    heading: the number and the leader in words, and the sides if they change from round to round.
    recorded: whether it is recorded play by play; only the result of a typed-in round is known.
    frames: the table at the beginning, after each action, and, if the round is over, with its result.
    problems: sentences that explain why it is not judged to its end.
    before: the game totals by side before the round; None if a violation makes them unknown.
    due: before the first trick, what the player in turn does next in each frame, such as `passes a card`, until
        the lead is due.
    """

    number: int
    heading: str
    recorded: bool
    frames: tuple[Frame, ...]
    leftovers: tuple[LeftoverText, ...]
    problems: tuple[str, ...]
    before: tuple[int, ...] | None
    due: tuple[str, ...]


def replays(report: Report) -> tuple[Replay, ...]:
    """The replays of all rounds of a match, if any round is recorded play by play."""
    return tuple(_replay(report, each) for each in report.rounds)


def _replay(report: Report, played: RoundReport) -> Replay:
    """The replay of a round, as far as it is legal."""
    table = report.table
    phrases = StoryPhrases(
        table,
        lambda cards: " ".join(map(draw_card, card_list(cards, table.deck))),
        "×",
        secret=not played.complete,
        names=story_names(table.names),
        apostrophe="\u2019",
    )
    opening = describe_opening(table, played.leader, phrases.names)
    story = round_story(report, played) if played.recorded else None
    return Replay(
        number=played.number,
        heading=f"Round {played.number}{opening}{_sides(table, played)}",
        recorded=played.recorded,
        frames=frames(played, story, _actions(story, phrases, played)) if story else typed_frame(played, table),
        leftovers=tuple(_leftovers(story, phrases, played)) if story else (),
        problems=tuple(_problems(report, played, story)),
        before=_totals_before(report, played),
        due=tuple(_due(played)) if story else (),
    )


def _due(played: RoundReport) -> Iterator[str]:
    for state in played.states():
        now = choices(state)
        if now.event not in (Bid, Exchange, Give):
            return
        yield now.action


def _sides(table: Table, played: RoundReport) -> str:
    return f". {describe_sides(table.with_sides(played.sides)).rstrip('.')}" if played.sides else ""


def _totals_before(report: Report, played: RoundReport) -> tuple[int, ...] | None:
    if played.number == 1:
        return (0,) * len(report.table.sides)
    return report.rounds[played.number - 2].totals


def _actions(story: RoundStory, phrases: StoryPhrases, played: RoundReport) -> list[tuple[int, Action]]:
    """For every event, the number of the trick and the action."""
    found = {step.number: (0, _action(step, phrases, played, None)) for step in story.before}
    for trick in story.tricks:
        for step in trick.steps:
            found[step.number] = trick.number, _action(step, phrases, played, _capture(trick, step, phrases))
    return [found[number] for number in sorted(found)]


def _action(step: Step, phrases: StoryPhrases, played: RoundReport, capture: str | None) -> Action:
    event, table = step.event, phrases.table
    then = [capture] if capture else []
    if not isinstance(event, Play) or step.reading is None:
        shown = event.cards if isinstance(event, Exchange | Give) and played.complete else None
        named = tuple(card_list(shown, table.deck)) if shown else ()
        return Action(event.seat, (), phrases.describe_event(event), tuple(then), isinstance(event, Pass), named)
    if step.hand_count is not None:
        then.insert(0, phrases.describe_going_out(event.seat, played.out, step.hand_count))
    reading = describe(step.reading, table.variant.combinations.bombs)
    return Action(event.seat, tuple(card_list(event.cards, table.deck)), reading, tuple(then))


def _capture(trick: TrickStory, step: Step, phrases: StoryPhrases) -> str | None:
    """A sentence on who captured the trick, for the last action in it; giving the lead away comes after that."""
    last = [each for each in trick.steps if not isinstance(each.event, Lead)][-1]
    return phrases.describe_capture(trick) if step is last and trick.winner is not None else None


def _leftovers(story: RoundStory, phrases: StoryPhrases, played: RoundReport) -> Iterator[LeftoverText]:
    for rest in story.leftovers:
        cards = () if rest.cards is None else tuple(card_list(rest.cards, phrases.table.deck))
        yield LeftoverText(
            "Haggis" if rest.holder is None else phrases.names[rest.holder], cards, phrases.describe_leftover(rest)
        )
    if story.leftover_points is not None:
        yield LeftoverText("", (), phrases.describe_leftover_capture(played.out[0], story.leftover_points))


def _problems(report: Report, played: RoundReport, story: RoundStory | None) -> Iterator[str]:
    for violation in report.violations:
        if violation.round == played.number:
            yield violation_sentence(violation)
    for number, text in story.unjudged if story else ():
        yield f"Event {number}, not judged: {escape_text(text)}"
