"""The rules of Hike!: kernels over the records of `state`.

`setup` lays out the table, and `play` says what may be done, does it, and goes on until somebody has a
choice. Preparations are in `preparations`, with `actions` and `loose_cards`; the race is in `race` and
`race_days`, where pawns go as `movement` says. `cards`, `sleds` and `track` are what all of them handle.
`redeal` imagines what a seat cannot see, `checks` says what is true of every state. Rule IDs are those of
``docs/rules/hike_dogsled.md``.
"""

from trailmix.games.hike_dogsled.rules.checks import check
from trailmix.games.hike_dogsled.rules.invariants import INVARIANTS
from trailmix.games.hike_dogsled.rules.play import actor, apply, legal
from trailmix.games.hike_dogsled.rules.redeal import redeal
from trailmix.games.hike_dogsled.rules.scoring import nobody_won, rank, score
from trailmix.games.hike_dogsled.rules.setup import deal

__all__ = ["INVARIANTS", "actor", "apply", "check", "deal", "legal", "nobody_won", "rank", "redeal", "score"]
