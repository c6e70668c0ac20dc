"""Which match `haggis play` is to play: one that is there already, or a new one with computer players in its seats."""

import os
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random, SystemRandom

from haggis_cli.cli.play.bots import free_name, read_bots
from haggis_cli.cli.terminal.printer import Printer, safe
from haggis_cli.cli.terminal.prompts import can_ask, told_if_left
from haggis_cli.cli.terminal.questionnaire import Question, Script
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.store.folder import Store, home_from
from haggis_cli.players.levels import LEVELS
from haggis_cli.plugins.registry import load, offered
from haggis_cli.rules.phrases import listed
from haggis_cli.rules.variant import Variant
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.escaping import composed

USUAL_LEVEL = "normal"


@dataclass(frozen=True)
class Setting:
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
    def starts_one(self) -> bool:
        """Whether it says anything that only a new match can have."""
        return any(value for key, value in vars(self).items() if key != "seed")


def any_seed() -> str:
    """A seed that nobody knows beforehand."""
    return str(SystemRandom().randrange(10**9))


def match_to_play(printer: Printer, match: str | None, setting: Setting, home: str | None) -> str:
    """The file of the match to play, a new one if need be; UsageError where it is not said which."""
    store = Store(home_from(home))
    if match is not None:
        if setting.starts_one:
            raise UsageError(
                "a match that is there already has its players and rules: leave out MATCH to start a new one"
            )
        return str(store.find(match))
    if not setting.starts_one:
        last = _last_played(store)
        if last:
            return str(last)
    with told_if_left(printer, "No match was started."):
        record = _new_record(printer, setting, store)
    return str(_created(record, store))


def _last_played(store: Store) -> Path | None:
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


def _new_record(printer: Printer, setting: Setting, store: Store) -> MatchRecord:
    from haggis_cli.cli.new.match import make_match
    from haggis_cli.cli.new.wishes import Wishes
    from haggis_cli.cli.terminal.questionnaire import KEYS, Talk, hold

    if can_ask() and not (setting.variant and (setting.players or setting.bots)):
        printer.say(f"{KEYS} Ctrl-C leaves.")
        setting = hold(printer, Talk(lambda: _questions(setting)))
    if not setting.variant:
        raise UsageError(f"name the variant with --variant, one of: {', '.join(map(safe, offered()))}")
    variant = load(setting.variant)
    bots = read_bots(setting.bots, setting.players)
    players = [*setting.players, *(name for name in bots if name not in setting.players)]
    _check_number(variant, len(players))
    first = Random(f"{any_seed() if setting.seed is None else setting.seed}, first").choice(players)
    wishes = Wishes(
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
    return make_match(printer, wishes, store)


def _check_number(variant: Variant, number: int) -> None:
    if number not in variant.setups:
        wanted = listed([str(each) for each in variant.players], "or")
        raise UsageError(
            f"{variant.name} is for {wanted} players, not {number}: --player NAME seats a person, --bot LEVEL a "
            "computer player"
        )


def _questions(setting: Setting) -> Script[Setting]:
    """What was not said: the variant, and who plays."""
    from haggis_cli.cli.new.questions import which_variant

    if not setting.variant:
        setting = replace(setting, variant=(yield from which_variant(len(setting.players))))
    if setting.players or setting.bots:
        return setting
    variant = load(setting.variant or "")
    players, bots = [(yield _your_name())], list[str]()
    while len(players) < variant.players[-1]:
        more = len(players) in variant.setups
        name, level = yield _next_player(len(players) + 1, players, more=more)
        if not name:
            break
        players.append(name)
        if level:
            bots.append(f"{name}={level}")
    return replace(setting, players=players, bots=bots)


def _your_name() -> Question:
    from haggis_cli.cli.new.questions import player_name

    login = os.environ.get("USER") or os.environ.get("USERNAME") or ""
    usual = login.capitalize() if login.isalpha() else None
    return Question("Your name", player_name, "A name of 1 to 40 characters, without a colon.", usual)


def _next_player(number: int, players: list[str], *, more: bool) -> Question:
    """Who sits next: a level seats a computer player, anything else is a person's name; nobody if there are enough."""
    from haggis_cli.cli.new.questions import player_name

    def seated(text: str) -> tuple[str, str]:
        if more and not text:
            return "", ""
        level = text.rpartition("=")[2].strip().casefold()
        if level in LEVELS:
            ((name, _),) = read_bots([text], []).items() if "=" in text else [(free_name(players), level)]
        else:
            name, level = text, ""
        name = player_name(name)
        if composed(name).casefold() in (composed(each).casefold() for each in players):
            raise UsageError(f"{name} is already playing: every name must be different")
        return name, level

    levels = tuple(f"  {level}: {does}" for level, does in LEVELS.items())
    return Question(
        f"Player {number}: a level, or a person's name{', Enter for nobody' if more else ''}",
        seated,
        "A level seats a computer player; Robbie=hard gives it a name. A person takes turns at this computer.",
        None if more else USUAL_LEVEL,
        ("Computer players have these levels:", *levels) if number == 2 else (),
    )


def _created(record: MatchRecord, store: Store) -> Path:
    from haggis_cli.matches.toml.guard import encoded
    from haggis_cli.matches.toml.match_file import write_match

    return store.create(record.id, encoded(write_match(record)))
