"""The verbs for callers in Python: the same kernels, taking arrays of one record.

Handing one-element arrays to a compiled function costs about a tenth of what record scalars cost (1.6 against
14.7 microseconds in one measurement). So everything outside a kernel calls these.
"""

from __future__ import annotations

from trailmix.engine import verbs
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array, lay_over
from trailmix.engine.view_json import write


@rule
def deal(tables: Array, states: Array, key: Array) -> None:
    """Set up a match from a key."""
    verbs.deal(tables[0], states[0], key)


@rule
def legal(tables: Array, states: Array, out: Array) -> int:
    """Write the legal actions into `out`, return how many."""
    return verbs.legal(tables[0], states[0], out)  # type: ignore[no-any-return]


@rule
def allows(tables: Array, states: Array, out: Array, action: int) -> bool:
    """Is an action among the legal ones? `out` has room for them."""
    found = False
    for n in range(verbs.legal(tables[0], states[0], out)):
        found |= out[n] == action
    return found


@rule
def apply(tables: Array, states: Array, action: int) -> int:
    """Play an action that is known to be legal; whose decision it is then, -1 when the match is over."""
    verbs.apply(tables[0], states[0], action)
    return verbs.actor(tables[0], states[0])  # type: ignore[no-any-return]


@rule
def actor(tables: Array, states: Array) -> int:
    """Whose decision it is, -1 when the match is over."""
    return verbs.actor(tables[0], states[0])  # type: ignore[no-any-return]


@rule
def score(tables: Array, states: Array, out: Array) -> None:
    """Write the points of each seat."""
    verbs.score(tables[0], states[0], out)


@rule
def rank(tables: Array, states: Array, out: Array) -> bool:
    """Write the place of each seat; return whether the first place is a victory."""
    verbs.rank(tables[0], states[0], out)
    return not verbs.nobody_won(tables[0], states[0])


@rule
def redeal(tables: Array, states: Array, seat: int, key: Array) -> int:
    """Resample what a seat cannot know; returns how many deals were tried, 0 if none of them fitted."""
    return verbs.redeal(tables[0], states[0], seat, key)  # type: ignore[no-any-return]


@rule
def values(tables: Array, states: Array, minds: Array, actions: Array, out: Array) -> int:
    """Write the legal actions and what each seems worth; return how many there are."""
    number = verbs.legal(tables[0], states[0], actions)
    verbs.values(tables[0], states[0], minds[0], actions, number, out)
    return number  # type: ignore[no-any-return]


@rule
def evaluate(tables: Array, states: Array, out: Array) -> None:
    """Write what a position without secrets is worth to each seat, in parts."""
    out[:] = 0.0
    verbs.evaluate(tables[0], states[0], out)


@rule
def horizon(tables: Array, states: Array) -> int:
    """In which part of the match a position is."""
    return verbs.horizon(tables[0], states[0])  # type: ignore[no-any-return]


@rule
def settled(tables: Array, states: Array) -> bool:
    """Does the game know the best action?"""
    return verbs.settled(tables[0], states[0])  # type: ignore[no-any-return]


@rule
def exact(tables: Array, states: Array, minds: Array, actions: Array, out: Array) -> int:
    """`values`, exact ones where the game knows them."""
    if not verbs.settled(tables[0], states[0]):
        return values(tables, states, minds, actions, out)
    number = verbs.legal(tables[0], states[0], actions)
    verbs.exact(tables[0], states[0], minds[0], actions, number, out)
    return number  # type: ignore[no-any-return]


@rule
def check(tables: Array, states: Array) -> int:
    """0, or the number of the invariant that the state breaks."""
    return verbs.check(tables[0], states[0])  # type: ignore[no-any-return]


@rule
def show(
    tables: Array,
    states: Array,
    truth: Array,
    covered: Array,
    cover: Array,
    redacted: Array,
    seen: Array,
    view: Array,
    view_words: Array,
    own: Array,
    own_words: Array,
    rows: Array,
    own_row: int,
    text: Array,
    names: Array,
    cuts: Array,
    first: Array,
    actions: Array,
    out: Array,
    ends: Array,
) -> int:
    """All that is shown of a state, in one call: calling a kernel costs more than its work.

    `truth` and `redacted` are the bytes of `states` and of `seen`, which has a row for onlookers and one for
    each seat; `view_words` and `own_words` are the numbers of `view` and `own`. Writes what everyone sees and
    what each seat sees besides into `out`, one after the other; where each ends into `ends`; and the legal
    actions. Returns how many of these there are, or what is wrong (`view_json.FULL` and below).
    """
    lay_over(truth, covered, cover, redacted)
    verbs.look(tables[0], seen[0, 0], view[0])
    at = write(rows, 0, text, names, cuts, first, view_words, out, 0)
    ends[0] = at
    for seat in range(len(seen) - 1):
        if at < 0:
            return at
        verbs.look_own(tables[0], seen[seat + 1, 0], seat, own[0])
        at = write(rows, own_row, text, names, cuts, first, own_words, out, at)
        ends[seat + 1] = at
    return at if at < 0 else verbs.legal(tables[0], states[0], actions)
