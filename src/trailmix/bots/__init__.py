"""Bots: players that see only what their seat may see. Every module here that has bots is named below."""

from trailmix.bots.bot import Bot, Budget, NoOptions, Seated, Stop, find, make, names, register
from trailmix.bots.quick import Greedy, Quick, Random, Rollout

USUAL = Greedy.name
"""Who plays where nobody said which bot."""

__all__ = [
    "USUAL",
    "Bot",
    "Budget",
    "Greedy",
    "NoOptions",
    "Quick",
    "Random",
    "Rollout",
    "Seated",
    "Stop",
    "find",
    "make",
    "names",
    "register",
]
