"""What a good player of Hike looks at. It reads the player's own hand and what is public, nothing else.

* *Coverage*: how many tops the rest of the hand can answer with suits; a specialty card answers any top once,
  so it is kept as insurance. `rollout` goes by this alone.
* *Squeezing*: how likely the next player has no answer. `greedy` weighs it against coverage.
* *The longest chain*, once nobody else is ACTIVE: `chain`.
"""

from trailmix.games.hike_cards.insight.greedy import greedy
from trailmix.games.hike_cards.insight.rollout import rollout

__all__ = ["greedy", "rollout"]
