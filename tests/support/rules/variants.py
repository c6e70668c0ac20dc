"""Every rulebook variant by its id, as the rules' own tests use them."""

from haggis_variants.classic import CLASSIC
from haggis_variants.neeps import NEEPS
from haggis_variants.revised import REVISED
from haggis_variants.rogers_neeps import ROGERS_NEEPS
from haggis_variants.tatties import TATTIES
from haggis_variants.taylor import TAYLOR
from haggis_variants.three_player import THREE_PLAYER
from haggis_variants.two_player import TWO_PLAYER

VARIANTS = {
    variant.id: variant
    for variant in (TWO_PLAYER, THREE_PLAYER, TATTIES, NEEPS, ROGERS_NEEPS, CLASSIC, REVISED, TAYLOR)
}

__all__ = [
    "CLASSIC",
    "NEEPS",
    "REVISED",
    "ROGERS_NEEPS",
    "TATTIES",
    "TAYLOR",
    "THREE_PLAYER",
    "TWO_PLAYER",
    "VARIANTS",
]
