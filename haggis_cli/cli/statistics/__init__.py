"""Statistics on the screen and in files."""
