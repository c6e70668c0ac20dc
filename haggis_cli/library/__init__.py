"""What `haggis_cli` offers to other programs: rounds to play as values, cards to judge, computer players.

Begin with `docs/library.md`, which shows how to use it. Then read `dealing` (`deal`, computer players, environments),
`state` (a round at one moment) and `legal_events` (what may happen next), `judging` (arguments of the wrong type,
variants and their tables, reading and judging cards, lists of plays), `reports` (a recorded match by name).
`environment` and `aec` offer rounds to learning programs. This package uses names, and cards as people write them;
`rules` uses seats and packed cards.
"""
