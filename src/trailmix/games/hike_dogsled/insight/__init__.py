"""What a good player of Hike! looks at, and two players who do.

`greedy` searches its race day exactly (`day_search`), and drafts what brings the fewest days to the finish
(`forecast`), minding that its sled has to be complete in time. `rollout` goes by points alone. Both read
their own hand and what is public, nothing else.
"""

from trailmix.games.hike_dogsled.insight.greedy import greedy
from trailmix.games.hike_dogsled.insight.rollout import rollout

__all__ = ["greedy", "rollout"]
