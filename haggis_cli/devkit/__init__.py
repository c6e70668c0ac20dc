"""For authors of variants: whether a variant is coherent, a project to begin with, and a test class for pytest.

testing.py      the test class `VariantConformance`; begin here
conformance.py  random matches of a variant, each checked in every way; `haggis variants check` runs it
shape_checks.py, field_checks.py, betting_checks.py  whether each field holds what it should
declaration.py  whether the fields of a variant fit together
hook_checks.py, watched_rules.py  whether its functions answer what they are asked, and change nothing
patient_players.py  rounds in which bombs are played late
scaffold.py     a new project with a variant in it
"""
