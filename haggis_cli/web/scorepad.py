"""What the pages of a round show beside its figures: the parts of the form, the number pad, how the match stands."""

from typing import Any, NamedTuple

from haggis_cli.book.corrections.amending import Correction, save_correction
from haggis_cli.book.corrections.rescoring import NextRound, OlderRound, RoundCorrection, RoundTarget
from haggis_cli.book.counting import pile_help, point_cards, suit_card_value
from haggis_cli.book.drafts import DraftBasis, RoundDraft, RoundDrafts
from haggis_cli.book.match import OpenMatch
from haggis_cli.book.round_form import FieldKind, RoundForm, fill_in, name_of, texts_of
from haggis_cli.book.typed_round import RoundProposal, render_entries, save_round
from haggis_cli.referee.report import Report
from haggis_cli.referee.sentences import change_sentences, due, message_with_rule, violation_sentence, warning_sentence
from haggis_cli.rules.cards import rank_name
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.sheet import score_rows, scoresheet
from haggis_cli.support.errors import HaggisError
from haggis_cli.support.files import content_hash
from haggis_cli.support.text import UNICODE
from haggis_cli.web.forms import SentRound
from haggis_cli.web.matches import version_of

# The round that a request is about: the next one or an older one, what is kept of it, and what it would be.


class Kept(NamedTuple):
    """What is kept of a round, half entered."""

    draft: RoundDraft | None
    """What this phone has entered; None for nothing."""
    notices: tuple[str, ...] = ()
    """What the person should know of it."""


class RoundEntry:
    """A round that is entered with a phone.

    match: the match as it is.
    target: the round.
    basis: what of the match the round rests on now.
    """

    def __init__(self, match: OpenMatch, device: str, number: int | None = None) -> None:
        """Which round it is; UsageError if there is none of this number.

        device: what the phone is called.
        number: the number of the round that is corrected; None for the next round.
        """
        self.match = match
        self.table = match.report.round_table(number)
        self.number = number
        self.target: RoundTarget = NextRound(match, "") if number is None else OlderRound(match, number, None)
        self.basis = DraftBasis.of(match, number)
        self._drafts = RoundDrafts(match, number, device)
        self._terminals = RoundDrafts(match, number)

    def load(self) -> Kept:
        """What this phone has entered so far; what was saved meanwhile, or cannot be read, is cleared away."""
        try:
            draft = self._drafts.load()
        except HaggisError as error:
            return Kept(None, (f"The half round cannot be read: {error}", self._set_aside()))
        if draft is not None and self.has(draft):
            self._drafts.remove()
            draft = None
        return Kept(draft if draft and (draft.answers or draft.texts or draft.notes) else None)

    def load_terminals(self) -> RoundDraft | None:
        """What was begun at the terminal and fits this round; None for nothing."""
        try:
            draft = self._terminals.load()
        except HaggisError:  # the terminal tells of it
            return None
        return draft if draft and draft.answers and draft.misfit(self.match) is None else None

    def keep(self, draft: RoundDraft) -> str:
        """Keep what this phone has entered; why it is not kept, in a sentence, else empty."""
        try:
            self._drafts.load()
        except HaggisError:
            self._set_aside()
        try:
            if says_something(draft):
                self._drafts.keep(draft)
            else:
                self._drafts.remove()
        except HaggisError as error:
            return f"The half round is not kept: {error}"
        return ""

    def forget(self) -> None:
        """Remove what this phone has entered."""
        try:
            self._drafts.load()
        except HaggisError:
            self._set_aside()
        self._drafts.remove()

    def fill(self, sent: SentRound) -> RoundForm:
        """The form as it was sent, worked out."""
        return fill_in(self.table, sent.texts, (sent.last,))

    def fill_kept(self, draft: RoundDraft | None) -> RoundForm:
        """The form with what is kept, what was refused refused again; without that the round as it stands."""
        if draft is None:
            return fill_in(self.table, texts_of(self.target.answers, self.table))
        texts = {**texts_of(draft.answers, self.table), **draft.texts}
        return fill_in(self.table, texts, [name_of(seat) for seat in draft.refused_seats])

    def propose(self, form: RoundForm, notes: str | None) -> RoundProposal | RoundCorrection | None:
        """The match as it would be with the round; None while it is not complete."""
        if form.typed is None:
            return None
        self.target.notes = notes
        return self.target.propose(form.typed)

    @property
    def notes(self) -> str:
        """The note that the round has."""
        return "" if self.number is None else self.notes_of(self.number)

    def notes_of(self, number: int) -> str:
        """The note of a round that is saved."""
        return self.match.file.record.rounds[number - 1].notes

    def has(self, draft: RoundDraft) -> bool:
        """Whether the match has just this round: somebody else was faster, or the answer to this phone was lost."""
        is_entered = not draft.basis.corrects or not self.is_as_it_was(draft)
        return is_entered and draft.is_saved(self.match) and draft.notes in ("", self.notes_of(draft.basis.number))

    def is_as_it_was(self, draft: RoundDraft) -> bool:
        """Whether nothing was entered: a new round is empty, one that is corrected has the figures that it had."""
        if not draft.basis.corrects:
            return not says_something(draft)
        figures = tuple(render_entries(draft.answers.typed(), self.table))
        return not draft.texts and draft.notes == self.notes and figures == draft.basis.corrects

    def _set_aside(self) -> str:
        try:
            path = self._drafts.set_aside()
        except HaggisError as error:
            return f"It stays where it is: {error}"
        return f"It lies in {path.parent.name}/{path.name} now."


