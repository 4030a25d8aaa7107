"""What the cards do, one function each: the effects that happen at once. `play` says whose turn is next."""

import numpy as np

from trailmix.engine.events import note, note_all
from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.engine.rng import shuffle_last
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.rules.cards import draw, gain, leave_if_empty, lose, planting, spread
from trailmix.games.hike_cards.state import NONE, State, Table


@inlined
def count_bird(s: State, seat: int) -> None:
    """A Bird is played; while The Worm is at large, the first one captures it (HC-WORM-3, HC-WORM-5)."""
    s.birds += 1
    if s.worm_by != NONE and s.worm_holder == NONE:
        s.worm_holder = seat
        note(s, state.CAPTURED, seat)


@inlined
def reverse(s: State, seat: int) -> None:
    """Lost, and every Trail after it (HC-LOST-1, HC-LOST-2)."""
    s.direction = -s.direction
    note(s, state.REVERSED, seat, s.direction)


@rule
def avalanche(t: Table, s: State, seat: int) -> None:
    """Every other ACTIVE seat draws 2, clockwise (HC-AVA-1, HC-AVA-2); Peaks draw from now on (HC-AVA-3)."""
    s.peaks_draw = 1
    for step in range(1, t.players):
        other = (seat + step) % t.players
        if s.hand_size[other] > 0:
            draw(s, other, 2)


@rule
def earthquake(t: Table, s: State, seat: int) -> None:
    """The hands of all ACTIVE seats are dealt out again, card by card, clockwise (HC-EQK-1, HC-EQK-2)."""
    pool, n = np.empty(state.CARDS, np.uint8), 0
    for other in range(t.players):
        n = spread(s.hand[other], pool, n)
    shuffle_last(s, pool, n, n)
    stack(s, pool, n)
    was_active = s.hand_size > 0
    left = s.hand_size.sum()
    known = n == left  # not so where one seat looks ahead: the hands of the others are hidden
    s.hand[:], s.held[:], s.hand_size[:] = 0, 0, 0
    while left > 0:
        seat = (seat + 1) % t.players
        if was_active[seat]:
            left -= 1
            if known:
                gain(s, seat, int(pool[left]))
            else:
                s.hand_size[seat] += 1
                s.held[seat] = state.ANYTHING
    if s.bugs_about != state.ANY_NUMBER:  # a Bug that somebody may have drawn may be anybody's now
        s.bugs_about += s.drawn_since.sum()
        s.drawn_since[:] = 0
    note_all(s, state.REDEALT, NONE, s.hand_size)


@rule
def stack(s: State, pool: Array, n: int) -> None:
    """Put those of n cards that a position has named on top, the first of them last."""
    for card in s.shaken:
        if card == NONE:
            break
        for at in range(n):
            if pool[at] == card:
                n -= 1
                pool[at], pool[n] = pool[n], pool[at]
                break
    s.shaken[:] = NONE


@rule
def poop(t: Table, s: State, seat: int) -> None:
    """Every ACTIVE seat lays out its Bugs (HC-POOP-1); whoever has nothing left leaves the round (HC-POOP-3).

    The next player is the first to leave, the actor the last (HC-POOP-9).
    """
    found = 0
    for other in range(t.players):
        bugs = int(s.hand[other, state.BUG])
        if bugs > 0:
            s.bugs[other] = bugs
            lose(s, other, state.BUG, bugs)
            found += bugs
    s.bugs_about = 0
    s.drawn_since[:] = 0
    if found > 0:
        note_all(s, state.LAID_OUT, NONE, s.bugs)
    # Whoever has laid out Bugs has been ACTIVE until now; the actor's turn to leave comes last.
    for step in range(1, t.players + 1):
        other = (seat + s.direction * step) % t.players
        if s.bugs[other] > 0 or other == seat:
            leave_if_empty(s, other)


@rule
def plant(s: State, seat: int, action: int) -> None:
    """Trees and The Wind go face up in front of a seat, which leaves if that was all (HC-SPR-1, HC-SPR-5)."""
    if action == state.NOTHING:
        note(s, state.PLANTED_NOTHING, seat)
        return
    trees, wind = planting(action)
    if trees > 0:
        lose(s, seat, state.TREE, trees)
        s.trees[seat] = trees
    if wind:
        lose(s, seat, state.WIND, 1)
        s.wind_planter = seat
    note(s, state.PLANTED, seat, trees, wind)
    leave_if_empty(s, seat)
