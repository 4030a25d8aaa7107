"""Levels: bots for people, from a first match to an opponent who thinks. The same five names in every game.

They differ by what they know and by how long they think, and none of them sees more than its seat may. The
weak ones know what greedy knows but often take something that is worth less, and the less it costs, the more
often: mistakes as people make them, not blunders at random.
"""

from __future__ import annotations

import math
from typing import ClassVar

import msgspec
import numpy as np

from trailmix.bots.bot import Bot, Budget, Stop, register
from trailmix.bots.quick import Greedy
from trailmix.bots.search import Search
from trailmix.engine import border
from trailmix.engine.game import Setup
from trailmix.engine.kernels import JIT
from trailmix.engine.record import Array
from trailmix.engine.rng import below

FINE = 1 << 30
"""Chances are drawn as whole numbers below this."""


class Whims(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How readily a bot takes what is worth less: a difference of one `whim` makes it e times less likely."""

    whim: float = 1.0


@register
class Whimsical(Bot):
    """Plays what seems worth most to greedy most often, and everything else now and then."""

    name, options_type = "whimsical", Whims

    def choose(self, setup: Setup, seen: Array, mind: Array, stop: Stop) -> int:
        """An action by lot, each as likely as its value says."""
        actions, out = np.zeros(setup.game.max_legal, np.int64), np.zeros(setup.game.max_legal)
        number = border.values(setup.table, seen, mind, actions, out)
        best = float(out[:number].max())
        chances = [math.exp((value - best) / self.options.whim) for value in out[:number].tolist()]
        drawn = below(mind[0], FINE) / FINE * sum(chances)
        for action, chance in zip(actions[:number].tolist(), chances, strict=True):
            drawn -= chance
            if drawn < 0:
                return int(action)
        return int(actions[number - 1])


class Level(Bot):
    """A bot for people to choose: another bot, told how to play each game."""

    def thinker(self, setup: Setup) -> Bot:
        """The bot that plays this game on the level."""
        raise NotImplementedError

    def choose(self, setup: Setup, seen: Array, mind: Array, stop: Stop) -> int:
        """As its thinker does."""
        return self.thinker(setup).choose(setup, seen, mind, stop)


class WhimsicalLevel(Level):
    """A level that makes mistakes; the game's ``bots.toml`` says how many."""

    usual_whim: ClassVar[float]

    def thinker(self, setup: Setup) -> Bot:
        """It knows what greedy knows."""
        return Whimsical(Whims(setup.game.tuning.whims.get(self.name, self.usual_whim)))


class SearchingLevel(Level):
    """A level that thinks; the game's ``bots.toml`` may say how much, and a budget can only shorten that."""

    usual_simulations: ClassVar[int]

    def thinker(self, setup: Setup) -> Search:
        """A search, as long as the rules are compiled."""
        given = self.budget or Budget()
        own = setup.game.tuning.simulations.get(self.name, self.usual_simulations)
        return Search(None, Budget(min(own, given.simulations or own), given.seconds))

    @property
    def stands_in(self) -> str | None:
        """While nothing is compiled, the best level that does not search."""
        return None if JIT else TrailDog.name


@register
class FirstMatch(WhimsicalLevel):
    """Has heard the rules, and sees what is good about half of the time."""

    name, usual_whim = "first_match", 3.0


@register
class Pup(WhimsicalLevel):
    """Knows what is good, and takes the second best often enough."""

    name, usual_whim = "pup", 0.8


@register
class TrailDog(Level):
    """Plays what looks best one turn ahead."""

    name = "trail_dog"

    def thinker(self, setup: Setup) -> Bot:
        """Greedy."""
        return Greedy()


@register
class LeadDog(SearchingLevel):
    """Thinks a little."""

    name, usual_simulations = "lead_dog", 200


@register
class Musher(SearchingLevel):
    """Thinks as long as it may."""

    name, usual_simulations = "musher", 5000


LEVELS = tuple(level.name for level in (FirstMatch, Pup, TrailDog, LeadDog, Musher))
USUAL = TrailDog.name
"""The bot that plays where nobody has chosen one."""


def stand_ins() -> dict[str, str]:
    """The levels that others stand in for at the moment, and who stands in."""
    found = {level.name: level().stands_in for level in (LeadDog, Musher)}
    return {name: other for name, other in found.items() if other is not None}
