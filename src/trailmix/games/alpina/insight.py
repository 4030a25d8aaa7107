"""What a good player of Alpina looks at: what a condition will be worth when the grid is full.

`prospect` is the expected number of points of a card on the unfinished grid. `values` look one turn ahead
with it, `rollout` makes a quick choice with it. Both read their own hand and what is public, nothing else.
"""

from typing import Any

import numpy as np

from trailmix.engine.bits import size
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below
from trailmix.games.alpina import state
from trailmix.games.alpina.rules import actor, lay, legal
from trailmix.games.alpina.scoring import IN_AREA, beside, linked
from trailmix.games.alpina.state import CARD, CARDS, CELLS, FRAME, NO_HIKER, NONE, SPAN, TURNS, State, Table

EVALUATION = ("standing", "supply")
STANDING, SUPPLY = range(2)
RING = FRAME + 3  # bits to a row for the frame with a border, and a column that is always empty
KINDS = 6  # three animals, three landscapes
LATER = 0.3  # how readily a card left without a hiker is still claimed, against a card yet to come
GROWTH = 1.6  # how many more cards a new link brings along
PATIENCE = 4.4  # points that a hiker should bring while there are turns to spare ...
GREED = 3.0  # ... and how much more when nearly all of them are
TO_COME = 5.5  # points that a hiker in supply will bring
GLANCES = 4  # how many cards and cells a rollout compares


# --- what is still to come ------------------------------------------------------------------------------


@rule
def look_ahead(t: Table, s: State, chance: Array, share: Array) -> float:
    """How likely each empty cell is to be in the finished frame, the share of each kind among the cards not
    yet laid, and, returned, how many of the cards to come will carry a hiker.
    """  # noqa: D205 - three results, one sentence
    line_chances(s.top, s.bottom, chance[0])
    line_chances(s.left, s.right, chance[1])
    share[:] = 0.0
    for card in range(CARDS):
        for kind in range(KINDS):
            share[kind] += t.face[card] >> kind & 1
    laid, free = 0, 0
    for row in range(s.top, s.bottom + 1):
        for col in range(s.left, s.right + 1):
            if s.grid[row, col] != NONE:
                laid += 1
                free += s.hikers[row, col] == NONE
                for kind in range(KINDS):
                    share[kind] -= t.face[s.grid[row, col]] >> kind & 1
    share /= CARDS - laid
    hikers = 0
    for seat in range(t.players):
        hikers += min(int(s.supply[seat]), turns_left(t, s, seat))
    places = FRAME * FRAME - laid + LATER * free
    return min(1.0, hikers / places) if places > 0 else 0.0


@rule
def line_chances(low: int, high: int, out: Array) -> None:
    """How likely each row (or column) is in use at the end: the frame may still float to either side."""
    spare = FRAME - 1 - (high - low)
    for line in range(SPAN):
        away = max(low - line, line - high, 0)
        out[line] = max(0.0, (spare + 1 - away) / (spare + 1))


@rule
def turns_left(t: Table, s: State, seat: int) -> int:
    """Hiker steps that a seat still has before it, the present one included."""
    return (TURNS - s.turn - seat + t.players - 1) // t.players if s.turn <= TURNS else 0


# --- what a card will be worth --------------------------------------------------------------------------


@rule
def prospect(
    t: Table, s: State, card: int, row: int, col: int, chance: Array, share: Array, claimed: float
) -> float:
    """The points that a hiker on this card, lying or to be laid there, can expect at the end."""
    if t.area[card] == state.CONNECTED:
        number = links_expected(t, s, card, row, col, chance, share)
    elif t.kinds[card]:
        number = kinds_expected(t, s, card, row, col, chance, share)
    else:
        number = things_expected(t, s, card, row, col, chance, share, claimed)
    if t.own[card] and t.face[card] & t.target[card]:
        number += 1.0
    return float(t.guaranteed[card] + t.per[card] * number)


@rule
def share_of(t: Table, card: int, share: Array) -> float:
    """How many of the cards to come show what this card looks for."""
    target = t.target[card]
    if target == state.ANY_ANIMAL | state.ANY_LAND:
        return 1.0
    found = 0.0
    for kind in range(KINDS):
        if target >> kind & 1:
            found += share[kind]
    return found


