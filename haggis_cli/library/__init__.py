"""What a program gets that imports `haggis_cli`: rounds to play as values, cards to judge, computer players.

Begin with `docs/library.md`, which shows how it is used. Then: `dealing` (`deal`, computer players, environments),
`state` (a round at one moment) and `legal_events` (what may happen next), `judging` (variants and their
tables, reading and judging cards, lists of plays), `reports` (a recorded match by name). `arguments` refuses what is of
a wrong kind. `environment` and `aec` have rounds for learning programs. Here are names, and cards as people write them;
seats and packed cards stay in `rules`.
"""
