"""Alpina's part of a position document.

.. code-block:: toml

    grid = ["C06*:A N01:B N07", "C13:A  .     ."]   # * the start card, :A a hiker of A, . nothing
    decision = "card"                               # or "hiker" (then `laid` says where), or "over"
    pile = "F03 F04 ..."                            # top first; ... is the rest, shuffled
    [hands]
    A = "N02 N03 N04 N05 N06 N08"                   # a seat left out, or "?", is dealt from the rest

Whose turn it is and how many hikers are left follow from the grid. Only the grid must be given.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from trailmix.engine.errors import BadPosition
from trailmix.engine.game import Setup
from trailmix.engine.record import Array
from trailmix.engine.rng import seed, shuffle
from trailmix.engine.words import letter
from trailmix.games.alpina.notation import cell_name
from trailmix.games.alpina.rules import check, clear, lay, touches
from trailmix.games.alpina.state import (
    CHAMOIS,
    FRAME,
    HAND,
    HIKER,
    MID,
    NONE,
    OVER,
    SPAN,
    TURNS,
    State,
)

DECISIONS = ("card", "hiker", "over")
ENTRY = re.compile(r"(?P<card>[A-Za-z0-9]+)(?P<start>\*?)(:(?P<hiker>[A-Z]))?", re.ASCII)
FIELDS = {"grid", "decision", "laid", "to_move", "pile", "hands"}


# --- writing --------------------------------------------------------------------------------------------


def write(setup: Setup, states: Array) -> dict[str, Any]:
    """The position as plain values; hands and pile that are hidden in the state are left out."""
    s = states[0]
    said: dict[str, Any] = {"decision": DECISIONS[s.decision]}
    if s.decision != OVER:
        said["to_move"] = letter(s.turn % setup.players)
    if s.decision == HIKER:
        said["laid"] = cell_name(int(s.laid_row), int(s.laid_col))
    said["grid"] = _grid_lines(setup, s)
    if s.pile_size and s.pile[0] != NONE:
        said["pile"] = _ids(setup, s.pile[: s.pile_size][::-1])
    hands = {letter(seat): _ids(setup, s.hand[seat]) for seat in range(setup.players)}
    said["hands"] = {seat: cards for seat, cards in hands.items() if cards}
    return said


def _ids(setup: Setup, cards: Array) -> str:
    return " ".join(setup.data.cards[card].id for card in cards if card != NONE)


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


# --- reading --------------------------------------------------------------------------------------------


def read(setup: Setup, states: Array, said: dict[str, Any], key: Array) -> None:
    """Fill a state from a document; BadPosition says what is impossible about it."""
    unknown = said.keys() - FIELDS
    if unknown:
        raise BadPosition(f"A position of Alpina has no field '{min(unknown)}'.")
    t, s = setup.table[0], states[0]
    seed(s, key)
    clear(t, s)
    _read_grid(setup, s, said.get("grid"))
    _read_decision(setup, s, said)
    _check_hikers(setup, s)
    _read_hidden(setup, s, said)
    broken = check(t, s)
    if broken:
        raise BadPosition(f"This position cannot be: {setup.game.invariants[broken]}")


def _read_grid(setup: Setup, s: State, lines: Any) -> None:
    """Cards and hikers on their cells (AL-SETUP-2, AL-GRID-1, AL-PLAY-4)."""
    if not isinstance(lines, list) or not lines or not all(isinstance(line, str) for line in lines):
        raise BadPosition('A position of Alpina needs a grid: a list of rows like "C06*:A N01 .".')
    rows = [line.split() for line in lines]
    cells = {(i, j): entry for i, row in enumerate(rows) for j, entry in enumerate(row) if entry != "."}
    found = {}
    for at, entry in cells.items():
        match = ENTRY.fullmatch(entry)
        if match is None:
            raise BadPosition(f"In the grid, '{entry[:20]}' is not a card like N07, C06* or C06*:A.")
        found[at] = match
    starts = [at for at, match in found.items() if match["start"]]
    if len(starts) != 1:
        raise BadPosition(f"The grid marks {len(starts)} start cards with *; there is exactly one.")
    for (i, j), match in found.items():
        row, col = i - starts[0][0] + MID, j - starts[0][1] + MID
        if not (0 <= row < SPAN and 0 <= col < SPAN):
            raise BadPosition("The grid is more than 5 rows high or 5 columns wide.")
        _put(setup, s, match, row, col)
    if s.bottom - s.top >= FRAME or s.right - s.left >= FRAME:
        raise BadPosition("The grid is more than 5 rows high or 5 columns wide.")
    if not setup.table[0].face[s.grid[MID, MID]] & CHAMOIS:
        raise BadPosition("The start card is not a chamois.")
    if not _connected(s, {(int(i), int(j)) for i, j in np.argwhere(s.grid != NONE)}):
        raise BadPosition("The cards of the grid do not hang together edge to edge.")


def _put(setup: Setup, s: State, match: re.Match[str], row: int, col: int) -> None:
    card = _card(setup, match["card"])
    if card in s.grid:
        raise BadPosition(f"The card {match['card']} lies in the grid twice.")
    lay(s, card, row, col)
    if match["hiker"]:
        seat = ord(match["hiker"]) - ord("A")
        if seat >= setup.players:
            raise BadPosition(f"There is no seat {match['hiker']} with {setup.players} players.")
        s.hikers[row, col] = seat
        s.supply[seat] -= 1


def _connected(s: State, cells: set[tuple[int, int]]) -> bool:
    reached, edge = set(), [(MID, MID)]
    while edge:
        row, col = edge.pop()
        if (row, col) in cells and (row, col) not in reached:
            reached.add((row, col))
            edge += [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return reached == cells


def _read_decision(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """Whose decision it is, and which (AL-TURN-3, AL-TURN-5, AL-END-1)."""
    laid = int((s.grid != NONE).sum())
    usual = "hiker" if "laid" in said else "over" if laid == TURNS + 1 else "card"
    decision = said.get("decision", usual)
    if decision not in DECISIONS:
        raise BadPosition(
            f"The decision is {', '.join(DECISIONS[:-1])} or {DECISIONS[-1]}, not {decision!r}."
        )
    s.decision = DECISIONS.index(decision)
    s.turn = laid - 1 - (s.decision == HIKER)
    if (s.decision == OVER) != (s.turn == TURNS):
        raise BadPosition(f"With {laid} cards in the grid the decision cannot be '{decision}'.")
    if ("laid" in said) != (s.decision == HIKER):
        raise BadPosition("'laid' says where the card lies whose hiker is decided, and is for that alone.")
    if s.decision == HIKER:
        _read_laid(s, said["laid"])
    mover = None if s.decision == OVER else letter(s.turn % setup.players)
    if said.get("to_move", mover) != mover:
        raise BadPosition(f"With {laid} cards in the grid it is {mover or 'nobody'} to move.")


def _read_laid(s: State, said: Any) -> None:
    found = re.fullmatch(r"(-?\d),(-?\d)", said, re.ASCII) if isinstance(said, str) else None
    row, col = (int(found[1]) + MID, int(found[2]) + MID) if found else (NONE, NONE)
    if not (0 <= row < SPAN and 0 <= col < SPAN) or s.grid[row, col] == NONE or (row, col) == (MID, MID):
        raise BadPosition(f"laid = {said!r} is not the cell of a card that can have been laid just now.")
    others = {(int(i), int(j)) for i, j in np.argwhere(s.grid != NONE)} - {(row, col)}
    if not _connected(s, others) or not touches(s, row, col):
        raise BadPosition(f"The card on {said} cannot be the last one laid: others hang on it.")
    if s.hikers[row, col] != NONE:
        raise BadPosition(f"The card on {said} has just been laid and cannot carry a hiker yet.")
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


def _read_hidden(setup: Setup, s: State, said: dict[str, Any]) -> None:
    """Hands and pile: what is said stands, the rest is shuffled and dealt."""
    hands = said.get("hands", {})
    if not isinstance(hands, dict) or not all(isinstance(cards, str) for cards in hands.values()):
        raise BadPosition('Hands are written like A = "N02 N03 N04 N05 N06 N08".')
    for name in hands.keys() - {letter(seat) for seat in range(setup.players)}:
        raise BadPosition(f"There is no seat {name} with {setup.players} players.")
    known: list[int] = [int(card) for card in s.grid.flat if card != NONE]
    sizes = [HAND - (s.decision == HIKER and seat == s.turn % setup.players) for seat in range(setup.players)]
    held: dict[int, list[int]] = {}
    for seat, size in enumerate(sizes):
        text = hands.get(letter(seat), "?")
        if text.strip() != "?":
            held[seat] = _cards(setup, text, known)
            if len(held[seat]) != size:
                raise BadPosition(f"{letter(seat)} holds {len(held[seat])} cards; it must be {size}.")
    pile_size = len(setup.data.cards) - int((s.grid != NONE).sum()) - sum(sizes)
    top, full = _read_pile(setup, said.get("pile", "..."), known, pile_size)
    rest = np.array([card for card in range(len(setup.data.cards)) if card not in known], np.int8)
    shuffle(s, rest, len(rest))
    for seat, size in enumerate(sizes):
        if seat not in held:
            held[seat], rest = [int(card) for card in rest[:size]], rest[size:]
        s.hand[seat, :size] = sorted(held[seat])
        s.hand_size[seat] = size
    pile = top if full else top + [int(card) for card in rest]
    s.pile[:pile_size] = pile[::-1]
    s.pile_size = pile_size


def _read_pile(setup: Setup, said: Any, known: list[int], size: int) -> tuple[list[int], bool]:
    """The cards named, top first, and whether they are all of the pile."""
    if not isinstance(said, str):
        raise BadPosition(
            'The pile is written top first, like "F03 F04 F05", or "F03 ..." for a shuffled rest.'
        )
    full = not said.rstrip().endswith("...")
    top = _cards(setup, said.rstrip().removesuffix("..."), known)
    if len(top) > size or (full and len(top) < size):
        raise BadPosition(f"The pile has {len(top)} cards; it must be {size}.")
    return top, full


def _cards(setup: Setup, text: str, known: list[int]) -> list[int]:
    """The cards of a list of IDs; each joins the known ones, and may not be known already."""
    cards = []
    for card_id in text.split():
        card = _card(setup, card_id)
        if card in known:
            raise BadPosition(f"The card {card_id} is in two places.")
        known.append(card)
        cards.append(card)
    return cards


def _card(setup: Setup, card_id: str) -> int:
    card = setup.data.numbers.get(card_id)
    if card is None:
        raise BadPosition(f"There is no card {card_id[:20]} in this deck.")
    return int(card)
