"""What clients and the server say to each other about the analysis of a match."""

from __future__ import annotations

from typing import Literal

from trailmix.server.messages.base import Id, Name, Seq, Struct


class WinShares(Struct, frozen=True, kw_only=True):
    """The win probability of every seat: if the best is played, and after what was played."""

    before: list[float]
    after: list[float]


class Alternative(Struct, frozen=True, kw_only=True):
    """What could have been played, and how likely the seat wins by it, as far as it could know."""

    action: str
    win: float


class Judgement(Struct, frozen=True, kw_only=True):
    """What one decision was worth."""

    step: int  # the entry of the log that it is in: several decisions may be in one
    seat: int
    played: str
    best: str  # the same as `played` if nothing better was found
    loss: float  # the win probability that the seat has thrown away, as far as it could know
    grade: Literal["slip", "mistake", "blunder"] | None
    knew: WinShares  # from what the seat knew
    open: WinShares  # with all cards open
    alternatives: list[Alternative]  # the best first
    reason: str | None  # why the best is better, in a sentence


class Moment(Struct, frozen=True, kw_only=True):
    """A turn that has decided the match."""

    decision: int  # the weightiest of the turn, by its index
    mover: int  # the seat whose chances with all cards open it moved most
    before: float  # its chances before the turn
    after: float  # and after it


class MatchAnalysis(Struct, frozen=True, kw_only=True):
    """A finished match, decision by decision."""

    bot: str  # who has judged
    seats: list[str]  # the names, in turn order
    decisions: list[Judgement]
    moments: list[Moment]  # in the order in which they came
    deciding: Moment | None  # the one that moved most the way the match ended


class Retry(Struct, frozen=True, kw_only=True):
    """Play on from the position before a decision: its seat is mine, bots of one level have the others."""

    step: Seq
    name: Name | None = None
    level: Id | None = None
