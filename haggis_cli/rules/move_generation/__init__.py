"""Every legal play from a hand. Begin with `moves.legal_plays`."""
