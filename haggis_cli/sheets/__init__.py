"""The scoresheet as a value, and its renderings: nothing here asks the rules again or touches the disk."""
