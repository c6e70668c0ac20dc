"""Computer players: from the state of a round to an event. Chance comes in as a value."""
