"""Which match `haggis play` is to play: one that is there already, or a new one with computer players in its seats."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random, SystemRandom

from haggis_cli.cli.play.bots import find_free_name, parse_bots
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.prompts import can_ask, print_if_interrupted
from haggis_cli.cli.terminal.questionnaire import Question, QuestionFlow
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.folder import Store, home_folder
from haggis_cli.players.levels import LEVELS
from haggis_cli.plugins.registry import enabled_claims, load
from haggis_cli.rules.phrases import join_words
from haggis_cli.rules.variant import Variant
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.escaping import normalize_unicode

DEFAULT_LEVEL = "normal"


@dataclass(frozen=True)
class PlayRequest:
    """What was said on the command line about the match to be played."""

    variant: str | None
    players: list[str]
    bots: list[str]
    teams: list[str]
    points: int | None
    rounds: int | None
    options: list[str]
    suits: str | None
    name: str | None
    seed: str | None

    @property
    def starts_new_match(self) -> bool:
        """Whether it says anything that only a new match can have."""
        return any(value for key, value in vars(self).items() if key != "seed")


def make_seed() -> str:
    """A seed that nobody knows beforehand."""
    return str(SystemRandom().randrange(10**9))


def find_or_start_match(printer: Printer, match: str | None, setting: PlayRequest, home: str | None) -> str:
    """The file of the match to play, a new one if need be; UsageError where it is not said which."""
    store = Store(home_folder(home))
    if match is not None:
        if setting.starts_new_match:
            raise UsageError(
                "a match that is there already has its players and rules: leave out MATCH to start a new one"
            )
        return str(store.find(match))
    if not setting.starts_new_match:
        last = _find_last_playable(store)
        if last:
            return str(last)
    with print_if_interrupted(printer, "No match was started."):
        record = _make_new_record(printer, setting, store)
    return str(_save_new_match(record, store))


def _find_last_playable(store: Store) -> Path | None:
    """The match last worked on, if it is not over and can be played on a computer."""
    from haggis_cli.book.match import read_match

    if not store.matches():
        return None
    path = store.find(None)
    try:
        report = read_match(store, path).report
    except HaggisError:
        return None
    rounds = report.match.record.rounds
    playable = not rounds or bool(report.match.record.bots) or rounds[-1].deal is not None
    return path if playable and not report.over else None


def _make_new_record(printer: Printer, setting: PlayRequest, store: Store) -> MatchRecord:
    from haggis_cli.cli.new.match import make_match_record
    from haggis_cli.cli.new.wishes import NewMatchRequest
    from haggis_cli.cli.terminal.questionnaire import KEYS_HELP, Questionnaire, ask_questionnaire

    if can_ask() and not (setting.variant and (setting.players or setting.bots)):
        printer.print_message(f"{KEYS_HELP} Ctrl-C leaves.")
        setting = ask_questionnaire(printer, Questionnaire(lambda: _questions(setting)))
    if not setting.variant:
        raise UsageError(f"name the variant with --variant, one of: {', '.join(map(safe, enabled_claims()))}")
    variant = load(setting.variant)
    bots = parse_bots(setting.bots, setting.players)
    players = [*setting.players, *(name for name in bots if name not in setting.players)]
    _check_player_count(variant, len(players))
    first = Random(f"{make_seed() if setting.seed is None else setting.seed}, first").choice(players)
    wishes = NewMatchRequest(
        variant=variant.id,
        players=players,
        teams=setting.teams,
        points=setting.points,
        rounds=setting.rounds,
        options=setting.options,
        suits=setting.suits,
        lead=None if variant.has_dealer else first,
        dealer=first if variant.has_dealer else None,
        name=setting.name,
        notes="",
        more={"bots": bots},
    )
    return make_match_record(printer, wishes, store)


def _check_player_count(variant: Variant, number: int) -> None:
    if number not in variant.setups:
        wanted = join_words([str(each) for each in variant.players], "or")
        raise UsageError(
            f"{variant.name} is for {wanted} players, not {number}: --player NAME seats a person, --bot LEVEL a "
            "computer player"
        )


def _questions(setting: PlayRequest) -> QuestionFlow[PlayRequest]:
    """What was not said: the variant, and who plays."""
    from haggis_cli.cli.new.questions import variant_question

    if not setting.variant:
        setting = replace(setting, variant=(yield from variant_question(len(setting.players))))
    if setting.players or setting.bots:
        return setting
    variant = load(setting.variant or "")
    players, bots = [(yield _your_name_question())], list[str]()
    while len(players) < variant.players[-1]:
        more = len(players) in variant.setups
        name, level = yield _next_player_question(len(players) + 1, players, more=more)
        if not name:
            break
        players.append(name)
        if level:
            bots.append(f"{name}={level}")
    return replace(setting, players=players, bots=bots)


def _your_name_question() -> Question:
    from haggis_cli.cli.new.questions import parse_player_name

    login = os.environ.get("USER") or os.environ.get("USERNAME") or ""
    usual = login.capitalize() if login.isalpha() else None
    return Question("Your name", parse_player_name, "A name of 1 to 40 characters, without a colon.", usual)


def _next_player_question(number: int, players: list[str], *, more: bool) -> Question:
    """Who sits next: a level seats a computer player, anything else is a person's name; nobody if there are enough."""
    from haggis_cli.cli.new.questions import parse_player_name

    def seated(text: str) -> tuple[str, str]:
        if more and not text:
            return "", ""
        level = text.rpartition("=")[2].strip().casefold()
        if level in LEVELS:
            ((name, _),) = parse_bots([text], []).items() if "=" in text else [(find_free_name(players), level)]
        else:
            name, level = text, ""
        name = parse_player_name(name)
        if normalize_unicode(name).casefold() in (normalize_unicode(each).casefold() for each in players):
            raise UsageError(f"{name} is already playing: every name must be different")
        return name, level

    levels = tuple(f"  {level}: {does}" for level, does in LEVELS.items())
    return Question(
        f"Player {number}: a level, or a person's name{', Enter for nobody' if more else ''}",
        seated,
        "A level seats a computer player; Robbie=hard gives it a name. A person takes turns at this computer.",
        None if more else DEFAULT_LEVEL,
        ("Computer players have these levels:", *levels) if number == 2 else (),
    )


def _save_new_match(record: MatchRecord, store: Store) -> Path:
    from haggis_cli.matches.toml.guard import encode_utf8
    from haggis_cli.matches.toml.match_file import render_match

    return store.create(record.id, encode_utf8(render_match(record)))
