"""Why a player does what it does, in sentences that follow from what its seat sees.

The words come from what the computer players weigh (`position`): how many plays the hand takes with and without the
cards, what nobody can beat, who is about to go out, what the trick is worth. Begin with `explanation`; `weighing` adds
what deals that fit say, solved as `analysis` does near the end, played out before.
"""
