"""The rules of Haggis: values and pure functions, without files, clock, chance or printing.

Begin with `variant` (the one value that says which rules are in force) and `round` (a round at one moment, and the
round after an event). `judge` is the only home of legality. `api` is what a variant may import.

- What is played with: `cards`, `deck`, `readings` (kinds of combination), `recognition` (what cards can mean).
- What happens: `events`, `trick`, `play_reading` (what a play counts as), `explanations`, `move_generation/`.
- What a variant chooses from: `betting/`, `capture`, `card_values`, `standing`, `goal`, typed against `views`.
- The match: `table` (who plays), `round`, `judge`, `replay`, `scoring`, `typed_rounds`, `description`.

A file imports only files that stand below it: `cards`, `readings`, `events`, `trick` and `views` know no variant.
"""
