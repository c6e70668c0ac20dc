"""The form of a new match: `form` is what its page shows, `reading` makes a request of it, `filling_in` the reverse."""
