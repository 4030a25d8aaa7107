"""Hints: the best action, what else there is, what each is worth, and why."""

from __future__ import annotations

from dataclasses import dataclass

from trailmix.bots.bot import Budget, Stop
from trailmix.bots.search import Search, ranked
from trailmix.engine import border
from trailmix.engine.game import Setup
from trailmix.engine.kernels import JIT
from trailmix.engine.reasons import why_better
from trailmix.engine.record import Array
from trailmix.engine.words import Message

FEW = 4
"""How many actions are told, the best included."""


@dataclass(frozen=True)
class Option:
    """An action, and what is known about it."""

    action: int
    value: float
    """As greedy sees it, in a unit of the game's own."""
    win: float | None
    """How likely it wins, if that was searched."""


@dataclass(frozen=True)
class Advice:
    """What to play: the best option comes first."""

    options: tuple[Option, ...]
    why: Message


def advise(setup: Setup, seen: Array, mind: Array, stop: Stop, budget: Budget | None = None) -> Advice:
    """A hint for the seat to decide, from what it knows.

    Where a search would find nothing new, or takes too long because nothing is compiled, values decide.
    """
    if border.settled(setup.table, seen) or not JIT:
        return _by_value(setup, seen, mind)
    found = Search(None, budget).compare(setup, seen, mind, stop)
    options = tuple(Option(one.action, one.value, one.win) for one in found[:FEW])
    if len(found) == 1:
        return Advice(options, Message("hint.only"))
    seat = border.actor(setup.table, seen)
    return Advice(options, why_better(setup.game.evaluation, seat, found[0].parts, found[1].parts))


def _by_value(setup: Setup, seen: Array, mind: Array) -> Advice:
    actions, values = ranked(setup, seen, mind, FEW)
    options = tuple(
        Option(action, value, None) for action, value in zip(actions.tolist(), values.tolist(), strict=True)
    )
    if len(options) == 1:
        return Advice(options, Message("hint.only"))
    is_exact = border.settled(setup.table, seen)
    return Advice(options, Message("hint.exact" if is_exact else "hint.one_turn"))
