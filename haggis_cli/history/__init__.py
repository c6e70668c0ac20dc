"""The history: figures of every match, kept in an index that is always made anew from the match files if need be."""
