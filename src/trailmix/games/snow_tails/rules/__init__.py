"""The rules of Snow Tails: kernels over the records of `state`.

`turns` says what may be done and does it, by `moving` (the move), `cards` (hands, decks, dents) and `racing`
(rounds, finish, season). `scoring` has places and points, `checks` what is true of every state, and
`preview` all that a move can lead to. Rule IDs are those of ``docs/rules/snow_tails.md``.
"""

from trailmix.games.snow_tails.rules.cards import redeal
from trailmix.games.snow_tails.rules.checks import INVARIANTS, check
from trailmix.games.snow_tails.rules.scoring import rank, score
from trailmix.games.snow_tails.rules.turns import actor, apply, deal, legal

__all__ = ["INVARIANTS", "actor", "apply", "check", "deal", "legal", "rank", "redeal", "score"]
