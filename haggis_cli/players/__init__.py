"""Computer players: from the state of a round to an event. They see what their seat may see, and take chance as a value."""
