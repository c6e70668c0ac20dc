"""Rounds told trick by trick, as `haggis log` shows them; unjudged, as the file has them; and the table right now."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from haggis_cli.book.match import read_record
from haggis_cli.cli.options import Context
from haggis_cli.cli.terminal.printer import Page, Printer, Styled
from haggis_cli.matches.heading import title_with_id
from haggis_cli.matches.model import MatchRecord, RoundRecord
from haggis_cli.matches.notation import card_list, render_event
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.referee.report import Report, RoundReport, Violation
from haggis_cli.referee.sentences import describe_opening, describe_sides, due, violation_sentence
from haggis_cli.rules.cards import Cards
from haggis_cli.rules.choices import choices
from haggis_cli.rules.events import Lead, Pass, Play
from haggis_cli.rules.explanations import describe
from haggis_cli.rules.judge import find_hand_work, hand_work_text
from haggis_cli.rules.round import Round
from haggis_cli.rules.variant import Table
from haggis_cli.sheets.columns import score_rows
from haggis_cli.sheets.sheet import note_lines, scoresheet
from haggis_cli.sheets.story import RoundStory, Step, StoryPhrases, TrickStory, round_story
from haggis_cli.support.errors import VariantError
from haggis_cli.support.escaping import escape_text
from haggis_cli.support.text import join_words, pad, pluralize, shorten_apart, width, with_direction_marks, wrap_text

_INDENT = "  "
_HAGGIS = "haggis"
_READING_COLUMNS = 30  # columns that nearly every reading in words fits into


def make_phrases(page: Page, table: Table, *, secret: bool = False) -> StoryPhrases:
    """The sentences for one table, with the colours and the signs of the page; `secret` as in StoryPhrases."""
    return StoryPhrases(table, lambda cards: page.render_cards(cards, table.deck), page.glyphs.times, secret=secret)


def print_rounds(printer: Printer, report: Report, rounds: Sequence[RoundReport]) -> None:
    """Print these rounds, and what is due if they are all there are."""
    with guard_rules(report.table.variant.id):
        _print_stories(Page(printer), report, rounds)


def _print_stories(page: Page, report: Report, rounds: Sequence[RoundReport]) -> None:
    printer = page.printer
    page.print_text(printer.styled(report.table.variant.name, "bold"))
    record = report.match.record
    page.print_text(title_with_id(record.title, record.id))
    for line in note_lines(record.notes):
        page.print_text(with_direction_marks(line))
    sheet = scoresheet(report)
    for each in rounds:
        page.print_gap()
        _RoundPrinter(page, report, each).print_round()
        if each.scores:
            page.print_gap()
            rows, align = score_rows(sheet, each.number, page.glyphs, page.width)
            page.print_rows(rows, align, _INDENT)
        for warning in report.warnings:
            if warning.round == each.number:
                page.print_warning(warning, _INDENT)
    if len(rounds) == len(report.rounds):
        page.print_gap()
        page.print_text(printer.styled(due(report), "gold" if report.over else "bold"))


class _RoundPrinter:
    """Prints one round; names and cards have their columns throughout."""

    def __init__(self, page: Page, report: Report, played: RoundReport) -> None:
        self.page = page
        self.table = report.table
        self.played = played
        self.phrases = make_phrases(page, report.table)
        self.is_unjudged = report.is_unjudged(played)
        self.violations = [each for each in report.violations if each.round == played.number]
        self.story = round_story(report, played) if played.recorded else None
        shown: list[Cards | None] = [event.cards for event in played.events if isinstance(event, Play)]
        shown += [rest.cards for rest in self.story.leftovers] if self.story else []
        widest = max((width(page.render_cards(cards, self.table.deck)) for cards in shown if cards), default=0)
        named = (*self.phrases.names, _HAGGIS)
        self.name_width = min(max(map(width, named)), max(8, page.width // 5))
        self.cut_names = dict(zip(named, shorten_apart(named, self.name_width), strict=True))
        room = page.width - self._cards_start - len(_INDENT) - _READING_COLUMNS
        self.cards_width = min(widest, max(room, page.width // 3))

    @property
    def _cards_start(self) -> int:
        """The column where cards begin."""
        return len(_INDENT) * 2 + self.name_width + len(_INDENT)

    def print_round(self) -> None:
        """The heading, the notes, then what happened."""
        title = self.page.printer.styled(f"Round {self.played.number}", "bold")
        self.page.print_text(title, describe_opening(self.table, self.played.leader, self.phrases.names))
        if self.played.sides:
            self.page.print_text(describe_sides(self.table.with_sides(self.played.sides)), indent=_INDENT)
        for line in note_lines(self.played.record.notes):
            self.page.print_text(with_direction_marks(line), indent=_INDENT)
        for violation in self.violations:
            if violation.event is None:
                self._print_violation(violation)
        if self.story:
            self._print_story(self.story)
        elif self.played.outcome:
            out = join_words([self.phrases.names[seat] for seat in self.played.out], "then")
            self.page.print_text(f"Typed in. Went out: {out}.", indent=_INDENT)
        elif self.is_unjudged:
            self.page.print_text("Typed in, not judged.", indent=_INDENT)

    def _print_story(self, story: RoundStory) -> None:
        for step in story.before:
            self.page.print_text(Styled(self.phrases.describe_event(step.event)), indent=_INDENT, hanging=_INDENT)
        for trick in story.tricks:
            self._print_trick(trick)
        for violation in self.violations:
            if violation.event is not None:
                self._print_violation(violation)
        for number, text in story.unjudged:
            words = self.page.printer.styled(f"event {number}, not judged: {text}", "dim")
            self.page.print_text(words, indent=_INDENT * 2, hanging=_INDENT)
        if story.leftovers:
            self._print_rests(story)
        if not self.played.complete and not self.violations and not self.is_unjudged:
            self.page.print_text("in progress", indent=_INDENT)

    def _print_trick(self, trick: TrickStory) -> None:
        self.page.print_line(_INDENT, self.page.printer.styled(f"Trick {trick.number}", "bold"))
        end = "" if trick.winner is None else f"{self.page.glyphs.arrow} {self.phrases.describe_capture(trick)}"
        leads = [step for step in trick.steps if isinstance(step.event, Lead)]  # told after the capture they follow
        others = [step for step in trick.steps if step not in leads]
        runs = [(passing, list(steps)) for passing, steps in groupby(others, lambda step: type(step.event) is Pass)]
        for at, (passing, steps) in enumerate(runs):
            if not passing:
                for step in steps:
                    self._print_step(step)
                continue
            text = self.phrases.describe_passes([step.event.seat for step in steps])
            if at == len(runs) - 1 and end:
                text, end = f"{text} {end}", ""
            self.page.print_text(text, indent=_INDENT * 2, hanging=_INDENT)
        if end:
            self.page.print_text(end, indent=_INDENT * 2, hanging=_INDENT)
        for step in leads:
            self._print_step(step)

    def _print_step(self, step: Step) -> None:
        event = step.event
        if not isinstance(event, Play) or step.reading is None:
            self.page.print_text(Styled(self.phrases.describe_event(event)), indent=_INDENT * 2, hanging=_INDENT)
            return
        words = describe(step.reading, self.table.variant.combinations.bombs)
        self._print_columns(self.phrases.names[event.seat], event.cards, words)
        if step.hand_count is not None:
            text = self.phrases.describe_going_out(event.seat, self.played.out, step.hand_count)
            self.page.print_text(self.page.printer.styled(text, "bold"), indent=_INDENT * 3, hanging=_INDENT)

    def _print_columns(self, name: str, played: Cards, words: str) -> None:
        """A name, cards and words in their columns; what does not fit beside goes below."""
        page, cards = self.page, self.page.render_cards(played, self.table.deck)
        first = _INDENT * 2 + pad(self.cut_names[name], self.name_width) + _INDENT
        for shown in (pad(cards, self.cards_width), cards):
            line = Styled.join_parts(first, Styled(shown), _INDENT, words)
            if page.fits(width(line)):
                page.print_line(line)
                return
        for part in wrap_text(cards, page.width, first=first, others=" " * self._cards_start):
            page.print_line(Styled(part))
        page.print_text(words, indent=" " * (self._cards_start + len(_INDENT)))

    def _print_rests(self, story: RoundStory) -> None:
        page = self.page
        page.print_line(_INDENT, page.printer.styled("Left over", "bold"))
        for rest in story.leftovers:
            name = _HAGGIS if rest.holder is None else self.phrases.names[rest.holder]
            if rest.cards is None:
                page.print_text(f"{name}: {self.phrases.describe_leftover(rest)}", indent=_INDENT * 2, hanging=_INDENT)
            else:
                self._print_columns(name, rest.cards, self.phrases.describe_leftover(rest))
        if story.leftover_points is not None:
            capture = self.phrases.describe_leftover_capture(self.played.out[0], story.leftover_points)
            page.print_text(f"{page.glyphs.arrow} {capture}", indent=_INDENT * 2, hanging=_INDENT)

    def _print_violation(self, violation: Violation) -> None:
        """The event that is not legal, and the complaint below it."""
        page = self.page
        if violation.event is not None:
            text = f"{page.glyphs.cross_mark} {violation.text}"
            page.print_text(page.printer.styled(text, "bad"), indent=_INDENT * 2, hanging=_INDENT)
        page.print_text(
            violation_sentence(violation), indent=_INDENT * (1 if violation.event is None else 3), hanging=_INDENT
        )


# The rounds of a match as they stand in its file, for a match whose variant cannot be used.


def print_unjudged_rounds(context: Context, match: str | None, fault: VariantError) -> None:
    """Print what the file says, unjudged; RecordError or StoreError if it cannot be read at all."""
    printer, store = context.printer, context.store
    record = read_record(store, store.find(match))
    if context.json:
        printer.print_json(_as_json(record, str(fault)))
        return
    printer.print_line(
        printer.styled(title_with_id(record.title, record.id), "bold"),
        f": {record.variant}, {', '.join(record.players)}",
    )
    for line in record.notes.splitlines():
        printer.print_line(line)
    for number, each in enumerate(record.rounds, 1):
        printer.print_line()
        printer.print_line(printer.styled(f"Round {number}, not judged", "bold"))
        for line in _render_round(each):
            printer.print_line(f"  {line}")


def _as_json(record: MatchRecord, fault: str) -> dict[str, Any]:
    rounds = [each.model_dump(mode="json", exclude_none=True) for each in record.rounds]
    about = record.model_dump(mode="json", include={"id", "variant", "players", "notes"})
    return about | {"error": fault, "rounds": rounds}


def _render_round(record: RoundRecord) -> list[str]:
    notes = record.notes.splitlines()
    if record.table is None:
        return [*notes, *(record.events or [])]
    return [*notes, *(f"{key}: {_render_value(value)}" for key, value in record.table if value)]


def _render_value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {each}" for key, each in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


# The table at one moment of a round, in few and short lines: who holds what, the trick, what is to beat.


class TableStatus:
    """Renders how a round stands, cards as the printer colours them."""

    def __init__(self, printer: Printer, state: Round) -> None:
        self._printer = printer
        self._state = state
        self._names = [escape_text(name) for name in state.table.names]

    def render_lines(self, number: int) -> list[Styled]:
        """Everything that the table sees, `number` being that of the round."""
        state = self._state
        held = " | ".join(self._render_player(seat) for seat in state.table.seats)
        lines = [f"Round {number} | {held}"]
        sides = describe_sides(state.table)
        if sides:
            lines.append(sides)
        if len(state.trick) > 1:
            plays = [f"{self._names[play.seat]} {self._render_cards(play.cards)}" for play in state.trick]
            lines.append(f"Trick: {' | '.join(plays)}")
        drawn = self._printer.render_cards([state.table.deck.card_text(card) for card in choices(state).drawn])
        if drawn:
            lines.append(f"Drawn: {drawn}")
        work = find_hand_work(state)
        if work:
            lines.append(hand_work_text(work, self._names))
        return [*map(Styled, lines), self.render_due()]

    def render_blind_offer(self) -> str:
        """Which blind bets can be made now, and how that is typed; empty where none can be."""
        offered = choices(self._state).blind_bets()
        if not offered:
            return ""
        table = self._state.table
        betting = table.variant.betting
        amounts = betting.choice_text({bet.amount for bet in offered})
        example = render_event(offered[0], table)
        return f"Blind bets come first, {betting.seen_text()}: {amounts}, like '{example}'."

    def render_due(self) -> Styled:
        """What the player whose turn it is has to do."""
        state, names = self._state, self._names.copy()
        names[state.turn] = self._bold(names[state.turn])
        due = choices(state).due(names)
        return Styled(due or (self._render_to_beat() if state.trick else self._render_lead(names[state.turn])))

    def render_lead_question(self, offer: Lead) -> Styled:
        """What the winner of a bombed trick has to say who is out."""
        giver, to, left = (self._names[seat] for seat in (offer.seat, offer.to, self._state.turn))
        asked = f" won with a bomb and is out: 'lead' lets {to} lead, Enter lets {left} lead."
        return Styled.join_parts(self._bold(giver), asked)

    def render_outcome(self, before: Round) -> Iterator[Styled]:
        """What has come of the last event, `before` being the round before it: who goes out, who captures a trick."""
        state, phrases = self._state, make_phrases(Page(self._printer), self._state.table)
        for place in range(len(before.out), len(state.out)):
            going_out = phrases.describe_going_out(state.out[place], state.out, state.counts[place])
            yield self._printer.styled(f"{going_out}.", "bold")
        if len(state.tricks) > len(before.tricks):
            yield self._render_capture()

    def _render_capture(self) -> Styled:
        """Who has won the last trick, and who captures how many cards."""
        trick = self._state.tricks[-1]
        winner, taker = self._names[trick.winner], self._names[trick.taker]
        cards = pluralize(trick.card_count, "card")
        if winner == taker:
            return Styled(f"{winner} wins the trick and captures {cards}.")
        return Styled(f"{winner} wins the trick with a bomb, {taker} captures {cards}.")

    def _render_player(self, seat: int) -> str:
        state = self._state
        cards = "out"
        if state.sizes[seat]:
            courts = "".join(card_list(state.courts[seat], state.table.deck))
            cards = f"{state.sizes[seat]}{f' with {courts}' if courts else ''}"
        stake = state.table.variant.betting.stakes(state.table, state.betting)[seat]
        bet = "" if stake is None else f", {state.table.variant.betting.verb} {stake}"
        return f"{self._names[seat]} {cards}{bet}"

    def _render_to_beat(self) -> str:
        state = self._state
        last = state.trick[-1]
        words = describe(last.reading, state.table.variant.combinations.bombs)
        passed = [self._names[seat] for seat in state.seats_passed()]
        after = f" {join_words(passed)} passed." if passed else ""
        return f"To beat: {self._bold(self._render_cards(last.cards))} by {self._names[last.seat]}, {words}.{after}"

    def _render_lead(self, name: str) -> str:
        offer = choices(self._state).lead_offer()
        if offer and offer.seat == self._state.turn:
            return f"{name} leads ('lead' gives the lead to {self._names[offer.to]})."
        return f"{name} leads."

    def _render_cards(self, cards: Cards) -> str:
        return self._printer.render_cards(card_list(cards, self._state.table.deck))

    def _bold(self, text: str) -> Styled:
        return Styled(text) if "\x1b[" in text else self._printer.styled(text, "bold")
