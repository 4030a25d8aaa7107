"""What is special about positions of Alpina.

.. code-block:: toml

    grid = ["C06*:A N01:B N07", "C13:A  .     ."]   # * the start card, :A a hiker of A, . nothing
    decision = "card"                               # or "hiker" (then `laid` says where), or "over"
    pile = "F03 F04 ..."                            # top first; ... is the rest, shuffled
    [hands]
    A = "N02 N03 N04 N05 N06 N08"                   # a seat left out, or "?", is dealt from the rest

Whose turn it is and how many hikers are left follow from the grid. Only the grid must be given.
"""

import re
from typing import Any

import numpy as np

from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.plane import are_connected
from trailmix.engine.record import Array
from trailmix.engine.words import letter
from trailmix.engine.written import SEAT, Form, List, ListOf, Named, Pattern
from trailmix.games.alpina import rules, state
from trailmix.games.alpina.notation import cell_name
from trailmix.games.alpina.state import CHAMOIS, FRAME, HIKER, MID, NONE, OVER, SPAN, TURNS, State

ENTRY = re.compile(r"(?P<card>[A-Za-z0-9]+)(?P<start>\*?)(:(?P<hiker>[A-Z]))?", re.ASCII)
PARTS: dict[str, Form] = {
    "grid": ListOf(Pattern(r"[^\n]*", "C06*:A N01 .")),
    "laid": Pattern(r"(-?\d),(-?\d)", "1,-2"),
    "to_move": SEAT,
}


def tell(setup: Setup, s: State) -> dict[str, Any]:
    """The grid and whose move it is; a hidden hand and pile are left out."""
    sizes = enumerate(s.hand_size[: setup.players])
    return {
        "grid": _grid_lines(setup, s),
        "laid": cell_name(int(s.laid_row), int(s.laid_col)) if s.decision == HIKER else None,
        "to_move": None if s.decision == OVER else s.turn % setup.players,
        "hands": {seat: s.hand[seat, :size] for seat, size in sizes if s.hand[seat, 0] != NONE},
        "pile": s.pile[: s.pile_size][::-1] if s.pile[0] != NONE else None,
    }


def _grid_lines(setup: Setup, s: State) -> list[str]:
    def entry(row: int, col: int) -> str:
        if s.grid[row, col] == NONE:
            return "."
        start = "*" if (row, col) == (MID, MID) else ""
        hiker = "" if s.hikers[row, col] == NONE else f":{letter(s.hikers[row, col])}"
        return f"{setup.data.cards[s.grid[row, col]].id}{start}{hiker}"

    rows, cols = range(s.top, s.bottom + 1), range(s.left, s.right + 1)
    table = [[entry(row, col) for col in cols] for row in rows]
    width = max(len(cell) for line in table for cell in line)
    return [" ".join(cell.ljust(width) for cell in line).rstrip() for line in table]


def clear(setup: Setup, states: Array, key: Array) -> None:
    """An empty table."""
    rules.clear(setup.table[0], states[0], key)


