"""A new match in the terminal: the questions that it leaves open, and what is told once it has been started."""

from collections.abc import Callable, Sequence

from haggis_cli.book.new_match import RANDOM, NewMatchRequest, is_random_word, parse_beginner, parse_player_name
from haggis_cli.cli.terminal.printer import Page, Printer, short_path
from haggis_cli.cli.terminal.prompts import Leave
from haggis_cli.cli.terminal.questionnaire import (
    KEYS_HELP,
    Question,
    QuestionFlow,
    Questionnaire,
    ask_questionnaire,
    parse_yes_no,
)
from haggis_cli.cli.views.variant_question import goal_question, parse_choice, variant_question
from haggis_cli.matches.model import MatchRecord
from haggis_cli.matches.notation import parse_seat
from haggis_cli.plugins.registry import load
from haggis_cli.referee.seating import check_players, initial_standing, make_table
from haggis_cli.referee.sentences import describe_sides, find_first_bidder
from haggis_cli.rules.events import option_text
from haggis_cli.rules.scoring import Goal, Standing
from haggis_cli.rules.variant import Option, Table, Variant
from haggis_cli.support.errors import HaggisError, UsageError
from haggis_cli.support.text import join_words


def ask_for_missing(printer: Printer, request: NewMatchRequest) -> NewMatchRequest:
    """The request, with what is missing asked for."""
    printer.print_message(f"{KEYS_HELP}.")
    answered = [request]  # what is known so far, the last of it at the end
    try:
        return ask_questionnaire(printer, Questionnaire(lambda: questions(request, answered.append)))
    except (Leave, KeyboardInterrupt, EOFError) as left:
        if answered[-1] != request:
            if not isinstance(left, Leave):
                printer.print_message("")
            printer.print_message("What was answered, to go on from there:")
            printer.print_command(["new", *_command_words(answered[-1])])
        raise


def _command_words(request: NewMatchRequest) -> list[str]:
    """The words behind `haggis new` that say what a request says."""
    words = ["--variant", request.variant] if request.variant else []
    words += [word for name in request.players for word in ("--player", name)]
    words += [word for name in request.teams for word in ("--team", name)]
    goals = dict(zip(("--points", "--rounds", "--round-wins"), request.goal, strict=True))
    words += [word for option, number in goals.items() if number for word in (option, str(number))]
    words += [word for name, value in request.options.items() for word in ("--option", f"{name}={value}")]
    texts = {"--suits": request.suits, "--lead": request.lead, "--dealer": request.dealer, "--name": request.name}
    texts |= {"--event": request.event, "--notes": request.notes}
    return words + [word for option, text in texts.items() if text for word in (option, text)]


def questions(
    request: NewMatchRequest, keep: Callable[[NewMatchRequest], None] = lambda _: None
) -> QuestionFlow[NewMatchRequest]:
    """Ask for what the request leaves open; the request with the answers.

    keep: called with what is known, whenever more is.
    """
    if not request.variant:
        request = request._replace(variant=(yield from variant_question(len(request.players))))
    keep(request)
    variant = load(request.variant or "")
    asked = _player_questions(variant, request.players, lambda players: keep(request._replace(players=players)))
    request = request._replace(players=(yield from asked))
    check_players(variant, len(request.players))
    if variant.teams and not request.teams:
        request = request._replace(teams=(yield from _team_questions(variant, request.players)))
        keep(request)
    if not any(request.goal):
        request = request._replace(goal=(yield goal_question(variant)))
        keep(request)
    chosen = yield from _option_questions(variant, request)
    request = request._replace(options={**request.options, **chosen})
    keep(request)
    if not request.lead and not request.dealer:
        request = yield _first_leader_question(variant, request)
    return request


def _player_questions(
    variant: Variant, given: Sequence[str], keep: Callable[[list[str]], None]
) -> QuestionFlow[list[str]]:
    """Ask for the players who are missing; all of them, clockwise."""
    players = list(given)
    if len(players) in variant.players:
        return players
    fewest, most = variant.players[0], variant.players[-1]

    def next_name(text: str) -> str | None:
        if not text and len(players) in variant.players:
            return None
        name = parse_player_name(text)
        if name.casefold() in map(str.casefold, players):
            raise UsageError(f"{name} is already playing: every name must be different")
        return name

    while len(players) < most:
        more = ", Enter if there are no more" if len(players) >= fewest else ""
        text = f"Player {len(players) + 1}{', clockwise' if players else ''}{more}"
        name = yield Question(text, next_name, "A name of 1 to 40 characters, without a colon; in the order you sit.")
        if name is None:
            break
        players.append(name)
        keep(list(players))
    return players


def _team_questions(variant: Variant, players: Sequence[str]) -> QuestionFlow[list[str]]:
    """Ask for the names of the teams; an empty list if all keep their usual names, those of their players."""
    names, usual = [], []
    for team in variant.teams:
        members = [players[seat] for seat in team]
        usual.append(" & ".join(members))
        text = f"The team of {join_words(members)} is called"
        names.append((yield Question(text, parse_player_name, "A name of 1 to 40 characters.", usual[-1])))
    return [] if names == usual else names


