"""A match file and its variant, adjudicated: scores, warnings, violations with their places, what is due next.

`adjudicate` judges a whole match, `extend_report` one that legal events were added to, `check_file` a file for `check`.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import PurePath
from typing import Any, NamedTuple

from haggis_cli.matches.model import DealFault, FinalRecord, TableRecord, parse_deal
from haggis_cli.matches.notation import find_name, parse_event, parse_name
from haggis_cli.matches.store.files import SourceFile
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.plugins.isolation import JUDGE_SECONDS, guard_rules
from haggis_cli.plugins.registry import load
from haggis_cli.referee.report import MATCH_OVER, MatchWarning, Report, RoundReport, Violation, name_fitting_option
from haggis_cli.referee.seating import final_scores, find_told_in, initial_standing, name_card, table_of
from haggis_cli.rules.events import Bet, Bid, Breach, Clause, Event, Give
from haggis_cli.rules.judge import apply_event
from haggis_cli.rules.round import Deal, Round, begin, begin_due
from haggis_cli.rules.scoring import Goal, Standing, decisive, leading_side, winner
from haggis_cli.rules.typed_rounds import captured_warning, table_breaches, unscored_warning, without_unscored_counts
from haggis_cli.rules.variant import OptionValue, Outcome, Table, Variant, after_round, score, seat_players
from haggis_cli.support.errors import HaggisError, NotationError
from haggis_cli.support.escaping import escape_text, render_pointer
from haggis_cli.support.text import capitalize

_NOTATION = "the notation of match files"


def adjudicate(match: MatchFile, variant: Variant) -> Report:
    """Judge a whole match; every complaint is in the report, only what cannot be read raises RecordError.

    VariantError if the variant's own rules fail: a mistake of a third party stops this match and no other.
    """
    with guard_rules(variant.id, JUDGE_SECONDS):
        if match.record.rounds and (match.record.revision or 1) != variant.revision:
            from haggis_cli.referee.report import judge_other_revision  # few matches are of another revision

            return judge_other_revision(match.record, variant, lambda rules: _judge_by(match, rules))
        return _judge_by(match, variant)


def _judge_by(match: MatchFile, variant: Variant) -> Report:
    """The report on a match by these rules, whatever revision they are."""
    table = table_of(match, variant)
    report = _Referee(match, table).report()
    if not report.violations:
        return report

    def judge_with(options: Mapping[str, OptionValue]) -> Report:
        teams = table.side_names if variant.teams else ()
        other = seat_players(variant, table.names, options=options, letters=table.deck.letters, team_names=teams)
        return _Referee(match, other).report()

    return name_fitting_option(report, judge_with)


def extend_report(before: Report, match: MatchFile, added: Sequence[Event], last: Round) -> Report:
    """The report on a match to which legal events were added, without judging anything a second time.

    before: the report on the match as it was, with no violation and the match not over.
    match: the file with the added events at the end of the round in progress, or in a new round.
    last: the state of that round after them.

    A test holds that it says what `adjudicate` says of the same file.
    """
    with guard_rules(before.table.variant.id, JUDGE_SECONDS):
        return _Referee(match, before.table).extend(before, added, last)


class _ParsedEvents(dict[str, Event]):
    """The events of a match by their texts. Each text is read once: most stand in a match again and again."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __missing__(self, text: str) -> Event:
        event = self[text] = parse_event(text, self.table)
        return event


