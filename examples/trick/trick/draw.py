"""The view on a terminal: the trick, the seats, the hand."""

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from trailmix.engine.game import Setup

from .view import View


def draw(_setup: Setup, view: View, names: Sequence[str]) -> Group:
    """The view as something that rich can print; `names` are the people by seat, if they have any."""
    letters = [seat.seat for seat in view.seats]
    seats = Table("", "seat", "plays", "cards", "tricks", box=None, header_style="bold")
    for n, seat in enumerate(view.seats):
        turn = (n - letters.index(view.leader)) % len(letters)
        card = view.trick[turn] if turn < len(view.trick) else "-"
        mark = f"{view.places[n]}." if view.places else ">" if seat.seat == view.to_move else ""
        called = f"{seat.seat} {names[n]}" if names else seat.seat
        seats.add_row(mark, called, card, str(seat.hand_size), str(seat.tricks))
    if view.own is None or not view.own.hand:
        return Group(seats)
    return Group(seats, Text(f"Your hand: {' '.join(view.own.hand)}", "bold"))
