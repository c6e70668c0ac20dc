"""A player that learns Haggis from nothing but playing: REINFORCE with a linear policy, in NumPy.

    python learn_haggis.py [ROUNDS [VARIANT]]

It plays against players who take any legal action, and is told its points at the end of each round. Then what it did in
a round that went better than usual becomes more likely, what it did in a worse one less. Every thousand rounds it tells
how it does against them with what it has learnt so far. Needs `pip install 'haggis-cli[env]'`.
"""

import sys
from typing import Any, NamedTuple

import numpy as np

from haggis_cli import env

RATE = 0.02  # how far one round moves the weights
POINTS = 100  # what counts as a large difference in points


class Choice(NamedTuple):
    """What was seen, what was legal, how likely each of it was, and which of it was taken."""

    seen: Any
    legal: Any
    likely: Any
    taken: int


class Policy:
    """How much each action is worth trying, as a weighted sum of what is seen."""

    def __init__(self, table: Any, seed: int = 0) -> None:
        space = table.observation_space("player_0")["observation"]
        self.scale = 1 / np.maximum(np.abs(space.low), np.abs(space.high))  # every number becomes one from -1 to 1
        self.weights = np.zeros((len(table.action_names), len(self.scale) + 1))
        self.usual = 0.0  # the reward of a usual round
        self.chance = np.random.default_rng(seed)

    def choose(self, observation: Any) -> Choice:
        """Draw one of the legal actions, the better ones more often."""
        seen = np.append(observation["observation"] * self.scale, 1)
        legal = observation["action_mask"].nonzero()[0]
        worth = self.weights[legal] @ seen
        likely = np.exp(worth - worth.max())
        likely /= likely.sum()
        return Choice(seen, legal, likely, int(self.chance.choice(len(legal), p=likely)))

    def learn(self, choices: list[Choice], reward: float) -> None:
        """Make what was done in a round more likely if the reward was better than usual, else less."""
        better = reward / POINTS - self.usual
        self.usual += 0.01 * better
        for seen, legal, likely, taken in choices:
            change = -likely
            change[taken] += 1
            self.weights[legal] += RATE * better * np.outer(change, seen)


def play(table: Any, policy: Policy, learner: str) -> tuple[list[Choice], float]:
    """Play a round in which all others take any legal action: what the learner did, and its reward."""
    choices: list[Choice] = []
    reward = 0.0
    for agent in table.agent_iter():
        seen, reward_so_far, over, _, _ = table.last()
        if agent == learner:
            reward += reward_so_far
        if over:
            table.step(None)
        elif agent == learner:
            choices.append(policy.choose(seen))
            table.step(choices[-1].legal[choices[-1].taken])
        else:
            table.step(policy.chance.choice(seen["action_mask"].nonzero()[0]))
    return choices, reward


def rewards(table: Any, policy: Policy, rounds: int) -> Any:
    """What the policy gets in so many rounds, from every seat in turn, without learning."""
    found = []
    for number in range(rounds):
        table.reset(seed=1_000_000 + number)  # rounds that it has not learnt from
        found.append(play(table, policy, table.possible_agents[number % table.num_agents])[1])
    return np.array(found)


def train(table: Any, policy: Policy, rounds: int) -> None:
    """Learn from so many rounds, from every seat in turn."""
    for number in range(rounds):
        table.reset(seed=number)
        learner = table.possible_agents[number % table.num_agents]
        policy.learn(*play(table, policy, learner))


def main(rounds: int = 20_000, variant: str = "two-player") -> None:
    table = env(variant)
    policy = Policy(table)
    for learnt in range(0, rounds + 1, 1000):
        found = rewards(table, policy, 200)
        print(
            f"{learnt:6} rounds learnt: {found.mean():+6.1f} points per round, {(found > 0).mean():4.0%} won",
            flush=True,
        )
        if learnt < rounds:
            train(table, policy, 1000)


if __name__ == "__main__":
    main(*(int(word) if word.isdigit() else word for word in sys.argv[1:]))  # type: ignore[arg-type]