class _Referee:
    """Goes through the rounds in order; `standing` is None once a violation has made the totals unknown."""

    def __init__(self, match: MatchFile, table: Table) -> None:
        self.match = match
        self.table = table
        self.violations: list[Violation] = []
        self.warnings: list[MatchWarning] = []
        self.rounds: list[RoundReport] = []
        self.standing: Standing | None = initial_standing(table, match.record)
        self.winner: int | None = None
        self.parsed_events = _ParsedEvents(table)

    def report(self) -> Report:
        name, match_id = PurePath(self.match.source), self.match.record.id
        if name.suffix == ".toml" and name.stem != match_id:
            text = f"the file says 'id = \"{escape_text(match_id)}\"', but its name is {escape_text(name.name)}"
            self.warnings.append(MatchWarning(None, "other-id", text))
        if self.match.record.final:
            self._end_with(self.match.record.final)
        for number in range(len(self.match.record.rounds)):
            self._check_round_due(number)
            self.rounds.append(self._add_to_totals(self._judge(number)))
        if self.match.record.closed and self.standing is not None and self.winner is None and self.rounds:
            self.winner = leading_side(decisive(self._goal, self.standing.totals, self.standing.wins))
        return self._result()

    def _end_with(self, final: FinalRecord) -> None:
        """Take the match as it ended, where its rounds are not known."""
        scores = final_scores(final, self.table)
        known = tuple(score for score in scores if score is not None)
        complete = len(known) == len(scores)
        self.standing = self.standing._replace(totals=known) if self.standing and complete else None
        won = {self.table.side(self.table.names.index(name)) for name in final.won}
        if won:
            self.winner = won.pop() if len(won) == 1 else None
        elif complete:
            self.winner = leading_side(known)

    def extend(self, before: Report, added: Sequence[Event], last: Round) -> Report:
        """What `report` would say, where the match before is known and legal events were added to its last round."""
        assert before.standing is not None
        current = before.current
        self.standing = before.standing
        self.warnings = list(before.warnings)
        self.rounds = list(before.rounds[:-1] if current else before.rounds)
        number = len(self.rounds)
        start = current.start if current else None
        events = (*current.events, *added) if current else tuple(added)
        round_start = start or begin_due(self.table, before.standing)
        self.rounds.append(self._add_to_totals(self._recorded_report(number, round_start, events, last)))
        return self._result()

    def _result(self) -> Report:
        return Report(
            self.match,
            self.table,
            self._goal,
            tuple(self.rounds),
            tuple(self.violations),
            tuple(self.warnings),
            self.standing,
            self.winner,
        )

    @cached_property
    def _goal(self) -> Goal:
        goal = self.match.record.goal
        return Goal(goal.points, goal.rounds, goal.round_wins)

    def _check_round_due(self, number: int) -> None:
        """A round begins when the one before is over and the match is not."""
        before = self.rounds[-1] if self.rounds else None
        if self.winner is not None and not any(each.code == MATCH_OVER for each in self.violations):
            name = self.table.side_names[self.winner]
            text = f"The match was over after round {number}: {name} had won."
            self._add_breach(number, None, Breach(MATCH_OVER, text, Clause.GAME_END))
        elif before and not before.complete and not self._has_violation(before.number) and not self._sides_unknown:
            text = f"Round {before.number} is not over: it must be finished before round {number + 1} begins."
            self._add_breach(number, None, Breach("round-unfinished", text, Clause.ROUND_END))
            self.standing = None

    def _has_violation(self, number: int) -> bool:
        return any(each.round == number for each in self.violations)

    def _add_to_totals(self, report: RoundReport) -> RoundReport:
        """Add a round to the totals."""
        if self._has_violation(report.number):
            self.standing = None
        if not report.complete or report.scores is None or self.standing is None:
            return report
        first_leader = report.first_leader(self.table)
        assert first_leader is not None
        self.standing = after_round(self.table, self.standing, report.out, first_leader, report.scores)
        if self.winner is None:
            self.winner = winner(self._goal, self.standing.totals, report.number, self.standing.wins)
        return report._replace(totals=self.standing.totals)

    @property
    def _sides_unknown(self) -> bool:
        """Whether nobody knows any more who plays with whom: sides that change follow from the totals."""
        return self.standing is None and self.table.variant.round_sides is not None

    def _judge(self, number: int) -> RoundReport:
        """A round as far as it is legal; one whose sides are unknown is not judged."""
        record = self.match.record.rounds[number]
        if self._sides_unknown:
            start = None if record.table else begin(self.table, self._likely_leader(record.events or []), ())
            return RoundReport(number + 1, record, None, False, start=start, last=start)
        return self._judge_typed(number) if record.table else self._judge_recorded(number)

    def _judge_recorded(self, number: int) -> RoundReport:
        record = self.match.record.rounds[number]
        texts = record.events or []
        deal = self._read_deal(number)
        if self.standing:
            start = last = begin_due(self.table, self.standing, deal)
        else:
            start = last = begin(self.table, self._likely_leader(texts), (), deal)
        events: list[Event] = []
        for place, text in enumerate(texts):
            try:
                event = self.parsed_events[text]
            except NotationError as error:
                self._add_notation_error(number, place, error)
                break
            after = apply_event(last, event)
            if isinstance(after, Breach):
                self._add_breach(number, place, after)
                break
            events.append(event)
            last = after
        return self._recorded_report(number, start, tuple(events), last)

    def _recorded_report(self, number: int, start: Round, events: tuple[Event, ...], last: Round) -> RoundReport:
        """A recorded round of which these events are legal; `last` is its state after them."""
        complete = last.over and not self._has_violation(number + 1)
        outcome = last.outcome() if complete else None
        if outcome and not last.captures_known:
            text = "with hands unknown, this variant cannot say who captured the other cards; only tricks are counted"
            self.warnings.append(MatchWarning(number + 1, "captured-unknown", text))
        return RoundReport(
            number + 1,
            self.match.record.rounds[number],
            self.standing,
            complete,
            start,
            events,
            last,
            outcome,
            score(last.table, outcome) if outcome else None,
        )

    def _read_deal(self, number: int) -> Deal | None:
        """The cards dealt; None if they are unknown, or cannot have been dealt, which is noted."""
        record = self.match.record.rounds[number].deal
        try:
            return parse_deal(record, self.table) if record else None
        except DealFault as fault:
            cause = fault.__cause__
            why = name_card(cause, self.table) if isinstance(cause, NotationError) else fault
            breach = Breach("deal-inconsistent", _sentence(str(why)), Clause.SETUP)
            self._add_breach(number, None, breach, "deal", *fault.key)
            return None

    def _add_breach(self, number: int, place: int | None, breach: Breach, *key: str) -> None:
        """Note a violation of the round, or of its event at `place`; `key` is where in the round the file says it."""
        rule = self.table.variant.cite(breach.clause, breach.question)
        self._add_violation(number, place, breach.code, breach.message, rule, breach.clause.topic, *key)

    def _add_notation_error(self, number: int, place: int | None, error: NotationError, *key: str) -> None:
        """What cannot be read breaks no rule of the game but the notation's; a card that is not there, the set-up."""
        text = _sentence(str(name_card(error, self.table)))
        if error.code == "no-such-card":
            self._add_breach(number, place, Breach(error.code, text, Clause.SETUP), *key)
        else:
            self._add_violation(number, place, error.code, text, _NOTATION, None, *key)

    def _add_violation(
        self, number: int, place: int | None, code: str, message: str, rule: str, topic: str | None, *key: str
    ) -> None:
        path: tuple[str | int, ...] = ("rounds", number, *key)
        text, player, event = "", None, None
        if place is not None:
            text = (self.match.record.rounds[number].events or [])[place]
            player, event, path = self._player_of(text), place + 1, (*path, "events", place)
        line = self.match.line(*path)
        self.violations.append(Violation(number + 1, event, line, player, text, code, message, rule, topic))

    def _player_of(self, text: str) -> str | None:
        """Whose event it is, where that can be read."""
        seat = find_name(text.partition(":")[0], self.table.names)
        return None if seat is None else self.table.names[seat]

    def _likely_leader(self, texts: list[str]) -> int:
        """Who must have led, where the totals are unknown: whoever acts first, bets aside."""
        for text in texts:
            try:
                event = self.parsed_events[text]
            except NotationError:
                break
            if not isinstance(event, Bet | Give):  # both are made in any order
                from haggis_cli.rules.choices import choices  # for rounds that are recorded

                start = begin(self.table, event.seat)
                return self.table.left(event.seat, -1) if choices(start).event is Bid else event.seat
        return 0

    def _judge_typed(self, number: int) -> RoundReport:
        record = self.match.record.rounds[number]
        assert record.table is not None
        table = self.table.with_sides(self.standing.sides) if self.standing else self.table
        try:
            outcome = typed_outcome(record.table, table)
        except NotationError as error:
            self._add_notation_error(number, None, error, "table")
            return RoundReport(number + 1, record, self.standing, False)
        breaches = [*bid_breaches(record.table, table), *table_breaches(table, outcome)]
        for breach in breaches:
            self._add_breach(number, None, breach, "table")
        if breaches:
            return RoundReport(number + 1, record, self.standing, False)
        unscored = unscored_warning(table, outcome)
        if unscored:
            self.warnings.append(MatchWarning(number + 1, "count-not-scored", unscored))
        odd = captured_warning(table, outcome)
        if odd:
            self.warnings.append(MatchWarning(number + 1, "captured-total", odd))
        outcome = without_unscored_counts(table, outcome)
        return RoundReport(number + 1, record, self.standing, True, outcome=outcome, scores=score(table, outcome))


