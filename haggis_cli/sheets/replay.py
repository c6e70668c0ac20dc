"""A round moment by moment, as a value to be stepped through: what was done, and how the table stood then.

Hands, and cards that went face down, are shown only of a round that is over: a sheet that goes round during a round
gives nothing away.
"""

from collections.abc import Iterator
from typing import NamedTuple

from haggis_cli.matches.notation import card_list
from haggis_cli.referee.report import Report, RoundReport
from haggis_cli.referee.sentences import describe_opening, describe_sides, violation_sentence
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.combinations.explanations import describe
from haggis_cli.rules.rounds.events import Lead, Pass, Play
from haggis_cli.rules.table import Table
from haggis_cli.sheets.replay_frames import Action, Frame, frames, typed_frame
from haggis_cli.sheets.short_names import story_names
from haggis_cli.sheets.story import RoundStory, Step, TrickStory, round_story
from haggis_cli.sheets.story_phrases import StoryPhrases
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.suit_signs import draw_card


class LeftoverText(NamedTuple):
    """Cards nobody played.

    owner: whose hand it is, or the haggis; empty for all that is left.
    cards: which cards, if that is known.
    text: who captured them.
    """

    owner: str
    cards: tuple[str, ...]
    text: str


class Replay(NamedTuple):
    """A round.

    number: its number, from 1.
    heading: the number and who leads, in words; with who plays with whom, where that changes from round to round.
    recorded: whether it is recorded play by play; of a round typed in only the result is known.
    frames: the table at the beginning and after each action, and in the end, if the round is over, its result.
    leftovers: the cards nobody played.
    problems: sentences on why it is not judged to its end.
    before: the game totals by side before the round; None where a violation makes them unknown.
    """

    number: int
    heading: str
    recorded: bool
    frames: tuple[Frame, ...]
    leftovers: tuple[LeftoverText, ...]
    problems: tuple[str, ...]
    before: tuple[int, ...] | None


def replays(report: Report) -> tuple[Replay, ...]:
    """The replays of all rounds; none where no round is recorded play by play."""
    if not any(each.recorded for each in report.rounds):
        return ()
    return tuple(_replay(report, each) for each in report.rounds)


def _replay(report: Report, played: RoundReport) -> Replay:
    """The replay of a round, as far as it is legal."""
    table = report.table
    phrases = StoryPhrases(
        table,
        lambda cards: _draw_cards(cards, table),
        "×",
        secret=not played.complete,
        names=story_names(table.names),
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
    )


def _sides(table: Table, played: RoundReport) -> str:
    return f". {describe_sides(table.with_sides(played.sides)).rstrip('.')}" if played.sides else ""


def _totals_before(report: Report, played: RoundReport) -> tuple[int, ...] | None:
    if played.number == 1:
        return (0,) * len(report.table.sides)
    return report.rounds[played.number - 2].totals


def _draw_cards(cards: Cards, table: Table) -> str:
    return " ".join(map(draw_card, card_list(cards, table.deck)))


def _actions(story: RoundStory, phrases: StoryPhrases, played: RoundReport) -> list[tuple[int, Action]]:
    """The number of the trick, and what was done, for every event."""
    found = {step.number: (0, _action(step, phrases, played, None)) for step in story.before}
    for trick in story.tricks:
        for step in trick.steps:
            found[step.number] = trick.number, _action(step, phrases, played, _capture(trick, step, phrases))
    return [found[number] for number in sorted(found)]


def _action(step: Step, phrases: StoryPhrases, played: RoundReport, capture: str | None) -> Action:
    event, table = step.event, phrases.table
    then = [capture] if capture else []
    if not isinstance(event, Play) or step.reading is None:
        return Action(event.seat, (), phrases.describe_event(event), tuple(then), isinstance(event, Pass))
    if step.hand_count is not None:
        then.insert(0, phrases.describe_going_out(event.seat, played.out.index(event.seat), step.hand_count))
    reading = describe(step.reading, table.variant.combinations.bombs)
    return Action(event.seat, tuple(card_list(event.cards, table.deck)), reading, tuple(then))


def _capture(trick: TrickStory, step: Step, phrases: StoryPhrases) -> str | None:
    """Who captured the trick, for the last action in it; giving the lead away comes after that."""
    last = [each for each in trick.steps if not isinstance(each.event, Lead)][-1]
    return phrases.describe_capture(trick) if step is last and trick.winner is not None else None


def _leftovers(story: RoundStory, phrases: StoryPhrases, played: RoundReport) -> Iterator[LeftoverText]:
    for rest in story.leftovers:
        cards = () if rest.cards is None else tuple(card_list(rest.cards, phrases.table.deck))
        yield LeftoverText(
            "haggis" if rest.holder is None else phrases.names[rest.holder], cards, phrases.describe_leftover(rest)
        )
    if story.leftover_points is not None:
        yield LeftoverText("", (), phrases.describe_leftover_capture(played.out[0], story.leftover_points))


def _problems(report: Report, played: RoundReport, story: RoundStory | None) -> Iterator[str]:
    for violation in report.violations:
        if violation.round == played.number:
            yield violation_sentence(violation)
    for number, text in story.unjudged if story else ():
        yield f"Event {number}, not judged: {escape_text(text)}"