@rule
def things_expected(
    t: Table, s: State, card: int, row: int, col: int, chance: Array, share: Array, claimed: float
) -> float:
    """Cards or hikers counted now, and those to be hoped for."""
    area, hikers = t.area[card], t.on_hikers[card]
    coming = share_of(t, card, share) * (claimed if hikers else 1.0)
    number = 0.0
    for i in range(max(0, row - FRAME + 1), min(SPAN, row + FRAME)):
        if chance[0, i] == 0.0:
            continue
        for j in range(max(0, col - FRAME + 1), min(SPAN, col + FRAME)):
            if not IN_AREA[area, i - row + FRAME - 1, j - col + FRAME - 1]:
                continue
            other = s.grid[i, j]
            if other == NONE:
                number += chance[0, i] * chance[1, j] * coming
            elif t.face[other] & t.target[card]:
                number += 1.0 if not hikers or s.hikers[i, j] != NONE else claimed * LATER
    return number


@rule
def kinds_expected(t: Table, s: State, card: int, row: int, col: int, chance: Array, share: Array) -> float:
    """Different kinds seen now, and the chance of each of the others to turn up."""
    area, number = t.area[card], 0.0
    for kind in range(KINDS):
        if not t.target[card] >> kind & 1:
            continue
        missing = 1.0
        for i in range(max(0, row - FRAME + 1), min(SPAN, row + FRAME)):
            for j in range(max(0, col - FRAME + 1), min(SPAN, col + FRAME)):
                if not IN_AREA[area, i - row + FRAME - 1, j - col + FRAME - 1]:
                    continue
                other = s.grid[i, j]
                if other == NONE:
                    missing *= 1.0 - chance[0, i] * chance[1, j] * share[kind]
                elif t.face[other] >> kind & 1:
                    missing = 0.0
        number += 1.0 - missing
    return number


