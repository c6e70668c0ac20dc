"""Which match is played on this computer: one that is there already, or a new one with computer players.

Begin with `find_match_to_play` and `start_match_to_play`. Computer players among themselves: `make_tournament_settings`
says what they play, `save_simulated` keeps their matches. How a match is then played is told in `game`. The round that
`haggis deal` deals for a table is here as well: `find_next_round`, `deal_round`.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, NamedTuple

from haggis_cli.book.match import (
    OpenMatch,
    ReportCheck,
    check_no_violations,
    check_not_over,
    command_word,
    name_match,
    preview,
    read_match,
    save_progress,
)
from haggis_cli.book.new_match import NewMatchRequest, check_one_goal, draws_lots, parse_player_name
from haggis_cli.book.starting import make_record, save_new_match, start_match
from haggis_cli.library.judging import build_table
from haggis_cli.matches.heading import now_here, safe_id
from haggis_cli.matches.model import GoalRecord, MatchRecord, RoundRecord, parse_deal, write_deal
from haggis_cli.matches.notation import card_list, render_event
from haggis_cli.matches.store.files import Notice, Snapshot
from haggis_cli.matches.store.folder import Store
from haggis_cli.matches.toml.changes import with_round
from haggis_cli.matches.toml.match_file import MatchFile
from haggis_cli.players.levels import LEVELS, Effort
from haggis_cli.players.tournament import MatchResult, Tallies, Tally, TournamentSettings, deal_of, wilson_interval
from haggis_cli.plugins.isolation import guard_rules
from haggis_cli.plugins.registry import default_id, enabled_claims, load
from haggis_cli.referee.report_json import sides_json
from haggis_cli.referee.seating import check_suits, count_players, read_options
from haggis_cli.referee.sentences import find_first_bidder, setup_steps, unused_suits
from haggis_cli.rules.round import Deal
from haggis_cli.rules.scoring import Standing
from haggis_cli.rules.variant import Table, Variant, first_standing
from haggis_cli.support.errors import HaggisError, RecordError, StoreError, UsageError
from haggis_cli.support.escaping import escape_text, fold_name
from haggis_cli.support.text import join_words

# Which players the computer plays, as people type it: `Robbie=hard`, or only a level.

NAMES = ("Robbie", "Ailsa", "Fergus", "Morag", "Hamish", "Skye", "Lachlan", "Iona")
"""What computer players are called whom nobody has named, the first ones first."""


def parse_bots(given: Iterable[str], persons: Iterable[str]) -> dict[str, str]:
    """The level of each computer player by name, in the order given; UsageError for what is no level.

    A name among the players already there is that player, whom the computer plays then.

    >>> parse_bots(["hard", "Isla=easy"], ["Robbie", "Isla"])
    {'Ailsa': 'hard', 'Isla': 'easy'}
    """
    persons = list(persons)
    split = [_parse_bot(text) for text in given]
    taken = [*persons, *(name for name, _ in split if name)]
    bots: dict[str, str] = {}
    for name, level in split:
        name = _find_player_name(name, persons) if name else find_free_name([*taken, *bots])
        if name in bots:
            raise UsageError(f"{name} has two levels, {bots[name]} and {level}: give one --bot per player")
        bots[name] = level
    return bots


def _parse_bot(text: str) -> tuple[str, str]:
    """The name, empty if none is said, and the level."""
    name, equals, level = text.rpartition("=")
    level = level.strip().casefold()
    if level not in LEVELS or (equals and not name.strip()):
        raise UsageError(
            f"'{text}' is not a computer player: write NAME=LEVEL or LEVEL, where LEVEL is {levels_text()}"
        )
    return name.strip(), level


def _find_player_name(name: str, persons: list[str]) -> str:
    folded = fold_name(name)
    return next((each for each in persons if fold_name(each) == folded), name)


def find_free_name(taken: Iterable[str]) -> str:
    """A name for a computer player that nobody at the table has."""
    folded = set(map(fold_name, taken))
    return next(name for name in NAMES if name.casefold() not in folded)


def levels_text() -> str:
    """The levels, the weakest first."""
    return join_words(list(LEVELS), "or")


def check_levels(file: MatchFile) -> None:
    """RecordError for a level in a match file that this haggis does not have."""
    for name, level in file.record.bots.items():
        if level not in LEVELS:
            line = file.line("bots", name)
            raise RecordError(
                f"{file.source}: line {line}: 'bots.{name}' is '{level}', but a level is "
                f"{levels_text()}: correct it with 'haggis edit'"
            )


class PlayRequest(NamedTuple):
    """What is known of the match that is to be played; without anything but a seed it is one that is there.

    match: the match as far as it is said; its players are the people, and computer players that sit among them. Who
        leads is drawn by lot where it is not said.
    bots: the computer players, each as `parse_bots` reads it; those that are no player yet sit after the people.
    seed: what decides who begins, where lots are drawn; None for chance.
    """

    match: NewMatchRequest = NewMatchRequest()
    bots: Sequence[str] = ()
    seed: str | None = None

    @property
    def starts_new_match(self) -> bool:
        """Whether it says anything that only a new match can have."""
        said = self.match._asdict() | {"goal": any(self.match.goal), "bots": self.bots}
        return any(said.values())


class MatchToPlay(NamedTuple):
    """A match that is there already and can go on.

    at_table: what going on means for a match that people keep at a table, and have not named: `deal round 3 of friday
        here`; they are asked first. Empty where nobody has to be asked.
    """

    path: Path
    at_table: str = ""


def find_match_to_play(
    match: str | None, request: PlayRequest, store: Store, check_report: ReportCheck | None = None
) -> MatchToPlay | None:
    """The match that goes on; None where a new one is to be started.

    It is the one that is named, else the one last played on this computer, else the one at the table.

    UsageError where a match is named, and the request says what only a new one can have.

    check_report: what the caller does with a report; a match that fails there does not go on.
    """
    if match is not None:
        if request.starts_new_match:
            raise UsageError("an existing match has its own players and rules: omit MATCH to start a new one")
        return MatchToPlay(store.find(match))
    return None if request.starts_new_match else _find_last_playable(store, check_report)


def resuming_word(opened: OpenMatch) -> str:
    """What names the match behind `haggis play` to go on with it, a blank before it; empty if nothing has to."""
    if _find_last_playable(opened.store, opened.check_report) == MatchToPlay(opened.path):
        return ""
    return name_match(opened)


def start_match_to_play(request: PlayRequest, store: Store) -> Snapshot:
    """Start the match that is requested and save it; UsageError for a request that cannot be met."""
    wanted = request.match
    if not wanted.variant:
        raise UsageError(f"name the variant with --variant, one of: {', '.join(map(escape_text, enabled_claims()))}")
    variant = load(wanted.variant)
    bots = parse_bots(request.bots, wanted.players)
    players = [*wanted.players, *(name for name in bots if name not in wanted.players)]
    if len(players) not in variant.setups:
        raise UsageError(
            f"{_describe_player_count(variant)}, not {len(players)}: --player NAME seats a person, --bot LEVEL a "
            "computer player"
        )
    lead, first = wanted.lead, None
    if lead is None or draws_lots(lead, players):
        seed = make_seed() if request.seed is None else request.seed
        lead, first = None, Random(f"{seed}, first").choice(players)
    wanted = wanted._replace(variant=variant.id, players=players, more={"bots": bots})
    if variant.has_dealer:
        wanted = wanted._replace(lead=lead, dealer=first)
    else:
        wanted = wanted._replace(lead=lead or first)
    return start_match(make_record(wanted, store), store)


def _find_last_playable(store: Store, check_report: ReportCheck | None) -> MatchToPlay | None:
    """The match last played on this computer, else the one at the table; None if neither can go on here."""
    played = store.find_played()
    if played and _read_playable(store, store.path_of(played.match), check_report):
        return MatchToPlay(store.path_of(played.match))
    current = store.find_current()
    opened = _read_playable(store, current, check_report) if current else None
    if opened is None:
        return None
    return MatchToPlay(opened.path, "" if opened.file.record.bots else _describe_going_on(opened))


def _read_playable(store: Store, path: Path, check_report: ReportCheck | None) -> OpenMatch | None:
    """A match that is not over, and has no round in progress whose hands nobody knows here; None for another."""
    try:
        opened = read_match(store, path, check_report)
    except HaggisError:
        return None
    current = opened.report.current
    from_table = current is not None and current.record.deal is None and not opened.file.record.bots
    return None if opened.report.over or from_table else opened


def _describe_going_on(opened: OpenMatch) -> str:
    """What going on with a match on this computer does to it."""
    name, current = escape_text(opened.path.stem), opened.report.current
    if current:
        return f"continue round {current.number} of {name} here"
    return f"deal round {len(opened.report.rounds) + 1} of {name} here"


def _describe_player_count(variant: Variant) -> str:
    return f"{variant.name} is for {join_words([str(number) for number in variant.players], 'or')} players"


# Matches between computer players: what they are played for, and how they become match files.


def make_tournament_settings(request: PlayRequest, effort: Effort) -> TournamentSettings:
    """What all matches have in common; UsageError for what cannot be played.

    request: the rules of the matches, their players as `bots`, and the seed. Without a variant it is the default one.
    """
    wanted = request.match
    check_one_goal(wanted.goal)
    variant = load(wanted.variant or default_id())
    players = {parse_player_name(name): level for name, level in parse_bots(request.bots, []).items()}
    number = len(players)
    if number not in variant.setups:
        needed = join_words([str(each) for each in variant.players], "or")
        raise UsageError(f"{_describe_player_count(variant)}: give --bot {needed} times, not {len(request.bots)}")
    return TournamentSettings(
        variant.id,
        tuple(players.items()),
        wanted.goal if any(wanted.goal) else variant.goals[0],
        read_options(variant, wanted.options, number),
        check_suits(variant, wanted.suits, number),
        make_seed() if request.seed is None else request.seed,
        effort,
    )


def check_seed_unused(settings: TournamentSettings, store: Store) -> None:
    """StoreError if there are simulated matches of this seed already."""
    if store.path_of(_simulated_id(settings, 0)).exists():
        raise StoreError(f"a match called {_simulated_id(settings, 0)} exists already: choose another --seed")


def save_simulated(settings: TournamentSettings, result: MatchResult, store: Store) -> Notice | None:
    """Save a match of computer players under the seed and its number; what a person should know of that."""
    return save_new_match(played_record(_simulated_id(settings, result.number), settings, result), store).notice


def _simulated_id(settings: TournamentSettings, number: int) -> str:
    return safe_id(f"simulated-{settings.seed}-{number + 1:04}")


def played_record(match_id: str, settings: TournamentSettings, result: MatchResult) -> MatchRecord:
    """A match that computer players have played, as a match file keeps it, with its deals and every event."""
    table = settings.table(result.number)
    return MatchRecord(
        id=match_id,
        variant=settings.variant,
        revision=table.variant.kept_revision,
        created=now_here(),
        players=list(table.names),
        goal=GoalRecord(**settings.goal._asdict()),
        lead=table.names[0],
        suits=settings.letters,
        bots=dict(settings.seating(result.number)),
        options=dict(settings.options),
        rounds=[
            RoundRecord(events=[render_event(event, table) for event in each.events], deal=write_deal(each.deal, table))
            for each in result.match.rounds
        ],
    )


def tallies_json(settings: TournamentSettings, tallies: Tallies, seconds: float) -> dict[str, Any]:
    """The results of simulated matches as JSON, and how long they took."""
    return {
        "variant": settings.variant,
        "matches": tallies.matches,
        "players": {name: _player_json(tally) for name, tally in tallies.players.items()},
        "decisions": tallies.decisions,
        "seconds": round(seconds, 3),
        "goal": str(settings.goal),
        "seed": settings.seed,
    }


def _player_json(tally: Tally) -> dict[str, Any]:
    low, high = wilson_interval(tally.wins, tally.matches)
    return {
        "level": tally.level,
        "wins": tally.wins,
        "win_rate": round(tally.win_rate, 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "mean_points": round(tally.mean_points, 2),
        "mean_round_points": round(tally.mean_round_points, 2),
    }


# The round that is dealt next: of a match, or at a table without one.


class NextRound(NamedTuple):
    """A round that is to be dealt."""

    number: int
    table: Table
    standing: Standing
    """The totals before it, and who leads and deals it."""
    opened: OpenMatch | None = None
    """Its match; None at a table without one."""
    deal: Deal | None = None
    """Its cards; None while they are not dealt."""


def make_seed() -> str:
    """A seed that nobody knows beforehand."""
    return str(SystemRandom().randrange(10**9))


def find_next_round(opened: OpenMatch) -> NextRound:
    """The next round of a match, or the one that is dealt and not over; RulesError if the match cannot go on."""
    report = opened.report
    check_no_violations(report, lambda: command_word(opened))
    check_not_over(report)
    assert report.standing is not None
    current = report.current
    deal = parse_deal(current.record.deal, report.table) if current and current.record.deal else None
    return NextRound(len(report.complete_rounds) + 1, report.table, report.standing, opened, deal)


def make_first_round(
    variant_id: str | None,
    names: Sequence[str] | None,
    number: int | None,
    options: Mapping[str, str],
    suits: str | None,
    seed: str,
) -> NextRound:
    """The first round at a table without a match: the seed says who begins.

    names: the players, clockwise.
    number: how many they are, where they have no names.
    The other parameters are those of `build_table`.
    """
    table = build_table(variant_id, count_players(names, number), options=options, suits=suits)
    if names:
        table = table._replace(names=tuple(map(parse_player_name, names)))
    with guard_rules(table.variant.id):
        return NextRound(1, table, first_standing(table, Random(f"{seed}, first").choice(table.seats)))


def deal_round(coming: NextRound, seed: str) -> NextRound:
    """The round with its cards: those that are dealt already, else new ones, which the seed decides.

    UsageError for a round that has begun without known cards.
    """
    if coming.deal is not None:
        return coming
    _check_not_begun(coming)
    return coming._replace(deal=deal_of(coming.table, seed, coming.number))


def save_deal(coming: NextRound) -> OpenMatch:
    """Save the cards as the next round of the match; the match then. UsageError for a round that has begun."""
    opened = coming.opened
    assert opened is not None
    assert coming.deal is not None
    _check_not_begun(coming)
    record = RoundRecord(events=[], deal=write_deal(coming.deal, coming.table))
    return save_progress(opened, preview(opened, with_round(opened.file, record)))


def _check_not_begun(coming: NextRound) -> None:
    if coming.opened and coming.opened.report.current:
        raise UsageError(f"round {coming.number} has begun: finish it before the next deal")


def coming_json(coming: NextRound, seed: str) -> dict[str, object]:
    """The round as JSON: its set-up, and the hands if they are dealt; `left_out` are the suits that stay in the box.

    bidder: who bids first where there is an auction.
    """
    table, standing = coming.table, coming.standing
    dealer = standing.leader if standing.dealer is None else standing.dealer
    bidder = find_first_bidder(table, standing.leader)
    found: dict[str, object] = {
        "variant": table.variant.id,
        "players": table.names,
        "round": coming.number,
        "suits": [*table.deck.suit_names.values()],
        "left_out": unused_suits(table),
        "copies": table.deck.copies,
        "dealt": table.setup.dealt,
        "haggis": table.setup.haggis(len(table.names)),
        "leader": table.names[standing.leader],
        "dealer": table.names[dealer],
        "bidder": None if bidder is None else table.names[bidder],
        "steps": [line for _, lines in setup_steps(table, standing) for line in lines],
        "seed": seed,
        "deal": None,
    }
    if coming.deal:
        hands = {name: card_list(hand, table.deck) for name, hand in zip(table.names, coming.deal.hands, strict=True)}
        found["deal"] = {"hands": hands, "haggis": [table.deck.card_text(card) for card in coming.deal.haggis]}
    return found | sides_json(table.names, standing.sides)
