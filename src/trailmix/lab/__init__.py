"""The lab: many matches at once, for figures rather than for fun."""
