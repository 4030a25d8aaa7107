"""Snow Tails: dog sleds race over straights and corners, steered by cards on two dogs and a brake."""

from trailmix.engine.assembly import assemble

GAME = assemble(__name__, name="Snow Tails", players=range(2, 6), minutes=45, rules_version=2)
