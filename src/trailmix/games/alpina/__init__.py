"""Alpina: a grid of 25 alpine cards, laid together, and hikers who score by what lies around them."""

from trailmix.engine.assembly import assemble

GAME = assemble(
    __name__,
    name="Alpina",
    players=range(2, 5),
    minutes=20,
    rules_version=1,
    first_player_drawn=True,  # AL-SETUP-7
)
