"""Variants for three and four players as a stranger's package might bring them, under names of their own."""

from dataclasses import replace

from tests.rules import variants

THREE = replace(variants.THREE_PLAYER, id="pub-three")
TATTIES = replace(variants.TATTIES, id="pub-tatties")
NEEPS = replace(variants.NEEPS, id="pub-neeps")
CLASSIC = replace(variants.CLASSIC, id="pub-classic")
