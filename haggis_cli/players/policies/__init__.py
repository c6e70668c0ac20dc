"""The levels of computer players, a module for each.

Its function `decide` says what the player does whose turn it is, `decide_lead` whether a player who is out gives the
lead to the partner.
"""
