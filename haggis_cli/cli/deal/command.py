"""`haggis deal`: what to deal and who begins, or the cards themselves."""

from typing import Annotated

import typer

from haggis_cli.cli.game_options import PlayerCount, Suits, VariantId, VariantOptions, parse_option_pairs
from haggis_cli.cli.new_match_options import PlayerNames, Seed
from haggis_cli.cli.options import Home, Json, Match, NoColor
from haggis_cli.cli.terminal.printer import Printer
from haggis_cli.support.errors import UsageError
from haggis_cli.support.interrupts import defer_signals

Cards = Annotated[bool, typer.Option("--cards", help="Deal at random: every hand by itself, hidden until asked for.")]
Seat = Annotated[
    str | None, typer.Option("--seat", metavar="NAME", help="Show the hand of this player, dealt at random.")
]
Save = Annotated[
    bool, typer.Option("--save", help="Keep the random deal as the match's next round: record knows the hands then.")
]


def command(
    match: Match = None,
    variant: VariantId = None,
    player: PlayerNames = None,
    players: PlayerCount = None,
    option: VariantOptions = None,
    suits: Suits = None,
    cards: Cards = False,
    seat: Seat = None,
    seed: Seed = None,
    save: Save = False,
    home: Home = None,
    json: Json = False,
    no_color: NoColor = False,
) -> None:
    """Say what to deal and who begins, or deal at random.

    For the next round of a match, or with --variant, --players or --player for a table of its own, where chance says
    who begins. With --cards the hands are dealt as well: in a terminal they are shown one after another, each when its
    player alone looks.

    \b
    haggis deal
    haggis deal --variant tatties --player Noah --player Jamie --player Isla
    haggis deal --players 2 --cards --seed friday --seat 2
    """
    from haggis_cli.book.dealing import coming_json, deal_round, find_next_round, make_first_round, make_seed, save_deal
    from haggis_cli.cli.deal.page import print_hands_privately, print_player_hand, print_set_up
    from haggis_cli.cli.opening import open_match, print_notices
    from haggis_cli.cli.terminal.prompts import can_ask

    printer = Printer(no_color=no_color)
    of_its_own = any(value is not None for value in (variant, player, players, option, suits))
    if match is not None and of_its_own:
        raise UsageError("a match has its own table: leave out MATCH, or --variant and what else sets one")
    chosen = make_seed() if seed is None else seed
    coming = (
        make_first_round(variant, player, players, parse_option_pairs(option), suits, chosen)
        if of_its_own
        else find_next_round(open_match(match, home))
    )
    if save and coming.opened is None:
        raise UsageError("--save keeps the deal in a match: name one, or start one with 'haggis new'")
    if cards or seat or save:
        if seat and seed is None and not save and coming.deal is None:
            raise UsageError("--seat needs --seed: without it every call would deal anew")
        coming = deal_round(coming, chosen)
    if save:
        with defer_signals(last=not can_ask()):  # people look at their hands afterwards, and may leave
            coming = coming._replace(opened=print_notices(printer, save_deal(coming)))
    if json:
        printer.print_json(coming_json(coming, chosen))
    elif seat:
        print_player_hand(printer, coming, seat)
    else:
        print_set_up(printer, coming)
        if coming.deal and (cards or save):
            print_hands_privately(printer, coming, chosen)
