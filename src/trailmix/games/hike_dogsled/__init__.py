"""Hike!, the dog-sled game: draft a team of huskies, then race it day by day."""

from trailmix.engine.assembly import assemble

GAME = assemble(
    __name__,
    name="Hike!",
    players=range(2, 7),
    minutes=45,
    rules_version=2,
    first_player_drawn=True,  # HD-RUL-1
)