@rule
def links_expected(t: Table, s: State, card: int, row: int, col: int, chance: Array, share: Array) -> float:
    """Cards linked now, and the open cells beside them on which the chain may go on."""
    top, left = s.top - 1, s.left - 1  # the frame and the cells around it, as bits
    alike, empty = 0, 0
    for i in range(max(0, top), min(SPAN, s.bottom + 2)):
        for j in range(max(0, left), min(SPAN, s.right + 2)):
            bit = 1 << ((i - top) * RING + j - left)
            if s.grid[i, j] == NONE:
                empty |= bit
            elif t.face[s.grid[i, j]] & t.target[card]:
                alike |= bit
    here = 1 << ((row - top) * RING + col - left)
    chain = linked(here, alike & ~here, RING)
    open_ends = beside(chain | here, RING) & empty & ~here
    hope = share_of(t, card, share) * GROWTH
    number = float(size(chain))
    for cell in range(RING * (FRAME + 2)):
        if open_ends >> cell & 1:
            number += chance[0, top + cell // RING] * chance[1, left + cell % RING] * hope
    return number


# --- policies -------------------------------------------------------------------------------------------


@rule
def threshold(t: Table, s: State, seat: int) -> float:
    """What a hiker should bring to be placed now: nothing special once every turn left needs one."""
    turns, hikers = turns_left(t, s, seat), int(s.supply[seat])
    if hikers >= turns:
        return 0.0
    return PATIENCE + GREED * (turns - hikers) / TURNS * t.players


@rule
def outlook(t: Table, s: State, seat: int, chance: Array, share: Array, claimed: float) -> float:
    """The points that a seat can expect from the hikers standing, less those of the others on average."""
    value = 0.0
    for row in range(s.top, s.bottom + 1):
        for col in range(s.left, s.right + 1):
            owner = s.hikers[row, col]
            if owner != NONE:
                earned = prospect(t, s, int(s.grid[row, col]), row, col, chance, share, claimed)
                value += earned if owner == seat else -earned / (t.players - 1)
    return value


@rule
def best_claim(
    t: Table, s: State, actions: Array, n: int, chance: Array, share: Array, claimed: float
) -> Any:
    """The action with the best prospect for a hiker among the first n, and what it promises."""
    best, most = NO_HIKER, 0.0
    for action in actions[:n]:
        if action != NO_HIKER:
            row, col = action % CELLS // SPAN, action % SPAN
            promise = prospect(t, s, int(s.grid[row, col]), row, col, chance, share, claimed)
            if promise > most:
                best, most = action, promise
    return best, most


@rule
def values(t: Table, s: State, mind: Any, actions: Array, number: int, out: Array) -> None:
    """What each action is worth to a purposeful player who looks one turn ahead, in points."""
    chance, share = np.empty((2, SPAN)), np.empty(KINDS)
    if s.decision == CARD:
        card_values(t, s, actions, number, chance, share, out)
    else:
        hiker_values(t, s, actions, number, chance, share, out)


@rule
def card_values(
    t: Table, s: State, actions: Array, number: int, chance: Array, share: Array, out: Array
) -> None:
    """Try every card on every cell, followed by the best hiker."""
    seat, spots = actor(t, s), np.empty(6, np.int64)
    least = threshold(t, s, seat)
    top, bottom, left, right = s.top, s.bottom, s.left, s.right
    for n in range(number):
        card, row, col = actions[n] // CELLS, actions[n] % CELLS // SPAN, actions[n] % SPAN
        lay(s, card, row, col)
        s.decision, s.laid_row, s.laid_col = state.HIKER, row, col
        claimed = look_ahead(t, s, chance, share)
        _, claim = best_claim(t, s, spots, legal(t, s, spots), chance, share, claimed)
        out[n] = outlook(t, s, seat, chance, share, claimed) + max(0.0, claim - least)
        # Taken back before the next try: the state leaves this function as it came.
        s.grid[row, col] = NONE
        s.top, s.bottom, s.left, s.right = top, bottom, left, right
        s.decision, s.laid_row, s.laid_col = CARD, NONE, NONE


@rule
def hiker_values(
    t: Table, s: State, actions: Array, number: int, chance: Array, share: Array, out: Array
) -> None:
    """What each hiker gains, its effect on the others included; waiting is worth what one should bring."""
    seat = actor(t, s)
    claimed = look_ahead(t, s, chance, share)
    before, least = outlook(t, s, seat, chance, share, claimed), threshold(t, s, seat)
    for n in range(number):
        if actions[n] == NO_HIKER:
            out[n] = least
            continue
        row, col = actions[n] % CELLS // SPAN, actions[n] % SPAN
        s.hikers[row, col] = seat
        out[n] = outlook(t, s, seat, chance, share, claimed) - before
        s.hikers[row, col] = NONE


@rule
def evaluate(t: Table, s: State, out: Array) -> None:
    """The points to be expected of the hikers that stand, and of those that will still be placed."""
    chance, share = np.empty((2, SPAN)), np.empty(KINDS)
    claimed = look_ahead(t, s, chance, share)
    for seat in range(t.players):
        out[seat, SUPPLY] = TO_COME * min(int(s.supply[seat]), turns_left(t, s, seat))
    for row in range(s.top, s.bottom + 1):
        for col in range(s.left, s.right + 1):
            owner = s.hikers[row, col]
            if owner != NONE:
                earned = prospect(t, s, int(s.grid[row, col]), row, col, chance, share, claimed)
                out[owner, STANDING] += earned


@rule
def rollout(t: Table, s: State, mind: Any) -> int:
    """A fast, sensible action: the most promising of a few cards and cells, a hiker where it pays."""
    actions = np.empty(state.MAX_LEGAL, np.int64)
    n = legal(t, s, actions)
    chance, share = np.empty((2, SPAN)), np.empty(KINDS)
    claimed = look_ahead(t, s, chance, share)
    seat = actor(t, s)
    if s.decision == state.HIKER:
        best, most = best_claim(t, s, actions, n, chance, share, claimed)
        return best if most > threshold(t, s, seat) else NO_HIKER
    if s.supply[seat] == 0:
        return int(actions[below(mind, n)])
    best, most = NO_HIKER, -1.0
    for _ in range(GLANCES):
        action = actions[below(mind, n)]
        row, col = action % CELLS // SPAN, action % SPAN
        promise = prospect(t, s, action // CELLS, row, col, chance, share, claimed)
        if promise > most:
            best, most = action, promise
    return int(best)
