"""Players and deals as match files write them: of three, and of four in two teams."""

THREE = '"Noah", "Jamie", "Isla"'

FOUR = '"Isla", "Jamie", "Rory", "Noah"'

GIVEN = "[rounds.deal.hands]\n" + "".join(
    f'{name} = "{hand}"\n'
    for name, hand in {
        "Isla": "2-10rg",
        "Jamie": "2-10rg",
        "Rory": "2-10by",
        "Noah": "2-10by",
    }.items()
)

DEALT = (
    '[rounds.deal]\nhaggis = "2r 3r 4r"\n[rounds.deal.hands]\n'
    'Noah = "5-10r 2-9g"\nJamie = "10g 2-10b 2-5y"\nIsla = "6-10y 2-10p"\n'
)
