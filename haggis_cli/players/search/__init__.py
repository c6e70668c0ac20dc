"""Looking ahead: hands are guessed, rounds are played out, and a tree remembers what did well."""
