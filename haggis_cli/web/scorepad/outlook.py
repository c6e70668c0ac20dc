"""What would come of a round that is entered: the scores, who leads next, what looks wrong, what else changes."""

from typing import NamedTuple

from haggis_cli.book.corrections.rescoring import RoundCorrection
from haggis_cli.book.scoring import RoundProposal
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.consequences import change_sentences
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import due, message_with_rule, violation_sentence, warning_sentence
from haggis_cli.sheets.round_rows import score_rows
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.support.content_hash import content_hash
from haggis_cli.support.glyphs import UNICODE


class Gain(NamedTuple):
    """What a player or a team has of a round."""

    name: str
    """Whose it is."""
    points: int
    """The points of the round."""
    total: int | None
    """The game total after it; None where that is not known."""


class RoundResult(NamedTuple):
    """A round that is scored."""

    number: int
    """The number of the round, counted from 1."""
    gains: tuple[Gain, ...]
    """What each side has of it."""
    rows: list[list[str]]
    """Its lines of the scoresheet, with their heading."""
    due: str
    """What is next, or who has won, in a sentence."""


class Outlook(NamedTuple):
    """What would come of a round."""

    result: RoundResult | None
    """How it is scored; None where it cannot be."""
    refusals: tuple[str, ...] = ()
    """Why it cannot be saved, a sentence each."""
    doubts: tuple[str, ...] = ()
    """What looks wrong and must be agreed to, a sentence each."""
    effects: tuple[str, ...] = ()
    """What a correction changes further on, a sentence each."""
    taking_out: str = ""
    """Which rounds come after the match's end then and can be taken out, in a sentence; empty for none."""
    is_change: bool = True
    """Whether saving changes anything."""

    @property
    def doubts_word(self) -> str:
        """What stands for these doubts in a form, so that a person agrees to what was shown and nothing else."""
        return content_hash("\n".join(self.doubts).encode())[:16] if self.doubts else ""


def result_of(report: Report, number: int) -> RoundResult | None:
    """A round of a match as it is scored; None where it is not."""
    with guard_rules(report.table.variant.id):
        sheet = scoresheet(report)
        played = sheet.rounds[number - 1]
        if not played.sides:
            return None
        sides = zip(sheet.sides, played.sides, strict=True)
        gains = tuple(Gain(side.name, figures.total, figures.game) for side, figures in sides)
        rows, _ = score_rows(report, number, UNICODE, narrow=False)
        return RoundResult(number, gains, rows, due(report))


def outlook_of(proposal: RoundProposal | RoundCorrection) -> Outlook:
    """What would come of a complete round."""
    refusals = tuple(message_with_rule(each.message, each.rule) for each in proposal.violations)
    if refusals:
        return Outlook(None, refusals)
    doubts = [warning_sentence(each) for each in proposal.warnings]
    result = result_of(proposal.after.report, proposal.number)
    if isinstance(proposal, RoundProposal):
        return Outlook(result, doubts=tuple(doubts))
    correction = proposal.correction
    if not correction.has_changes:
        return Outlook(result, is_change=False)
    doubts += [violation_sentence(each) for each in proposal.later_violations]
    shown = correction.without_rounds_after_end() if correction.rounds_after_end else correction
    with guard_rules(correction.before.variant.id):
        effects = change_sentences(correction.before.report, shown.after.report, UNICODE.arrow)
    return Outlook(result, (), tuple(doubts), tuple(effects), correction.describe_end())
