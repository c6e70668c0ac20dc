"""Variants, our own and those of other packages: how they are found, loaded and kept from doing harm.

Begin with `registry`: it reads which packages offer a variant, without running their code, and `load` gives the variant
of an id, and says what is wrong with one that cannot be used. `isolation` runs third-party code so that its mistakes,
its output and its delays reach nothing else. `catalogue` is the list for `haggis variants`; it loads each plugin in a
process of its own.
"""
