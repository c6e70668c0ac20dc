"""A round of Haggis as PettingZoo's environments are: one agent after another takes an action (AEC)."""

from collections.abc import Mapping
from operator import index
from random import Random, SystemRandom
from typing import Any

import numpy as np
from gymnasium import logger
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from haggis_cli.library.actions import Actions
from haggis_cli.library.environment import Done, Leads, Observations, Step, begin_turn
from haggis_cli.library.judging import check_argument
from haggis_cli.library.legal_events import Event, moment_of
from haggis_cli.library.state import RoundStart, State
from haggis_cli.players.tournament import random_deal
from haggis_cli.rules.round import OVER, Round, begin_due
from haggis_cli.rules.variant import Table, first_standing, score
from haggis_cli.support.errors import UsageError
from haggis_cli.support.escaping import cut_repr


class HaggisEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """A PettingZoo AEC environment; an episode is one round. `env` makes it, with a first round dealt.

    The reward comes at the end: the points of the agent's side minus the mean of the other sides. The rewards of all
    sides add up to 0. If sides change from round to round, everybody scores alone. Observations are dictionaries
    of `observation` and `action_mask`; the infos have the same mask.

    possible_agents: `player_0`, `player_1` and so on, clockwise.
    action_names: what each action is, in words; an action is its place here.
    observation_fields, state_fields: the place of each part of an observation, and of `state()`, by name.
    state_space: the space of `state()`.
    """

    agent_selection: str

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata = {
            "name": f"haggis_{table.variant.id.replace('-', '_')}_v1",
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
        }
        if render_mode not in (None, "human", "ansi"):
            raise UsageError(f"render_mode is human, ansi or None, not {cut_repr(render_mode)}")
        self.render_mode: str | None = None  # of the first round nothing is printed: most programs deal anew at once
        self.possible_agents = list(table.names)
        self._seats = {agent: seat for seat, agent in enumerate(table.names)}
        self._table, self._actions = table, Actions(table)
        self._number = len(self._actions.names)
        self._no_mask: Any = np.zeros(self._number, np.int8)
        self._no_mask.flags.writeable = False  # it stands in the infos of all who do not decide
        self._observations = Observations(table, self._actions)
        self.action_names = tuple(self._actions.names)
        self.observation_fields: Mapping[str, slice] = self._observations.fields
        self.state_fields: Mapping[str, slice] = self._observations.state_fields
        self.state_space = Box(*self._observations.state_bounds, dtype=np.int32)
        self.action_spaces = {agent: Discrete(self._number) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self._chance = Random(SystemRandom().randrange(1 << 62))
        self.reset()
        self.render_mode = render_mode

    def _observation_space(self) -> Dict:
        mask = Box(0, 1, (self._number,), np.int8)
        return Dict({"observation": Box(*self._observations.bounds, dtype=np.int32), "action_mask": mask})

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations; the same for all."""
        return self.observation_spaces[self.possible_agents[self._seat_of(agent)]]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions; the same for all."""
        return self.action_spaces[self.possible_agents[self._seat_of(agent)]]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a round. The same seed gives the same deals, now and in later resets without a seed.

        options: `leader`, the agent who leads, or in an auction bids last; drawn by lot if omitted. UsageError for any
            other option.
        """
        chosen = _read_options(options)
        if seed is not None:
            check_argument("seed", seed, int | np.integer)
            self._chance = Random(int(seed))
        leader, deal = self._chance.choice(self.possible_agents), random_deal(self._table, self._chance)
        self._standing = first_standing(self._table, self._seat_of(chosen.get("leader", leader), "the leader is"))
        self._happened: list[tuple[Round, Done]] = []  # what was decided, and the round before
        self._asked = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self._no_mask} for agent in self.agents}
        self.agent_selection = leader
        self._round = begin_due(self._table, self._standing, deal)
        step = begin_turn(self._round, self._actions, self._asked)
        self._observations.begin(self._round, step)
        self._await(step)
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Take an action for `agent_selection`; UsageError for one that is not legal now."""
        if not self.agents:
            raise UsageError("the round is over: reset deals the next one")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        try:
            taken = self._step.take(index(action))  # type: ignore[arg-type] # None is refused as others are
        except (KeyError, TypeError):
            told = cut_repr(action)
            raise UsageError(f"{agent} cannot take the action {told} now: it is not in the mask") from None
        self._cumulative_rewards[agent] = 0.0
        if isinstance(taken, Done):
            self._happen(taken)
        else:
            self._await(taken)

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees, and which actions it may take: none unless it is the agent's turn."""
        seat = self._seat_of(agent)
        mask = self._mask.copy() if seat == self._step.seat else self._no_mask.copy()
        return {"observation": self._observations.of_seat(seat), "action_mask": mask}

    def state(self) -> Any:
        """Everything at the table, including what nobody sees, for critics that know more than the players."""
        return self._observations.state()

    def render(self) -> str | None:
        """The table as seen by a person who sees all cards: printed if `render_mode` is `human`, returned if `ansi`.

        With `human` it is also printed without a call when cards are dealt and after each event.
        """
        if self.render_mode is None:
            logger.warn("render shows nothing without a render_mode: human or ansi")
            return None
        if self.render_mode == "ansi":
            return str(self.round)
        print(self.round, end="\n\n", flush=True)  # noqa: T201 # that is what this mode is for
        return None

    @property
    def round(self) -> State:
        """The round as it stands, as `deal` and `State.play` give it: names, cards and events as people write them."""
        events = tuple(Event(moment_of(before), *done) for before, done in self._happened if done != Done(None))
        return State(self._round, RoundStart(1, self._standing, "of an environment"), events)

    def close(self) -> None:
        """Do nothing: nothing needs closing."""

    def _seat_of(self, agent: str, what: str = "an agent is") -> int:
        seat = self._seats.get(agent)
        if seat is None:
            raise UsageError(f"{what} one of {', '.join(self.possible_agents)}, not {cut_repr(agent)}")
        return seat

    def _happen(self, done: Done) -> None:
        """The round goes on by what was decided."""
        state = self._round
        if done.move:
            self._round = state.after_play(*done.move)
        elif done.event:
            self._round = state.after(done.event)
        else:
            self._asked = len(state.tricks)
        self._happened.append((state, done))
        if self._round.phase is OVER:
            self._end()
        else:
            self._await(begin_turn(self._round, self._actions, self._asked))
        if self.render_mode == "human":
            self.render()

    def _await(self, step: Step) -> None:
        """Show the decision that is due, if any, and how far it is taken."""
        self._step = step
        self._observations.update(self._round, step)
        if isinstance(step.next, Leads):
            self._mask: Any = step.next.mask
        else:
            mask = bytearray(self._number)
            for action in step.next:
                mask[action] = 1
            self._mask = np.frombuffer(mask, np.int8)
        self.infos[self.agent_selection]["action_mask"] = self._no_mask
        self.agent_selection = agent = self.possible_agents[step.seat]
        self.infos[agent]["action_mask"] = self._mask

    def _end(self) -> None:
        self._await(Step(self._step.seat, {}))
        points = [line.total for line in score(self._round.table, self._round.outcome())]
        sides = [sum(points[seat] for seat in side) for side in self._table.sides]
        for seat, agent in enumerate(self.possible_agents):
            own = self._table.side(seat)
            others = [total for side, total in enumerate(sides) if side != own]
            self.rewards[agent] = sides[own] - sum(others) / len(others)
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()


def _read_options(options: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """The options of a reset; UsageError for what is not one. `api_test` passes one of its own, and demands nothing."""
    if options is None or options == {"options": 1}:
        return {}
    check_argument("options", options, Mapping[str, object])
    unknown = [key for key in options if key != "leader"]
    if unknown:
        raise UsageError(f"the only option of reset is 'leader', not {cut_repr(unknown[0])}")
    return options
