"""Big Paws: measured by the table that hosts a match, without effect on it (ledger, chapter 3.13).

Who holds it and since when is tested with the clock of a table, in tests/server/test_clocks.py.
"""

from __future__ import annotations

import random
import time

import pytest

from snow_tails.helpers import deal, play_on
from trailmix.games.snow_tails.state import State, Table


@pytest.mark.rule("ST-PAWS-2", "ST-PAWS-3")
def test_how_long_somebody_thinks_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same actions with clocks that leap ahead by an hour at every look give the same bytes."""
    swift = play_on(deal(3, 2), random.Random(2))
    hours = iter(range(0, 10**9, 3600))
    for name in ("time", "monotonic", "perf_counter"):
        monkeypatch.setattr(time, name, lambda: float(next(hours)))
    slow = play_on(deal(3, 2), random.Random(2))
    assert slow.states.tobytes() == swift.states.tobytes()
    assert slow.replay() == swift.replay()
    assert slow.position() == swift.position()


@pytest.mark.rule("ST-PAWS-3")
def test_no_record_knows_of_it() -> None:
    assert not [name for name in (*State.fields, *Table.fields) if "paws" in name or "time" in name]
