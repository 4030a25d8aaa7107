"""What a position is worth: points, and in a round that goes on the cards still to be got rid of."""

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_cards.state import State, Table

EVALUATION = ("points", "hand")
POINTS, HAND = range(2)
LEFT = 0.7  # what a card in hand costs: it may be left over


@rule
def evaluate(t: Table, s: State, out: Array) -> None:
    """The totals of each seat, less what its hand may cost."""
    for seat in range(t.players):
        out[seat, POINTS] = s.totals[seat]
        out[seat, HAND] = -LEFT * s.hand_size[seat]


@rule
def horizon(t: Table, s: State) -> int:
    """A round: at its end everybody is dealt anew."""
    return int(s.round_no)
