"""Computer players: from what a seat sees of a round to an event. Chance comes in as a value.

Begin with `levels` (the players by name, what a player sees, and what it has to guess) and `policies` (what each level
does); `hard` has the player who searches.

- Thinking: `hand_plan` (how to shed a hand), `candidate_plays` (what a person would consider).
- Betting: `match_equity` (how likely each of two players is to win the match).
- Looking ahead: from guessed deals and fast rounds (`rollout`) to the search of `hard`.
- Explaining: `reasons` (why something is advised, beside the next best).
- Playing against each other: `tournament` (one match, from a seed; and many, on all cores).
"""
