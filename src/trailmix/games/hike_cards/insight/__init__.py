"""What a good player of Hike looks at. It reads the player's own hand and what is public, nothing else.

* *Coverage*: how many tops the rest of the hand can answer with suits; a specialty card answers any top once,
  so it is kept as insurance. `rollout` goes by this alone.
* *Squeezing*: how likely the next player has no answer. `values` weigh it against coverage (`weights`).
* *The longest chain*, once nobody else is ACTIVE: `chain`.
"""

from trailmix.games.hike_cards.insight.purpose import settled, values
from trailmix.games.hike_cards.insight.rollout import rollout
from trailmix.games.hike_cards.insight.weights import WEIGHTS
from trailmix.games.hike_cards.insight.worth import EVALUATION, evaluate, horizon

__all__ = ["EVALUATION", "WEIGHTS", "evaluate", "horizon", "rollout", "settled", "values"]
