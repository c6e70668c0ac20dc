"""Computer players: from what a seat sees of a round to an event. Chance comes in as a value.

Begin with `levels` (the players by name, and what a player may see) and `policies` (what each level does); `hard` has
the player who searches.

- Thinking: `hand_plan` (how to shed a hand), `candidate_plays` (what a person would consider).
- Betting: `match_equity` (how likely each of two players is to win the match).
- Guessing hands: `inference` (what fits, and what explains what the others have done).
- Looking ahead: from guessed hands and fast rounds (`rollout`) to the search of `hard`.
- Explaining: `reasons` (why something is advised, beside the next best).
- Playing against each other: `tournament` (one match, from a seed; and many, on all cores).
"""
