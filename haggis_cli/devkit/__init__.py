"""For authors of variants: whether a variant is coherent, a test class for pytest, and a project to begin with.

Begin with `conformance`: `check_variant` says everything that is wrong with a variant, and `VariantConformance` is the
same as a test class. `declaration` checks what is declared before anything is played, `field_checks` what is in each
field. `scaffold` writes a new project with a variant in it.
"""
