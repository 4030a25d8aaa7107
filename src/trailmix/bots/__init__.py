"""Bots: players that see only what their seat may see. Every module here that has bots is named below."""

from trailmix.bots.bot import Bot, Budget, NoOptions, Seated, Stop, find, make, names, register
from trailmix.bots.levels import LEVELS, USUAL, Whimsical, stand_ins
from trailmix.bots.quick import Greedy, Quick, Random, Rollout
from trailmix.bots.search import Candidate, Search

__all__ = [
    "LEVELS",
    "USUAL",
    "Bot",
    "Budget",
    "Candidate",
    "Greedy",
    "NoOptions",
    "Quick",
    "Random",
    "Rollout",
    "Search",
    "Seated",
    "Stop",
    "Whimsical",
    "find",
    "make",
    "names",
    "register",
    "stand_ins",
]
