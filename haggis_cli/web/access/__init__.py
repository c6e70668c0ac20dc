"""Who may do what: the keys that let a browser in, the hosts it may call, tokens of forms, limits of requests."""
