"""Computer players: from what a seat sees of a round to an event. Chance comes in as a value.

Begin with `levels` (the players by name), `view` (what a player may see) and `policies/` (what each level does).

- Thinking: `hand_plan` (how to shed a hand), `candidate_plays`, `table_context` (what is worked out once for a table).
- Deciding: `decisions` (everything but plays), `bidding`, `discards`.
- Guessing hands: `search/determinization` (what fits), `inference/` (what explains what the others have done).
- Looking ahead: `search/`, from guessed hands (`determinization`) and fast rounds (`rollout`) to the `tree`.
- Telling: `reasons/` (why a play is advised), `estimates` (about what a play brings, for reviews).
- Playing against each other: `matches` (one match, from a seed), `tournament` (many, on all cores).
"""
