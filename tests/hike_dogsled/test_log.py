"""The log of a table: a secret pick or move is nobody else's business before the match is over."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from hike_dogsled.helpers import play, prep, race
from hike_dogsled.test_loose import turned_up
from trailmix.engine.events import Event
from trailmix.engine.match import Match
from trailmix.server.messages.protocol import Happening
from trailmix.server.storage.store import Entry
from trailmix.server.tables.visible import Reader, VisibleTable


def told(match: Match, action: str, events: list[Event], chair: int | None, status: str = "playing") -> Any:
    """The entry of an action as a chair is told it; chairs are seats here."""

    def happening(event: Event, _: str) -> Happening:
        return Happening(kind=event.kind, seat=event.seat, values=event.values, text=match.say(event.message))

    people = SimpleNamespace(status=status, first=0)
    table = SimpleNamespace(
        people=people,
        undone=set(),
        _happening=happening,
        seat_of=lambda chair: chair,
        number=lambda _chairs, seq: seq,
    )
    seat, words = action.split(" ", 1)
    entry = Entry(
        seq=1, kind="move", seat="ABCDEF".index(seat), actions=(words,), events=tuple(events), at=0.0
    )
    return VisibleTable.told(cast(VisibleTable, table), entry, Reader.holding(chair, "en"))


@pytest.mark.rule("HD-INFO-2", "HD-RUL-42", "HD-RUL-52")
def test_a_secret_pick_is_in_its_owners_log_only() -> None:
    match, _ = turned_up(
        "X3 H20 H21",
        A={"hand": "H40 H42", "sled": "T1=H48"},
        B={"hand": "H41 H43"},
        C={"sled": "T1=H46 T2=H45"},
    )
    events = play(match, "B pick H41")
    assert told(match, "B pick H41", events, 1).actions == ["pick H41"]
    for other in (0, 2, None):
        entry = told(match, "B pick H41", events, other)
        assert entry.actions == []
        assert not any("H41" in happened.text or "H41" in str(happened.values) for happened in entry.events)
        assert told(match, "B pick H41", events, other, status="over").actions == ["pick H41"]


@pytest.mark.rule("HD-VAR-1", "HD-RUL-40")
def test_a_move_of_a_secret_day_is_in_its_owners_log_only() -> None:
    snow = "S S S S / S S S S"
    match = race(" ".join(["S"] * 20), A=snow, B=snow, options={"simultaneous": True})
    for action in ("A use T1", "A end"):
        events = play(match, action)
        assert told(match, action, events, 0).actions == [action[2:]]
        for other in (1, None):
            assert told(match, action, events, other).actions == []
            assert told(match, action, events, other).events == []


def test_other_actions_are_in_everybodys_log() -> None:
    match = prep(A={"hand": "H40"})
    events = play(match, "A place H40 T1")
    for chair in (0, 1, None):
        assert told(match, "A place H40 T1", events, chair).actions == ["place H40 T1"]
