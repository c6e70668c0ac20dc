"""The rules of Haggis, pure: values and functions without files, clock, chance or printing.

Where to look: `cards` and `deck` (what is played with), `readings` (what a handful of cards can mean), `moves`
(every legal play), `events` and `round` (what happens at the table), `judge` (may it happen?), `betting`, `auction`,
`capture`, `scoring`, `standing` (what it is worth and what comes next), `variant` and `table` (which rules are in
force).
"""
