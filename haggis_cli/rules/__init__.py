"""The rules of Haggis: values and pure functions, without files, clock, chance or printing.

Begin with `variant` (the one value that says which rules are in force) and `rounds/round` (a round at one moment, and
the round after an event). `rounds/judge` is the only home of legality. `api` is what a variant may import.

- What is played with: `cards`, `deck`, `table` (who plays).
- `combinations/`: what cards can be, and what a play counts as. `move_generation/`: every legal play.
- `rounds/`: events, tricks, the round, and whether an event may happen now.
- `betting/` and `scoring/`: what a variant chooses from, and what a round is worth.
- `breach` (a refusal with its clause), `phrases` and `description` (rules in words).

A file imports only files that stand below it: cards, readings, events, tricks and `rounds/views` know no variant.
"""
