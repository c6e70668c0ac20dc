"""For authors of variants: whether a variant is coherent, a project to begin with, and a test class for pytest.

testing.py      the test class `VariantConformance`; begin here
conformance.py  random matches of a variant, each checked in every way; `haggis variants check` runs it
declaration.py  whether the fields of a variant fit together
hook_checks.py  whether its functions answer what they are asked
scaffold.py     a new project with a variant in it
"""
