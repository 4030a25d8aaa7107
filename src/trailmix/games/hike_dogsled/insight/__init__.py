"""What a good player of Hike! looks at, and two players who do.

`values` search a race day exactly (`day_search`), and draft what brings the fewest days to the finish
(`forecast`), minding that a sled has to be complete in time. `rollout` looks at points alone. `exact`
searches the whole race (`race_search`). All read the player's own hand and what is public, nothing else.
"""

from trailmix.games.hike_dogsled.insight.purpose import exact, settled, values
from trailmix.games.hike_dogsled.insight.rollout import rollout
from trailmix.games.hike_dogsled.insight.worth import EVALUATION, evaluate, horizon

__all__ = ["EVALUATION", "evaluate", "exact", "horizon", "rollout", "settled", "values"]
