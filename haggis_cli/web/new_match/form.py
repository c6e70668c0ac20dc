"""The form of a new match as a page shows it: its fields, what they hold, and what is wrong with it."""

from dataclasses import dataclass, field

from haggis_cli.rules.variant import Option, Variant

BY_LOT = "lot"
OWN_GOAL = "own"
GOAL_UNITS = ("points", "rounds", "round_wins")
"""What a goal of one's own may count, the usual first."""


@dataclass
class NewMatchForm:
    """What a form of a new match shows."""

    variant: Variant
    """What is played."""
    number: int
    """How many play."""
    values: dict[str, str] = field(default_factory=dict)
    """What was filled in, by field; a field that is not named has its usual value."""
    refusals: dict[str, str] = field(default_factory=dict)
    """What is wrong, by field; under the empty name what concerns no field."""

    @property
    def options(self) -> list[Option]:
        """The house rules that so many players can choose."""
        return [each for each in self.variant.options if not each.players or self.number in each.players]

    @property
    def has_changed_options(self) -> bool:
        """Whether a house rule is chosen that is not the usual one."""
        fields = [f"option-{place}" for place in range(len(self.options))]
        return any(self.value(name) != self._usual(name) for name in fields)

    def value(self, name: str) -> str:
        """What a field holds."""
        return self.values.get(name, self._usual(name))

    def _usual(self, name: str) -> str:
        kind, _, place = name.partition("-")
        if kind == "goal":
            return "0" if not place else "points" if place == "unit" else ""
        if kind == "option":
            option = self.options[int(place)]
            return str(list(option.choices).index(option.default))
        if kind == "beginner":
            if self.variant.begins_by_lot:
                return BY_LOT
            return str(self.number if self.variant.has_dealer else 1)
        return ""
