"""BG Stats: play files written and read, and the link and QR code that put a play into the app."""
