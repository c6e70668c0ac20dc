"""Variants, our own and those of other packages: how they are found, loaded and kept from doing harm.

Begin with `registry`: `load` gives the variant of an id. `entry_points` reads which packages offer one, without running
their code; `declaration_faults` says what is wrong with a variant; `isolation` runs third-party code so that its
mistakes, its output and its delays reach nothing else; `catalogue` is the list for `haggis variants`, made in processes
of their own.
"""