def complete(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """The grid decides nearly everything."""
    if not said.get("grid"):
        raise BadPosition('A position of Alpina needs a grid: a list of rows like "C06*:A N01 .".')
    _lay_grid(setup, s, [line[0].split() for line in said["grid"]])
    _decide(setup, s, said)
    _check_hikers(setup, s)
    _deal(setup, s, said)


def _lay_grid(setup: Setup, s: State, rows: list[list[str]]) -> None:
    """Cards and hikers on their cells (AL-SETUP-2, AL-GRID-1, AL-PLAY-4)."""
    found = {}
    for i, line in enumerate(rows):
        for j, entry in enumerate(line):
            if entry != "." and (match := ENTRY.fullmatch(entry)):
                found[i, j] = match
            elif entry != ".":
                raise BadPosition(f"In the grid, '{entry[:20]}' is not a card like N07, C06* or C06*:A.")
    starts = [at for at, match in found.items() if match["start"]]
    if len(starts) != 1:
        raise BadPosition(f"The grid marks {len(starts)} start cards with *; there is exactly one.")
    for (i, j), match in found.items():
        row, col = i - starts[0][0] + MID, j - starts[0][1] + MID
        if not (0 <= row < SPAN and 0 <= col < SPAN):
            raise BadPosition("The grid is more than 5 rows high or 5 columns wide.")
        _lay(setup, s, match, row, col)
    if s.bottom - s.top >= FRAME or s.right - s.left >= FRAME:
        raise BadPosition("The grid is more than 5 rows high or 5 columns wide.")
    if not setup.table[0].face[s.grid[MID, MID]] & CHAMOIS:
        raise BadPosition("The start card is not a chamois.")
    if not are_connected(_cells(s), (MID, MID)):
        raise BadPosition("The cards of the grid do not hang together edge to edge.")


def _lay(setup: Setup, s: State, match: re.Match[str], row: int, col: int) -> None:
    card = Named("card").read(setup, match["card"], "grid")
    if card in s.grid:
        raise BadPosition(f"The card {match['card']} lies in the grid twice.")
    rules.lay(s, card, row, col)
    if match["hiker"]:
        seat = SEAT.read(setup, match["hiker"], "grid")
        s.hikers[row, col] = seat
        s.supply[seat] -= 1


def _cells(s: State) -> set[tuple[int, int]]:
    return {(int(row), int(col)) for row, col in np.argwhere(s.grid != NONE)}


def _decide(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """Whose decision it is, and which (AL-TURN-3, AL-TURN-5, AL-END-1)."""
    laid = len(_cells(s))
    if "decision" not in said and ("laid" in said or laid == TURNS + 1):
        s.decision = HIKER if "laid" in said else OVER
    s.turn = laid - 1 - (s.decision == HIKER)
    if (s.decision == OVER) != (s.turn == TURNS):
        decision = state.DECISION_IDS[s.decision]
        raise BadPosition(f"With {laid} cards in the grid the decision cannot be '{decision}'.")
    if ("laid" in said) != (s.decision == HIKER):
        raise BadPosition("'laid' says where the card lies whose hiker is decided, and is for that alone.")
    if s.decision == HIKER:
        _mark_laid(s, said["laid"])
    mover = None if s.decision == OVER else s.turn % setup.players
    if said.get("to_move", mover) != mover:
        who = "nobody" if mover is None else letter(mover)
        raise BadPosition(f"With {laid} cards in the grid it is {who} to move.")


def _mark_laid(s: State, said: re.Match[str]) -> None:
    """Where the card lies that was laid in this turn."""
    row, col = int(said[1]) + MID, int(said[2]) + MID
    if (row, col) not in _cells(s) - {(MID, MID)}:
        raise BadPosition(f"laid = '{said[0]}' is not the cell of a card that can have been laid just now.")
    if not are_connected(_cells(s) - {(row, col)}, (MID, MID)) or not rules.touches(s, row, col):
        raise BadPosition(f"The card on {said[0]} cannot be the last one laid: others hang on it.")
    if s.hikers[row, col] != NONE:
        raise BadPosition(f"The card on {said[0]} has just been laid and cannot carry a hiker yet.")
    s.laid_row, s.laid_col = row, col


def _check_hikers(setup: Setup, s: State) -> None:
    """Nobody has placed more hikers than turns played or hikers given (AL-HIKER-1, AL-HIKER-4)."""
    each = int(setup.table[0].hikers_each)
    for seat in range(setup.players):
        placed = each - int(s.supply[seat])
        turns = (int(s.turn) - seat + setup.players - 1) // setup.players
        if placed > each:
            raise BadPosition(f"{letter(seat)} has {placed} hikers in the grid and only {each} in all.")
        if placed > turns:
            raise BadPosition(f"{letter(seat)} has {placed} hikers in the grid after only {turns} turns.")


def _deal(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """Hands and pile: what is said stands, the rest is shuffled and dealt."""
    hands = said.setdefault("hands", {})
    pile_size = len(setup.data.cards) - len(_cells(s))
    for seat in range(setup.players):
        size = rules.cards_held(setup.table[0], s, seat)
        pile_size -= size
        if hands.get(seat, List([None])).cards == [None]:
            hands[seat] = List([None] * size)
        if len(hands[seat].cards) != size or hands[seat].rest:
            raise BadPosition(f"{letter(seat)} holds {len(hands[seat].cards)} cards; it must be {size}.")
    pile = said.setdefault("pile", List([], rest=True))
    if len(pile.cards) > pile_size or (not pile.rest and len(pile.cards) < pile_size):
        raise BadPosition(f"The pile has {len(pile.cards)} cards; it must be {pile_size}.")
