"""A round at one moment, the events that change it, and `judge`: the one place that says what may happen now."""
