"""Ways to bet. `base` says what each must answer; the others are those of the rulebooks."""
