"""Events as the rules note them: one kernel for all, always called with the same types.

`engine.events.note` becomes part of the code of each rule that calls it; with as many events as Hike! has,
that takes long to compile. Rules hand constants on as ``int64(...)``, so that every call has the same types,
compiled or not.
"""

from trailmix.engine.events import note
from trailmix.engine.kernels import rule
from trailmix.games.hike_dogsled.state import State, int64

NO = int64(0)  # a number that an event does not have


@rule
def tell(s: State, kind: int, seat: int, a: int, b: int) -> None:
    """Note an event of up to two numbers."""
    note(s, kind, seat, a, b)


@rule
def tell_more(s: State, kind: int, seat: int, a: int, b: int, c: int, d: int, e: int) -> None:
    """Note an event of up to five."""
    note(s, kind, seat, a, b, c, d, e)
