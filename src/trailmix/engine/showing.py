"""All that is shown of a position, as it is sent: what everyone sees, and what each seat sees besides."""

from __future__ import annotations

import numpy as np

from trailmix.engine import border
from trailmix.engine.game import Setup
from trailmix.engine.record import Array, Redacted
from trailmix.engine.view_json import FULL


def show(setup: Setup, states: Array, seen: Redacted, legal: Array) -> tuple[int, list[bytes]]:
    """Write the legal actions and return how many there are, and the JSON for everyone and for each seat."""
    ends = np.zeros(setup.players + 1, np.int64)
    number = _write(setup, states, seen, legal, ends)
    while number == FULL:
        setup.game.sheet.enlarge()
        number = _write(setup, states, seen, legal, ends)
    if number < FULL:
        field = setup.game.plan.field(number)
        raise RuntimeError(f"{setup.game.slug}: {field} holds a value that has no word, name or place.")
    cuts = ends.tolist()
    whole = setup.game.sheet.out[: cuts[-1]].tobytes()
    return number, [whole[begin:end] for begin, end in zip((0, *cuts), cuts, strict=False)]


def _write(setup: Setup, states: Array, seen: Redacted, legal: Array, ends: Array) -> int:
    plan, sheet, names = setup.game.plan, setup.game.sheet, setup.names
    return border.show(
        setup.table,
        states,
        seen.truth,
        *seen.covers(),
        seen.bytes,
        seen.records,
        sheet.view,
        sheet.view_words,
        sheet.own,
        sheet.own_words,
        plan.rows,
        plan.own_row,
        plan.text,
        names.text,
        names.cuts,
        names.first,
        legal,
        sheet.out,
        ends,
    )