def _sentence(text: str) -> str:
    return capitalize(text) + ("" if text.endswith(".") else ".")


# A typed-in round: the table of the match file, and what counts of it (`Outcome`).
#
# The match file keeps a bet for each player who made one. In an auction it keeps who was the Shepherd, and the bid.
# An outcome has one stake for each player: the bet, or the Shepherd's bid.


def typed_outcome(record: TableRecord, table: Table) -> Outcome:
    """What counts of a typed-in round. NotationError for a name that is no player's, or that stands twice."""
    names = table.names

    def by_seat(key: str, values: dict[str, int]) -> Iterator[int | None]:
        given: dict[int, int] = {}
        for name, value in values.items():
            seat = parse_name(name, names)
            if seat in given:
                raise NotationError(f"{names[seat]} appears twice in '{key}'", "table-inconsistent")
            given[seat] = value
        return (given.get(seat) for seat in table.seats)

    stakes = list(by_seat("bets", record.bets))
    if record.shepherd is not None:
        stakes[parse_name(record.shepherd, names)] = record.bid
    return Outcome(
        tuple(parse_name(name, names) for name in record.out),
        tuple(value or 0 for value in by_seat("hands", record.hands)),
        tuple(value or 0 for value in by_seat("captured", record.captured)),
        tuple(stakes),
    )


