"""A slow, naive referee of Haggis, written from the rulebooks alone, to check the real engine against."""
