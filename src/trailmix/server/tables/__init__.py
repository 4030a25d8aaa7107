"""Tables in memory: the match, its people and bots, the clock, and what everyone may see."""
