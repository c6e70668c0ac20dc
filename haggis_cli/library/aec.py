"""A round of Haggis as PettingZoo's environments are: one agent after another takes an action (AEC)."""

from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from haggis_cli.library.environment import (
    HIGHEST,
    LOWEST,
    Actions,
    Choice,
    Done,
    Observations,
    Step,
    begin_turn,
    take_step,
)
from haggis_cli.library.legal_events import Event, make_event
from haggis_cli.library.state import RoundStart, State
from haggis_cli.players.tournament import random_deal
from haggis_cli.rules.events import Play
from haggis_cli.rules.readings import Reading
from haggis_cli.rules.round import Round, begin_due, unambiguous_play
from haggis_cli.rules.variant import Table, first_standing, score
from haggis_cli.support.errors import UsageError


class HaggisEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """A PettingZoo AEC environment; an episode is one round. `env` makes it.

    The reward comes at the end: the points of the agent's side less the mean of the other sides', so that those of all
    sides together are 0; where sides change from round to round, everybody scores alone. Observations are dictionaries
    of `observation` and `action_mask`.

    possible_agents: `player_0`, `player_1` and so on, clockwise.
    action_names: what each action is, in words; an action is its place here.
    observation_fields: where each part of an observation stands, by its name.
    """

    agent_selection: str
    _step: Step

    def __init__(self, table: Table, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise UsageError(f"render_mode is ansi or None, not {render_mode!r}")
        self.metadata = {
            "name": f"haggis_{table.variant.id.replace('-', '_')}_v1",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = list(table.names)
        self._table, self._actions = table, Actions(table)
        self._observations = Observations(table, self._actions)
        self.action_names = tuple(self._actions.names)
        self.observation_fields: Mapping[str, slice] = self._observations.fields
        self.action_spaces = {agent: Discrete(len(self._actions)) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self._chance = Random(SystemRandom().randrange(1 << 62))

    def _observation_space(self) -> Dict:
        seen = Box(LOWEST, HIGHEST, (self._observations.size,), np.int16)
        return Dict({"observation": seen, "action_mask": Box(0, 1, (len(self._actions),), np.int8)})

    def observation_space(self, agent: str) -> Dict:
        """The space of an agent's observations; the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of an agent's actions; the same for all."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a round. The same seed gives the same deals, this one and those of the resets without a seed after it.

        options: `leader`, the agent who leads, or in an auction bids last; by lot if left out. Others are passed over.
        """
        if seed is not None:
            self._chance = Random(seed)
        leader, deal = self._chance.choice(self.possible_agents), random_deal(self._table, self._chance)
        leader = (options or {}).get("leader", leader)
        if leader not in self.possible_agents:
            raise UsageError(f"the leader is one of {', '.join(self.possible_agents)}, not {leader!r}")
        self._standing = first_standing(self._table, self.possible_agents.index(leader))
        self._happened: list[tuple[Done, Reading | None]] = []  # what was decided, and the combination to beat then
        self._asked = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._begin_turn(begin_due(self._table, self._standing, deal))

    def step(self, action: int | None) -> None:
        """Take an action for `agent_selection`; UsageError for one that is not legal now."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        choice: Choice | None = None if action is None else self._step.next.get(int(action))
        if choice is None:
            raise UsageError(f"{self.agent_selection} cannot take the action {action} now: it is not in the mask")
        self._cumulative_rewards[self.agent_selection] = 0.0
        if isinstance(choice, Done):
            self._finish_turn(choice)
        else:
            self._step = take_step(choice)

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees, and which actions it may take: none unless it is the one that decides."""
        seat = self.possible_agents.index(agent)
        mask: Any = np.zeros(len(self._actions), np.int8)
        if seat == self._seat and not self._round.over:
            mask[list(self._step.next)] = 1
        row = self._observations.observe(self._round, seat, self._seat, self._step)
        return {"observation": np.array(row, np.int16), "action_mask": mask}

    def render(self) -> str | None:
        """The table as a person sees it who sees all cards, where `render_mode` is `ansi`."""
        return str(self.round) if self.render_mode == "ansi" else None

    @property
    def round(self) -> State:
        """The round as it stands, as `deal` and `State.play` give it: names, cards and events as people write them."""
        events = (self._event(done, over) for done, over in self._happened if done.event is not None)
        return State(self._round, RoundStart(1, self._standing, "of an environment"), tuple(events))

    def close(self) -> None:
        """Nothing is left open."""

    def _event(self, done: Done, over: Reading | None) -> Event:
        """What was decided, with the reading named where the cards alone would mean another."""
        event = done.event
        assert event is not None
        if isinstance(event, Play) and done.reading:
            event = unambiguous_play(self._table, event.seat, event.cards, done.reading, over)
        return make_event(self._table, event, done.reading)

    def _finish_turn(self, done: Done) -> None:
        """The round goes on by what was decided."""
        state, event = self._round, done.event
        if event is None:
            self._asked = len(state.tricks)
        else:
            self._happened.append((done, state.reading_to_beat))
            if isinstance(event, Play) and done.reading:
                state = state.after_play(event.cards, done.reading)
            else:
                state = state.after(event)
        if state.over:
            self._end(state)
        else:
            self._begin_turn(state)

    def _begin_turn(self, state: Round) -> None:
        self._round = state
        self._seat, self._step = begin_turn(state, self._actions, self._asked)
        self.agent_selection = self.possible_agents[self._seat]

    def _end(self, state: Round) -> None:
        self._round, self._step = state, Step(None, 0, {})
        points = [line.total for line in score(state.table, state.outcome())]
        sides = [sum(points[seat] for seat in side) for side in self._table.sides]
        for seat, agent in enumerate(self.possible_agents):
            own = self._table.side(seat)
            others = [total for side, total in enumerate(sides) if side != own]
            self.rewards[agent] = sides[own] - sum(others) / len(others)
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()
