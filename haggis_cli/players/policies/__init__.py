"""The levels of computer players, a module for each; its function `decide` says what the player does."""
