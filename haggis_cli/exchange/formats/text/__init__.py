"""Plain text: the strict transcript, which comes back as it was, and whatever else people write."""
