"""Why one action is better than another, in a sentence: from the part of the evaluation that differs most.

A game names the parts of its evaluation (`EVALUATION`), and its catalogue has two sentences for each:
``hint.PART`` for what the seat itself gains, and ``hint.PART.others`` for what the others lose by it. The gap
``{than}`` is filled with what the action is compared with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from trailmix.engine.record import Array
from trailmix.engine.words import Message

SMALL = 0.05
"""A difference that is not worth a sentence."""
EXACT = 10
"""From here on, tenths of a difference are not worth telling."""


class Rival(NamedTuple):
    """What the best action is compared with: its name, and what is said if both are about as good."""

    name: Message
    close: Message


NEXT_BEST = Rival(Message("hint.next_best"), Message("hint.close"))
PLAYED = Rival(Message("hint.played"), Message("hint.close_to_played"))


def keys(evaluation: Sequence[str]) -> Iterator[str]:
    """The sentences that a game with such an evaluation needs."""
    for part in evaluation:
        yield from (f"hint.{part}", f"hint.{part}.others")


def why_better(
    evaluation: Sequence[str], seat: int, best: Array, other: Array, rival: Rival = NEXT_BEST
) -> Message:
    """Why the position behind the best action is better than that behind another one.

    Positions are given as `evaluate` writes them: a row for each seat, a column for each part.
    """
    gained = best[seat] - other[seat]
    rivals = [row for row in range(len(best)) if row != seat]
    spared = other[rivals].mean(axis=0) - best[rivals].mean(axis=0)
    own, theirs = int(gained.argmax()), int(spared.argmax())
    if max(gained[own], spared[theirs]) < SMALL:
        return rival.close
    if gained[own] >= spared[theirs]:
        values = {"difference": _amount(gained[own]), "than": rival.name}
        return Message(f"hint.{evaluation[own]}", values)
    values = {"difference": _amount(spared[theirs]), "than": rival.name}
    return Message(f"hint.{evaluation[theirs]}.others", values)


def _amount(difference: float) -> str:
    """As exactly as somebody would say it."""
    return f"{difference:.1f}" if round(difference, 1) < EXACT else f"{difference:.0f}"