def says_something(draft: RoundDraft) -> bool:
    """Whether anything was answered but that nobody bet, which is so where nothing is said."""
    answers = draft.answers
    if draft.notes or draft.texts:
        return True
    made = [stake for stake in answers.stakes.values() if stake is not None]
    return bool(answers.out or answers.counts or answers.captured or made or answers.shepherd is not None)


# What would come of a round that is entered: the scores, who leads next, what looks wrong, what else changes.


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
    effects = change_sentences(correction.before.report, shown.after.report, UNICODE.arrow)
    return Outlook(result, (), tuple(doubts), tuple(effects), correction.describe_end())


# A round that a browser sent is looked at as the match would be with it, and saved if that is what the person saw.


SAVING = ("save", "save_anyway", "save_shorter")
"""What buttons do that save: as it is, in spite of what looks wrong, or without the rounds after the match's end."""
CHANGED = "Not saved yet: the match was changed meanwhile. This is what it would be now."


class Prospect(NamedTuple):
    """A round as it would be saved."""

    proposal: RoundProposal | RoundCorrection | None
    """The match with it; None where it is not complete or cannot be."""
    outlook: Outlook
    """What would come of it."""


class Unsaved(NamedTuple):
    """Why a round is not saved."""

    status: int
    """The status of the answer: whether something is wrong with the round, or has to be agreed to first."""
    notice: str = ""
    """What the person is told beside the form, which says the rest."""


def look_ahead(entry: RoundEntry, form: RoundForm, notes: str) -> Prospect:
    """The match as it would be, and what would come of the round; where rules of others fail, why it cannot be told."""
    try:
        proposal = entry.propose(form, notes)
        return Prospect(proposal, outlook_of(proposal) if proposal else Outlook(None))
    except HaggisError as error:
        return Prospect(None, Outlook(None, (str(error),)))


def save_sent(entry: RoundEntry, sent: SentRound, form: RoundForm) -> OpenMatch | Unsaved:
    """The match with the round saved, if it was shown as it is now and everything that looks wrong is agreed to.

    Conflict if somebody else saves in this very moment.
    """
    proposal, outlook = look_ahead(entry, form, sent.notes)
    if proposal is None or outlook.refusals:
        return Unsaved(422)
    if sent.version != version_of(entry.match):
        return Unsaved(409, CHANGED)
    is_agreed = sent.deed != "save" and sent.agreed == outlook.doubts_word
    if outlook.doubts and not is_agreed:  # rounds after the match's end are among them
        return Unsaved(409)
    return _write(proposal, sent.deed)


def _write(proposal: RoundProposal | RoundCorrection, deed: str) -> OpenMatch:
    if isinstance(proposal, RoundProposal):
        return save_round(proposal, as_shown=True)
    correction: Correction = proposal.correction
    if deed == "save_shorter":
        correction = correction.shortened() or correction
    return save_correction(correction)


def parts_of(table: Table, form: RoundForm) -> list[dict[str, Any]]:
    """The parts of the form, each with its fields."""
    betting = table.variant.betting
    stakes = "Auction" if betting.by_auction else "Bets"
    parts = [
        ("out", "Who went out", [f for f in form.fields if f.kind in (FieldKind.OUT, FieldKind.COUNT)]),
        ("captured", "Captured", form.of_kind(FieldKind.CAPTURED)),
        ("stakes", stakes, form.of_kind(FieldKind.STAKE)),
    ]
    return [{"name": name, "title": title, "fields": fields} for name, title, fields in parts if fields]


