"""The rules of Haggis: values and pure functions, without files, clock, chance or printing.

Begin with `variant` (the one value that says which rules are in force, and the table it is played at) and `round` (a
round at one moment, and the round after an event). `judge` is the only home of legality. `api` is what a variant may
import.

- What is played with: `cards`; what cards can be played as: `readings`, in words `explanations`.
- What happens, and a refusal with its clause: `events`, `round`, `judge`.
- Every legal play: `moves`, joined from what `parts` of a hand can play.
- What a variant chooses from: `betting`, `bets` (the rare kinds) and `scoring`.
- A round that is typed in: `typed_rounds`; what a round is worth stands in `variant`.
- A variant in words: `description`.
"""
