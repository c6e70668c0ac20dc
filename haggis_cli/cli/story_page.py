"""The rounds as they are told by `haggis log`: tricks with their plays in columns, captures, what was left, the scores."""

from collections.abc import Sequence
from itertools import groupby

from haggis_cli.cli.page import Page
from haggis_cli.cli.score_rows import score_rows
from haggis_cli.cli.show import Printer, safe
from haggis_cli.columns import pad, shorten, width
from haggis_cli.referee import Report, RoundReport, Violation
from haggis_cli.rules.events import Award, Bet, Bid, Event, Exchange, Give, Lead, Pass, Play
from haggis_cli.rules.explain import describe
from haggis_cli.rules.table import Table
from haggis_cli.sheets.sentences import complaint, counted, due, listed
from haggis_cli.sheets.sheet import scoresheet
from haggis_cli.sheets.story import Rest, RoundStory, Step, TrickStory, round_story

_IN = "  "
_ORDER = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def print_log(printer: Printer, report: Report, rounds: Sequence[RoundReport]) -> None:
    """Print these rounds, and what is due if they go up to now."""
    page = Page(printer)
    page.text(printer.styled(safe(report.table.variant.name), "bold"))
    page.text(printer.styled(safe(report.match.record.id), "dim"))
    sheet = scoresheet(report)
    for each in rounds:
        page.gap()
        _Teller(page, report.table, each).tell(report)
        if each.scores:
            page.gap()
            rows, align = score_rows(sheet, each.number, page.glyphs)
            page.rows(rows, align, _IN)
    if len(rounds) == len(report.rounds):
        page.gap()
        page.text(printer.styled(due(report), "bold"))


