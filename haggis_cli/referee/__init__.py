"""The referee: a match and its variant make a report.

Begin with `adjudication`, which goes through the rounds of a match once, and `report`, the values it gives: rounds
with their scores, violations, warnings, and what is due, also where other rules than today's were in force.
`sentences` is the one home of what is said about them, `changes` of what a correction changes, `report_json` of their
JSON. `seating` makes the table that a match is played at, and has the errors for events that are not accepted there.
`disputes` answers what people quarrel about besides cards.
"""