def table_record(outcome: Outcome, table: Table) -> TableRecord:
    """The outcome as a match file keeps it. It is not validated here, but when the text that it becomes is read."""
    names = table.names
    stakes = {names[seat]: stake for seat, stake in enumerate(outcome.stakes) if stake is not None}
    return TableRecord.model_construct(
        out=[names[seat] for seat in outcome.out],
        hands={names[seat]: outcome.counts[seat] for seat in outcome.out if outcome.counts[seat]},
        captured=dict(zip(names, outcome.captured, strict=True)),
        **stake_fields(stakes, table),
    )


def stake_fields(stakes: Mapping[str, int], table: Table) -> dict[str, Any]:
    """The stakes, by name, as fields of a `TableRecord`: bets, or in an auction the one bid of the Shepherd."""
    if table.variant.betting.by_auction and stakes:
        shepherd, bid = next(iter(stakes.items()))
        return {"bets": {}, "shepherd": shepherd, "bid": bid}
    return {"bets": dict(stakes), "shepherd": None, "bid": None}


def bid_breaches(record: TableRecord, table: Table) -> list[Breach]:
    """A Shepherd and a bid belong to an auction, and to one another; bets belong to all other variants."""
    text = None
    if not table.variant.betting.by_auction:
        if record.shepherd is not None or record.bid is not None:
            text = "There is no auction in this variant: write 'bets', not 'shepherd' and 'bid'."
    elif record.bets:
        text = "Nobody bets in this variant: write 'shepherd' and 'bid', not 'bets'."
    elif (record.shepherd is None) != (record.bid is None):
        text = "'shepherd' and 'bid' must be given together, but one of them is missing."
    return [Breach("table-inconsistent", text, Clause.BETTING)] if text else []


# Checking one match file: what the referee says of it, as lines or as JSON. Any process can do it.


class CheckOptions(NamedTuple):
    """How the answer is given: as JSON, or in lines; with a line for each warning, and where a rule is told, too."""

    json: bool
    warnings: bool
    pointers: bool = False


class CheckResult(NamedTuple):
    """The answer for one file.

    code: the exit code: 0 if all is well, 1 for a violation, 3 for a file that cannot be read.
    """

    code: int
    json: object = None
    lines: tuple[str, ...] = ()
    error: str | None = None


def check_file(options: CheckOptions, source: SourceFile) -> CheckResult:
    """Check a file against the rules. What keeps it from being read is part of the answer, not raised."""
    try:
        match = MatchFile(source.read(), source.name)
        report = adjudicate(match, load(match.record.variant))
    except HaggisError as error:
        why, code = str(error), HaggisError.exit_code
        json = {"file": source.name, "ok": False, "error": why} if options.json else None
        return CheckResult(code, json, error=why if source.name in why else f"{escape_text(source.name)}: {why}")
    code = 0 if report.ok else 1
    if options.json:
        from haggis_cli.referee.report_json import report_json

        return CheckResult(code, report_json(report))
    name, lines = report.match.source, list[str]()
    if report.revision:
        lines.append(escape_text(f"{name}: {report.revision.text}"))
    if report.violations:
        from haggis_cli.referee.sentences import violation_in_file  # most matches have none

        for violation in report.violations:
            lines += [violation_in_file(violation, name), escape_text(f"  rule: {violation.rule}")]
            told_in = find_told_in(report.table, violation.topic) if options.pointers else ()
            if told_in:
                lines.append(f"  {render_pointer(told_in)}")
    for warning in report.warnings[bool(report.revision) :] if options.warnings else ():
        where = f"round {warning.round}: " if warning.round else ""
        lines.append(escape_text(f"{name}: {where}warning: {warning.message}"))
    return CheckResult(code, lines=tuple(lines))
