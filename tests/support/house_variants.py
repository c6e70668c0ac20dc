"""Variants of other people that differ from the rulebooks in many ways at once, as modules that a `Site` installs."""

TEAMS_OF_THREE = """
from haggis_cli.rules.api import (
    Goal, Setup, TeamBets, Variant, first_out_takes_from_opponents, other_team, trailing_team_leads,
)

V = Variant(
    api=1,
    id="team-six",
    name="Team Six",
    summary="Six players in two teams of three.",
    source="The long table",
    rulebook="Long table",
    setups={6: Setup(suits=5, copies=2, dealt=14)},
    teams=((0, 2, 4), (1, 3, 5)),
    goals=(Goal(points=250),),
    betting=TeamBets(single=True, won=1, lost=1),
    bomb_taker=other_team,
    bomb_lead=True,
    hand_taker=first_out_takes_from_opponents,
    slam_repeats=True,
    next_leader=trailing_team_leads,
)
"""
"""Two teams of three, who pass no cards; the second out of a slam records the first count again."""

ROUNDS_WON = """
from dataclasses import replace
from haggis_cli.rules.api import Goal, Setup
from haggis_variants.two_player import TWO_PLAYER

V = replace(
    TWO_PLAYER,
    id="speed",
    name="Speed",
    setups={2: Setup(suits=3, copies=1, dealt=9)},
    goals=(Goal(round_wins=3), Goal(points=100)),
)
"""
"""Whoever has won three rounds has won, whatever the totals are."""

DARES = """
from dataclasses import dataclass
from haggis_cli.rules.api import (
    Bet, Betting, Bid, Bomb, Breach, CardValues, Clause, Combinations, Goal, Kind, Pass, RoundView, Setup, Stakes,
    TableView, TrickPlay, Variant, lowest_total_leads_else_left_of_lead, of_a_kind, winner_captures,
)


@dataclass(frozen=True)
class Dare(Betting):
    amounts: tuple[int, ...] = (20, 50)
    names = {"dare": 20, "double": 50}

    def describe(self) -> list[str]:
        return ["Every player may dare."]

    def refuse(self, state: RoundView, event: Bet | Bid | Pass) -> Breach | None:
        return self.refuse_bet(state, event)

    def settle(self, table: TableView, stakes: Stakes, out: tuple[int, ...]) -> tuple[int, ...]:
        return tuple((s or 0) * (1 if seat == out[0] else -1) for seat, s in enumerate(stakes))


def no_bomb_last(state: RoundView, play: TrickPlay) -> Breach | None:
    \"\"\"Nobody leads a bomb.\"\"\"
    wrong = play.reading.kind is Kind.BOMB and not state.trick
    return Breach("bomb-misplaced", "A bomb does not lead.", Clause.BOMBS) if wrong else None


V = Variant(
    api=1,
    id="climb",
    name="Climb",
    summary="Bombs of four and five of a kind, and dares.",
    source="House",
    rulebook="House sheet",
    goals=(Goal(points=300), Goal(rounds=5)),
    setups={n: Setup(suits=5, copies=1, dealt=14, courts=(12, 13)) for n in (2, 3)},
    combinations=Combinations(bombs=(*of_a_kind(4), Bomb((12, 13)), *of_a_kind(5))),
    betting=Dare(),
    may_play=no_bomb_last,
    bomb_taker=winner_captures,
    card_values=CardValues("each 5 is 5, K 10", (0, 0, 0, 5, 0, 0, 0, 0, 0), (0, 0, 10)),
    next_leader=lowest_total_leads_else_left_of_lead,
)
"""
"""Nobody has a J, a lost bet is taken away, and a bomb does not lead."""

BLIND = """
from haggis_cli.rules.api import BlindBets, Goal, Setup, Variant, lowest_total_leads_else_left_of_dealer

V = Variant(
    api=1,
    id="five",
    name="Five",
    summary="Five at the table, each alone, with blind bets.",
    source="The kitchen table",
    rulebook="Kitchen rules",
    setups={5: Setup(suits=5, copies=2, dealt=14)},
    goals=(Goal(points=200), Goal(round_wins=2)),
    betting=BlindBets(amounts=(10, 40), blind=(40,), seen=7, names={"small": 10, "blind": 40}),
    next_leader=lowest_total_leads_else_left_of_dealer,
)
"""
"""Five players, each alone, who may bet before they have seen all their cards; nobody passes cards."""

VARIANTS = {"team-six": TEAMS_OF_THREE, "speed": ROUNDS_WON, "climb": DARES, "five": BLIND}
SIX = tuple(word for name in ("Noah", "Isla", "Rory", "Jamie", "Skye", "Ailsa") for word in ("-p", name))
