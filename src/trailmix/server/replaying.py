"""A finished match once more, from its log: as a replay, and step by step with every hand open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from trailmix.engine.errors import Refused
from trailmix.engine.match import Match
from trailmix.server.protocol import View
from trailmix.server.refusals import damaged
from trailmix.server.shown import NOTHING, Reader
from trailmix.server.store import Entry
from trailmix.server.table import Table, play_again


def play_entry(match: Match, entry: Entry) -> None:
    """Play an entry of a log; No if the rules do not allow it, which means that the log is damaged."""
    try:
        play_again(match, entry)
    except Refused as error:
        raise damaged(error) from None


def open_steps(table: Table, entries: Iterable[Entry], language: str) -> Iterator[View]:
    """What everyone may know of a finished match, after each entry of its log."""
    match, everyone = table.deal(), Reader(None, tuple(range(table.stored.players)), language)
    for entry in entries:
        play_entry(match, entry)
        yield View(
            seq=entry.seq,
            seat=None,
            view=msgspec.Raw(match.public_json()),
            own=NOTHING,
            prompt=match.prompt(language),
            owns=[msgspec.Raw(match.own_json(seat)) for seat in range(match.players)],
            legal=[],
            log=[table.told(entry, everyone)],
            may_undo=False,
        )
