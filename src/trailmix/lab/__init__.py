"""The lab: many matches at once, for figures instead of for fun."""
