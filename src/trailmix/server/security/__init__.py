"""Who may do what, and how much of it: addresses, bans, limits, tokens, and what people may write."""
