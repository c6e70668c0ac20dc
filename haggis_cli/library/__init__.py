"""What a program gets that imports `haggis_cli`: rounds to play as values, cards to judge, computer players.

Begin with `docs/library.md`, which shows how it is used. Then: `dealing` (`deal`), `state` (a round at one moment),
`events` and `legal_events` (what may happen next), `questions` (reading and judging cards), `plays` (lists of plays),
`computer_player`, `tables` (variants, names and options); `environment` has rounds for learning programs. Here are
names, and cards as people write them; seats and packed cards stay in `rules`.
"""
