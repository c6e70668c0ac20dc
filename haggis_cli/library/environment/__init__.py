"""Rounds of Haggis for learning programs: an environment as PettingZoo has them (AEC), for every variant.

Begin with `docs/environment.md`, then `making` (`haggis_cli.env`) and `aec` (the environment). `actions` numbers what a
player may do, `turns` takes a player's decision apart into such numbers, `observations` is what a player sees, as
numbers. Only `aec`, `actions`, `observations` import NumPy, Gymnasium or PettingZoo: the extra `env`.
"""
