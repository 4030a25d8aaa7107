"""The rules: dealing, what may be played, playing it, who wins. Rule IDs are those of ``rules.md``."""

from trailmix.engine import zones
from trailmix.engine.events import NO_SEAT, forget_events, note
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.zones import add_last, add_sorted, number_in, shuffled, take

from .state import CARDS, ENDED, MAX_PLAYERS, NONE, PLAYED, RANKS, WON, State, Table


@rule
def deal(t: Table, s: State, key: Array) -> None:
    """All cards are dealt (TR-DEAL-1); the first seat leads (TR-DEAL-2)."""
    zones.clear(s, key)
    s.hand_size[:] = 0
    s.leader = 0
    s.tricks[:] = 0
    deck = shuffled(s, CARDS)
    for n in range(CARDS):
        seat = n % t.players
        s.hand_size[seat] = add_sorted(s.hands[seat], int(s.hand_size[seat]), int(deck[n]))


@rule
def actor(t: Table, s: State) -> int:
    """Seats play in turn, the leader first (TR-PLAY-1); nobody after the last trick (TR-END-1)."""
    if s.trick[0] == NONE and s.hand_size[s.leader] == 0:
        return -1
    return (s.leader + number_in(s.trick)) % t.players


@rule
def must_follow(s: State, seat: int) -> bool:
    """Does a seat hold a card of the suit that was led? (TR-PLAY-2)."""
    for n in range(s.hand_size[seat]):
        if s.trick[0] != NONE and s.hands[seat, n] // RANKS == s.trick[0] // RANKS:
            return True
    return False


@rule
def legal(t: Table, s: State, out: Array) -> int:
    """The cards that may be played, ascending as the hand is; returns how many."""
    seat, n = actor(t, s), 0
    if seat < 0:
        return 0
    follow = must_follow(s, seat)
    for i in range(s.hand_size[seat]):
        card = int(s.hands[seat, i])
        if not follow or card // RANKS == s.trick[0] // RANKS:
            out[n] = card
            n += 1
    return n


@rule
def apply(t: Table, s: State, action: int) -> None:
    """Play a card; the last of a trick ends it."""
    forget_events(s)
    seat, n = actor(t, s), number_in(s.trick)
    s.hand_size[seat] = take(s.hands[seat], int(s.hand_size[seat]), action)
    add_last(s.trick, n, action)
    note(s, PLAYED, seat, action)
    if n + 1 == t.players:
        end_trick(t, s)


@rule
def best_in_trick(s: State) -> int:
    """Which card of the trick wins it so far: the highest of the suit that was led (TR-PLAY-3)."""
    best = 0
    for n in range(1, number_in(s.trick)):
        if s.trick[n] // RANKS == s.trick[0] // RANKS and s.trick[n] > s.trick[best]:
            best = n
    return best


@rule
def end_trick(t: Table, s: State) -> None:
    """The winner takes the trick and leads to the next (TR-PLAY-4)."""
    winner = (s.leader + best_in_trick(s)) % t.players
    size = number_in(s.played)
    for n in range(t.players):
        size = add_sorted(s.played, size, int(s.trick[n]))
    s.trick[:] = NONE
    s.tricks[winner] += 1
    s.leader = winner
    note(s, WON, winner)
    if actor(t, s) < 0:
        note(s, ENDED, NO_SEAT, s.tricks[0], s.tricks[1], s.tricks[2], s.tricks[3])


@rule
def score(t: Table, s: State, out: Array) -> None:
    """A point for each trick (TR-END-2)."""
    for seat in range(t.players):
        out[seat] = s.tricks[seat]


@rule
def rank(t: Table, s: State, out: Array) -> None:
    """More tricks first; equals share their place (TR-END-2)."""
    for seat in range(t.players):
        out[seat] = 1
        for other in range(t.players):
            out[seat] += s.tricks[other] > s.tricks[seat]


TRICKS_WRONG, HAND_WRONG = len(zones.INVARIANTS), len(zones.INVARIANTS) + 1
INVARIANTS = (
    *zones.INVARIANTS,
    "The tricks that were won are not those that were played.",
    "A hand has more or fewer cards than at this point of the match.",
)


@rule
def check(t: Table, s: State) -> int:
    """0, or the first invariant that does not hold."""
    wrong = zones.check(t, s)
    if wrong:
        return wrong
    done, size = 0, number_in(s.trick)
    for seat in range(MAX_PLAYERS):
        done += s.tricks[seat]
    if done * t.players != number_in(s.played):
        return TRICKS_WRONG
    for seat in range(t.players):
        has_played = (seat - s.leader) % t.players < size
        if s.hand_size[seat] != CARDS // t.players - done - has_played or size == t.players:
            return HAND_WRONG
    return 0