def _option_questions(variant: Variant, request: NewMatchRequest) -> QuestionFlow[dict[str, str]]:
    """Ask for the options that the request leaves open, if the person likes; their values by name."""
    open_ones = [
        option
        for option in variant.options
        if option.name not in request.options and (not option.players or len(request.players) in option.players)
    ]
    if not open_ones:
        return {}
    help_text = "What can be settled: " + " ".join(option.help for option in open_ones)
    if not (yield Question("Play by house rules", parse_yes_no, help_text, "no")):
        return {}
    chosen = {}
    for option in open_ones:
        chosen[option.name] = yield _option_question(option)
    return chosen


def _option_question(option: Option) -> Question:
    """Ask for one house rule, in words: what it settles, and what each choice means."""
    texts = [option_text(value) for value in option.choices]
    usual = texts.index(option_text(option.default))
    meanings = tuple(
        f"  {number}  {choice.means}{' (usual)' if number == usual + 1 else ''}"
        for number, choice in enumerate(option.choices.values(), 1)
    )
    return Question(
        option.help.rstrip(".?"),
        lambda text: parse_choice(text, texts, "the value"),
        f"The number of a choice. Match files call this {option.name}: {' or '.join(texts)}.",
        str(usual + 1),
        meanings,
    )


def _first_leader_question(variant: Variant, request: NewMatchRequest) -> Question:
    """Ask who leads first, or deals where there is a dealer: a name, or lots are drawn."""
    players = request.players
    does, usual = ("deals", players[-1]) if variant.has_dealer else ("leads", players[0])
    usual = RANDOM if variant.begins_by_lot else usual

    def parse(text: str) -> NewMatchRequest:
        try:
            beginner = parse_beginner(text, players)
        except HaggisError:
            beginner = players[parse_seat(text, players)]
        return request._replace(dealer=beginner) if variant.has_dealer else request._replace(lead=beginner)

    left = " The player to the left leads." if variant.has_dealer else ""
    help_text = f"A name, its beginning, or the seat, counted clockwise from 1; '{RANDOM}' draws lots.{left}"
    return Question(
        f"Who {does} first, or {RANDOM}", parse, help_text, usual, (variant.beginner,) if variant.beginner else ()
    )


# What is told of a match that has just been started: who plays, who begins and why, and what comes next.


def print_started(printer: Printer, record: MatchRecord, *, by_lot: bool) -> None:
    """Print who plays, to what goal, and who begins."""
    goal = Goal(**dict(record.goal))
    players = ", ".join(record.players)
    text = f": {players}, {goal}; {_describe_beginning(record)}{', drawn by lot' if by_lot else ''}."
    sides = describe_sides(_first_table(record))
    Page(printer).print_text(printer.styled(record.id, "bold"), text, f" {sides}" if sides else "")


def print_how_begun(printer: Printer, record: MatchRecord, beginner: str | None) -> None:
    """Tell why that player begins, where it was not said, or the word for lots is a player's name.

    beginner: who was said to begin, None if nobody was.
    """
    if beginner is None:
        standing, bidder = _begin(record)
        verb = "leads" if bidder is None else "deals"
        first = record.players[standing.leader]
        printer.print_message(f"{first} {verb} as the first named; 'haggis edit --lead NAME' (or random) changes that.")
    elif is_random_word(beginner):
        called = [name for name in record.players if is_random_word(name)]
        for name in called:
            printer.print_message(f"No lots were drawn: {name} plays here. 'haggis edit --lead NAME' changes that.")


def print_next_step(printer: Printer, record: MatchRecord, path: str) -> None:
    """Tell where the match is saved, and what is to be typed next."""
    after = "'haggis play'" if record.bots else "'haggis score' after a round, or 'haggis record' play by play"
    printer.print_message(f"Saved in {short_path(path)}. Next: {after}.")


def _describe_beginning(record: MatchRecord) -> str:
    """Who deals, leads or bids first, whoever of them was named or drawn before the others."""
    standing, bidder = _begin(record)
    leader = record.players[standing.leader]
    if standing.dealer is not None:
        dealer = record.players[standing.dealer]
        return f"{leader} leads, {dealer} deals" if record.lead else f"{dealer} deals"
    if bidder is None:
        return f"{leader} deals and leads"
    return f"{leader} deals, {record.players[bidder]} bids first"


def _first_table(record: MatchRecord) -> Table:
    """The table of the first round."""
    table = make_table(record, load(record.variant))
    return table.with_sides(initial_standing(table, record).sides)


def _begin(record: MatchRecord) -> tuple[Standing, int | None]:
    """Where the match stands, and who bids first, if there is an auction."""
    table = make_table(record, load(record.variant))
    standing = initial_standing(table, record)
    return standing, find_first_bidder(table, standing.leader)
