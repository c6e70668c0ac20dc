"""A line typed at the table: what it means at this moment of a round, how it may go on, and what it would do."""