class _Teller:
    """Tells one round; names and cards have their columns throughout."""

    def __init__(self, page: Page, table: Table, played: RoundReport) -> None:
        self.page = page
        self.table = table
        self.played = played
        self.names = [safe(name) for name in table.names]
        plays = [event.cards for event in played.events if isinstance(event, Play)]
        self.name_width = min(max(map(width, self.names)), max(8, page.width // 5))
        widest = max((width(page.cards(cards, table.deck)) for cards in plays), default=0)
        self.cards_width = min(widest, max(9, page.width // 3))

    def tell(self, report: Report) -> None:
        """The heading, the notes, then what happened."""
        self._heading()
        for line in self.played.record.notes.splitlines():
            self.page.text(safe(line), indent=_IN)
        own = [each for each in report.violations if each.round == self.played.number]
        for violation in own:
            if violation.event is None:
                self._refuse(violation, "")
        if self.played.recorded:
            self._story(round_story(report, self.played))
        elif self.played.outcome:
            out = listed([self.names[seat] for seat in self.played.outcome.out], "then")
            self.page.text(f"Typed in. Went out: {out}.", indent=_IN)

    def _heading(self) -> None:
        title = self.page.printer.styled(f"Round {self.played.number}", "bold")
        leader = "" if self.played.leader is None else f", {self.names[self.played.leader]} to lead"
        self.page.text(title + leader)

    def _story(self, story: RoundStory) -> None:
        for step in story.before:
            self._act(step.event, _IN)
        for trick in story.tricks:
            self._trick(trick)
        for violation in story.violations:
            if violation.event is not None:
                self._refuse(violation, violation.text)
        for number, text in story.unjudged:
            words = f"event {number}, not judged: {safe(text)}"
            self.page.text(self.page.printer.styled(words, "dim"), indent=_IN * 2)
        if story.rests:
            self._rests(story)
        if not self.played.complete and not story.violations:
            self.page.text("in progress", indent=_IN)

    def _trick(self, trick: TrickStory) -> None:
        self.page.line(_IN + self.page.printer.styled(f"Trick {trick.number}", "bold"))
        for passing, steps in groupby(trick.steps, lambda step: isinstance(step.event, Pass)):
            if passing:
                self._passes([self.names[step.event.seat] for step in steps])
            else:
                for step in steps:
                    self._step(step)
        if trick.winner is not None:
            self.page.text(f"{self.page.glyphs.arrow} {self._capture(trick)}", indent=_IN * 2, hanging=_IN)

    def _passes(self, names: list[str]) -> None:
        verb = "passes" if len(names) == 1 else "pass"
        self.page.text(f"{listed(names)} {verb}", indent=_IN * 2, hanging=_IN)

    def _step(self, step: Step) -> None:
        event = step.event
        if not isinstance(event, Play) or step.reading is None:
            self._act(event, _IN * 2)
            return
        words = describe(step.reading, self.table.variant.combinations.bombs)
        self._columns(self.names[event.seat], self.page.cards(event.cards, self.table.deck), words)
        if step.out is not None:
            self._goes_out(event.seat, step.out)

    def _columns(self, name: str, cards: str, words: str) -> None:
        """A name, cards and words in their columns; what does not fit beside goes below."""
        page = self.page
        first = _IN * 2 + pad(shorten(name, self.name_width), self.name_width) + _IN
        start = len(_IN) * 2 + self.name_width + len(_IN)
        line = f"{first}{pad(cards, self.cards_width)}{_IN}{words}"
        if width(cards) <= self.cards_width and page.fits(width(line)):
            page.line(line.rstrip())
        else:
            page.text(cards, indent=first) if page.fits(start + width(cards)) else self._broken(first, cards, start)
            page.text(words, indent=" " * (start + len(_IN)))

    def _broken(self, first: str, cards: str, start: int) -> None:
        """Cards over several lines."""
        from haggis_cli.sheets.wrap import wrapped

        for line in wrapped(cards, self.page.width, first=first, others=" " * start):
            self.page.line(line)

    def _goes_out(self, seat: int, recorded: int) -> None:
        assert self.played.last is not None
        place = _ORDER[self.played.last.out.index(seat)]
        worth = self.table.variant.hand_points
        sum_ = f"{recorded} {self.page.glyphs.times} {worth} = {recorded * worth}"
        text = f"{self.names[seat]} goes out {place}; the opponents' hand: {sum_}"
        self.page.text(self.page.printer.styled(text, "bold"), indent=_IN * 3, hanging=_IN)

    def _act(self, event: Event, indent: str) -> None:
        self.page.text(f"{self.names[event.seat]} {self._did(event)}", indent=indent, hanging=_IN)

    def _did(self, event: Event) -> str:
        """What a player did, other than playing cards into a trick."""
        match event:
            case Pass():
                return "passes"
            case Bet():
                words = {amount: name for name, amount in self.table.variant.betting.names.items()}
                return (
                    f"bets {words[event.amount]} ({event.amount})" if event.amount in words else f"bets {event.amount}"
                )
            case Bid():
                return f"bids {event.amount}"
            case Exchange():
                return f"discards {self.page.cards(event.cards, self.table.deck)}"
            case Give():
                partners = listed([self.names[seat] for seat in self.table.partners(event.seat)])
                return f"passes {self.page.cards(event.cards, self.table.deck)} to {partners}"
            case Award():
                return f"has {self.names[event.to]} capture the trick"
            case Lead():
                return f"gives the lead to {self.names[event.to]}"
            case Play():
                return f"plays {self.page.cards(event.cards, self.table.deck)}"

    def _capture(self, trick: TrickStory) -> str:
        assert trick.winner is not None
        assert trick.taker is not None
        what = self._worth(trick.cards, trick.points)
        if trick.taker == trick.winner:
            return f"{self.names[trick.winner]} captures {what}"
        return f"{self.names[trick.winner]} wins by a bomb, {self.names[trick.taker]} captures {what}"

    def _worth(self, number: int, points: int | None) -> str:
        """Cards, and their points where a card is not simply a point."""
        cards = counted(number, "card")
        return (
            cards
            if points is None or self.table.variant.card_values.even == 1
            else f"{cards}, {counted(points, 'point')}"
        )

    def _rests(self, story: RoundStory) -> None:
        page = self.page
        page.line(_IN + page.printer.styled("Left over", "bold"))
        for rest in story.rests:
            self._rest(rest)
        if story.rest_points is not None:
            first = self.names[self.played.out[0]]
            text = f"{page.glyphs.arrow} {first} captures them all: {counted(story.rest_points, 'point')}"
            page.text(text, indent=_IN * 2, hanging=_IN)

    def _rest(self, rest: Rest) -> None:
        name = "haggis" if rest.holder is None else self.names[rest.holder]
        known = rest.cards is not None or self.table.variant.card_values.even is not None
        to = "nobody" if rest.taker is None else self.names[rest.taker]
        words = self._worth(rest.number, rest.points) + (f" to {to}" if known or rest.taker is None else "")
        if rest.cards is None:
            self._columns(name, words, "")
        else:
            self._columns(name, self.page.cards(rest.cards, self.table.deck), words)

    def _refuse(self, violation: Violation, text: str) -> None:
        """The event that is not legal, and the complaint below it."""
        page = self.page
        if text:
            page.text(page.printer.styled(f"{page.glyphs.refused} {safe(text)}", "bad"), indent=_IN * 2, hanging=_IN)
        page.text(complaint(violation), indent=_IN * 3 if text else _IN, hanging=_IN)