def pad_of(table: Table) -> dict[str, Any]:
    """What the number pad has beside digits: keys for court cards and for other cards that count, each with its points.

    Where all cards are worth the same, the cards are counted as they lie there: such keys would be of no use. A minus
    is there only where a pile can be worth less than nothing.
    """
    values = table.variant.card_values
    lowest = values.lowest(table)
    is_even = values.even is not None
    held = table.setup.courts
    courts = [] if is_even else list(zip(map(rank_name, held), values.courts_of(table), strict=True))
    kinds = [] if is_even else point_cards(values)
    pile = f"points, or {' '.join(map(rank_name, held))} and cards"
    hint = pile if courts else "cards" if values.even == 1 else "points"
    return {
        "courts": courts,
        "kinds": kinds,
        "counts_cards": suit_card_value(values) == 1,
        "digits": len(str(max(values.in_play(table) - lowest, -lowest))),
        "goes_below_zero": lowest < 0,
        "help": _pad_help(table),
        "hint": hint,
    }


def _pad_help(table: Table) -> str:
    values = table.variant.card_values
    return f"{values.name[:1].upper()}{values.name[1:]}. Sums like 10+15+8 will do. {pile_help(table)}".rstrip()


def standing_of(opened: OpenMatch) -> dict[str, Any]:
    """How the match stands, for the pages of a round."""
    report = opened.report
    totals = report.totals or (None,) * len(report.table.sides)
    broken = report.violations[0].round if report.violations else None
    return {
        "match": opened.path.stem,
        "match_version": version_of(opened),
        "standings": [Gain(name, 0, total) for name, total in zip(report.table.side_names, totals, strict=True)],
        "goal": str(report.goal),
        "due": due(report),
        "broken": broken,
        "is_recording": is_recording(opened),
        "is_over": report.over,
        "rounds": report.rounds,
    }


class Compared(NamedTuple):
    """A figure of a round that two people have entered."""

    words: str
    """What it is."""
    theirs: str
    """How it is saved; empty for not at all."""
    mine: str
    """What was entered on this phone; empty for nothing."""


def compare(saved: RoundEntry | None, draft: RoundDraft, entry: RoundEntry) -> list[Compared]:
    """The figures of a round that is saved beside those that were entered for it, and the points that they bring.

    saved: the round that is saved; None where there is none to compare with.
    """
    theirs = saved.fill_kept(None) if saved else None
    mine = (saved or entry).fill_kept(draft)
    told = [_figures_of(form) if form else {} for form in (theirs, mine)]
    if saved and theirs and mine.typed:
        told[0] |= _points_of(saved, theirs, saved.notes)
        told[1] |= _points_of(saved, mine, draft.notes)
    notes = saved.notes if saved else ""
    if draft.notes not in ("", notes):
        told[0]["Note"], told[1]["Note"] = notes, draft.notes
    return [Compared(words, *(each.get(words, "") for each in told)) for words in told[0] | told[1]]


def _figures_of(form: RoundForm) -> dict[str, str]:
    """The figures of a round by what they are, in the words of the table."""
    told, place = {}, ""
    for field in form.fields:
        if field.kind is FieldKind.OUT:
            place = field.label
            told[place] = field.says
        elif field.kind is FieldKind.COUNT:
            told[f"{place}: {field.label.lower()}"] = field.says
        elif field.kind is FieldKind.CAPTURED:
            told[f"{field.label} captured"] = field.answer if field.fault else field.says
    return told | {bet.title: bet.says for bet in bets_of(form)}


def _points_of(entry: RoundEntry, form: RoundForm, notes: str) -> dict[str, str]:
    """The points of each side, as far as the round can be scored."""
    result = look_ahead(entry, form, notes).outlook.result
    return {f"Points of {gain.name}": f"{gain.points:+d}" for gain in result.gains} if result else {}


class BetMade(NamedTuple):
    """What was bet, or that nothing was."""

    title: str
    """What it is called in a list of figures, such as `Noah bet`."""
    name: str
    """Whose bet it is; empty where the words say it."""
    says: str
    """The bet in words; `no bet` also where nobody has looked at it."""


def bets_of(form: RoundForm) -> list[BetMade]:
    """What was bet: one for each player or team, or the Shepherd's."""
    made = []
    for field in form.of_kind(FieldKind.STAKE):
        says = field.says or field.choices[0].text
        title = field.label if field.name == "shepherd" else f"{field.label} bet"
        made.append(BetMade(title, "" if field.label in says else field.label, says))
    return made


def is_recording(opened: OpenMatch) -> bool:
    """Whether the last round is being recorded, and is no saved round yet."""
    return opened.report.current is not None and not opened.report.violations


def is_round_due(opened: OpenMatch) -> bool:
    """Whether a round can be entered as it is."""
    report = opened.report
    return not (report.violations or report.current or report.over)
