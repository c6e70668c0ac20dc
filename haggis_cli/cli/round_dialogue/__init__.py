"""What `haggis record` and `haggis play` share: lines that are typed in the middle of a round."""
