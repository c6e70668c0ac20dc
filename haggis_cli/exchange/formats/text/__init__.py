"""A match as plain text that comes back as it was: `transcript` writes it, `transcript_reader` reads it."""
