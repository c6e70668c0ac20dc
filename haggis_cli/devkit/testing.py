"""For authors of variants: a test class for pytest, which they import from `haggis_cli`."""

from typing import ClassVar

from haggis_cli.devkit.conformance import check_variant
from haggis_cli.devkit.declaration import declaration_faults
from haggis_cli.plugins.registry import load
from haggis_cli.rules.variant import Variant


class VariantConformance:
    """The conformance tests of a variant, as `haggis variants check` makes them; subclass it in a pytest module.

    class TestMyVariant(VariantConformance):
        variant = MY_VARIANT

    variant: the variant to test; it must be installed.
    rounds: how many random rounds are played.
    """

    variant: ClassVar[Variant]
    rounds: ClassVar[int] = 100

    def test_the_declaration_is_coherent(self) -> None:
        """Fields, options, teams and goals fit together, and everything has a description."""
        assert list(declaration_faults(self.variant)) == []

    def test_random_rounds_come_out_right(self) -> None:
        """Cards are kept, totals add up, undo, files and unknown hands agree."""
        assert [str(fault) for fault in check_variant(self.variant, self.rounds)] == []

    def test_it_is_found_through_its_entry_point(self) -> None:
        """The installed package offers the variant under its id."""
        assert load(self.variant.id) == self.variant
