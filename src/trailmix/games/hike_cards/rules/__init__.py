"""The rules of Hike: kernels over the records of `state`.

`play` says what may be done, does it, and goes on until somebody has to decide. What cards do is in
`specialties`, how they move in `cards`, what the plays of a round have led to in `plays`. A round begins and
ends in `rounds`, its points are counted in `scoring`. `redeal` imagines what a seat cannot see, `checks` says
what is true of every state. Rule IDs are those of ``docs/rules/hike_cards.md``.
"""

from trailmix.games.hike_cards.rules.checks import INVARIANTS, check
from trailmix.games.hike_cards.rules.play import actor, apply, deal, legal
from trailmix.games.hike_cards.rules.redeal import redeal
from trailmix.games.hike_cards.rules.scoring import rank, score

__all__ = ["INVARIANTS", "actor", "apply", "check", "deal", "legal", "rank", "redeal", "score"]
