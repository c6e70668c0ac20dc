"""Playing on this computer."""
