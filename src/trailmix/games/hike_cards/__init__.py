"""Hike, the card game: one card on the next, down a trail of seven suits and ten surprises."""

from trailmix.engine.assembly import assemble

GAME = assemble(
    __name__,
    name="Hike",
    players=range(3, 9),  # HC-SETUP-1
    minutes=30,
    rules_version=1,
)
