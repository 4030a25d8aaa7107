"""Whom a table waits for: its clock, and its bots."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, cast

from trailmix.server.tables.visible import VisibleTable

if TYPE_CHECKING:
    from trailmix.server.tables.table import Table


class WaitingTable(VisibleTable):
    """The part of a table that waits for whoever is to move."""

    _asleep: bool
    _closed: bool
    _alarm: asyncio.TimerHandle | None
    _knows: bool
    """Was whoever is to move told of it? At a table that has just been opened that may have been long ago."""
    _leaving: asyncio.TimerHandle | None
    """Whoever is to move has lost their connection, and may be back in a moment."""

    def _await_mover(self, at_once: bool = False, since: float | None = None) -> None:
        """Start the clock of whoever is to move, or set a bot thinking: among bots alone, always at once.

        The clock goes on if it runs for them already, so that handing a chair over and back gains no time.
        """
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        actor = self.match.actor if self.match is not None else None
        mover = self.mover = None if actor is None else self.chair_of(actor)
        if mover is None or (self._asleep and since is None):
            self.clock.start(None)
            return
        seat = self.seat_of(mover)
        self.clock.start(seat, since)
        if self._asleep:
            self._is_out_of_time(mover)
            return
        if self.bot_of(mover) is not None:
            alone = all(self.bot_of(n) is not None for n in range(self.stored.players))
            self._let_bot_play(0.0 if at_once or alone else None)
            return
        self._set_alarm(mover)

    def _tell_mover(self, before: int | None) -> None:
        """Whoever is to move now and was not before hears of it, also if they are not here."""
        if self.mover is not None and self.mover != before:
            self._knows = False
            self._tell_if_away(self.mover)

    def _tell_if_away(self, chair: int) -> None:
        """Tell a chair that is to move and not here, once in each turn."""
        if self._knows or chair != self.mover or self.bot_of(chair) is not None or self.present(chair):
            return
        self._knows = True
        self.tables.tell_turn(cast("Table", self), chair)

    def see_off(self, chair: int) -> None:
        """The last connection of a chair has ended, or was found dead: it may not have heard of its turn."""
        self.gone_since[chair] = time.monotonic()
        if chair == self.mover and not self._closed:  # else everybody comes back to it as it is opened anew
            self._stop_leaving()
            seconds = self.tables.config.gone_seconds
            self._leaving = asyncio.get_running_loop().call_later(seconds, self._tell_if_away, chair)

    def _stop_leaving(self) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
            self._leaving = None

    def _let_bot_play(self, pause: float | None) -> None:
        self.tables.let_bot_play(cast("Table", self), pause)

    def _set_alarm(self, mover: int) -> None:
        left = None if self._is_out_of_time(mover) else self.clock.left(self.seat_of(mover))
        if left is not None:
            self._alarm = asyncio.get_running_loop().call_later(left, self._look_at_clock, mover)

    def _is_out_of_time(self, chair: int) -> bool:
        """Has the chair to move used up its time? Nobody is expelled: others are offered `stand_in`."""
        left = self.clock.left(self.seat_of(chair))
        if left is None or left > 0 or self.bot_of(chair) is not None:
            return False
        self.timed_out.add(chair)
        return True

    def _let_bot_go_on(self) -> None:
        """After acting in secret a bot goes on at once: pauses would tell how often it acts."""
        if self.waits_for_bot:
            self._let_bot_play(0.0)

    def _look_at_clock(self, chair: int) -> None:
        """By now the time of a chair should be up."""
        self._set_alarm(chair)
        self.tell_people()

    def bot_of(self, chair: int) -> str | None:
        """The level of the bot that plays on a chair, as its own or standing in."""
        held = self.people.chairs[chair]
        return held.level if held.kind == "bot" else held.stand_in

    @property
    def waits_for_bot(self) -> bool:
        """Is a bot about to move?"""
        return self.mover is not None and self.bot_of(self.mover) is not None

    def people_changed_hands(self) -> None:
        """A bot took a chair or gave it back: somebody else may be to move now."""
        if self.match is not None:
            self._await_mover()
