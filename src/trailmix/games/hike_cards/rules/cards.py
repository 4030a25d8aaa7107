"""Cards on their way: into hands, out of them, and what leaving a round does. No turn passes here."""

from trailmix.engine.events import note
from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.state import KINDS, NONE, SUITS, WIND, State, Table


@inlined
def gain(s: State, seat: int, kind: int) -> None:
    """A card comes into a hand."""
    s.hand[seat, kind] += 1
    s.hand_size[seat] += 1
    s.held[seat] |= codes_of(kind)


@inlined
def lose(s: State, seat: int, kind: int, number: int) -> None:
    """Some cards of a kind leave a hand."""
    s.hand[seat, kind] -= number
    s.hand_size[seat] -= number
    if s.hand[seat, kind] == 0:
        s.held[seat] &= ~codes_of(kind)


@inlined
def codes_of(kind: int) -> int:
    """What a card can be played as, as bits by code."""
    return state.WIND_CODES if kind == WIND else 1 << kind


@rule
def codes_in(hand: Array) -> int:
    """What cards that are counted by kind can be played as, as bits by code."""
    codes = 0
    for kind in range(KINDS):
        if hand[kind] > 0:
            codes |= codes_of(kind)
    return codes


@inlined
def is_suited(code: int) -> bool:
    """Is the play a card of a suit, or The Wind as one?"""
    return code < SUITS or code >= WIND


@inlined
def top_of(code: int) -> int:
    """What a play is on top of the pile: the effective suit (HC-WIND-1), or the specialty card."""
    return code - WIND if code >= WIND else code


@inlined
def planting(action: int) -> tuple[int, int]:
    """How many Trees an action of Spring plants, and whether The Wind (0 or 1)."""
    wind = int(action >= state.PLANT_WIND)
    return action - (state.PLANT_WIND if wind else state.NOTHING), wind


@rule
def spread(counts: Array, cards: Array, n: int) -> int:
    """Put cards that are counted by kind, one by one, after the first n of a row; returns its length."""
    for kind in range(KINDS):
        for _ in range(counts[kind]):
            cards[n] = kind
            n += 1
    return n


@inlined
def pick(s: State, counts: Array, n: int) -> int:
    """Take one of n things that are counted by kind, each equally likely; returns its kind."""
    nth, kind = below(s, n), 0
    while nth >= counts[kind]:
        nth -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind


@rule
def draw(s: State, seat: int, number: int) -> None:
    """Draw from the deck as far as it goes; from an empty one the draw is skipped (HC-AVA-6)."""
    first, second, drawn = NONE, NONE, 0
    while drawn < number and s.deck_size > 0:
        first, second = draw_one(s, seat), first
        drawn += 1
    if s.bugs_about != state.ANY_NUMBER:
        s.drawn_since[seat] += drawn
    if drawn > 0:
        note(s, state.DREW, seat, drawn, second, first)


@rule
def draw_one(s: State, seat: int) -> int:
    """The top card of the deck; returns it. Nobody knows the order, so it is made when it is needed."""
    if s.n_named > 0:
        s.n_named -= 1
        kind, s.named[s.n_named] = int(s.named[s.n_named]), NONE
        s.deck[kind] -= 1
    else:
        kind = pick(s, s.deck, s.deck_size)
    s.deck_size -= 1
    gain(s, seat, kind)
    return kind


@rule
def hand_out(t: Table, s: State, cards: Array, n: int, numbers: Array) -> int:
    """Deal from the end of n cards of the deck, `numbers` to the seats; returns how many are left."""
    for seat in range(t.players):
        for _ in range(numbers[seat]):
            n -= 1
            s.deck[cards[n]] -= 1
            gain(s, seat, int(cards[n]))
    return n


@inlined
def put(s: State, seat: int, code: int) -> None:
    """A card leaves the hand and tops the pile (HC-PLAY-9)."""
    lose(s, seat, min(code, WIND), 1)
    s.played[s.n_played] = code + state.CODES * (seat + 1)
    s.n_played += 1
    s.top = top_of(code)
    if code == state.BUG and s.bugs_about != state.ANY_NUMBER:
        # A Bug after Poop: one of the cards drawn since, or one that was about already.
        if s.drawn_since[seat] > 0:
            s.drawn_since[seat] -= 1
        else:
            s.bugs_about -= 1
    note(s, state.PLAYED, seat, code)


@inlined
def leave_if_empty(s: State, seat: int) -> None:
    """A seat without cards leaves the round, as OUT or as SPENT (HC-PLAY-9, HC-POOP-4)."""
    if s.hand_size[seat] == 0:
        leave(s, seat)
        if s.bugs[seat] > 0:
            note(s, state.GONE_SPENT, seat, s.bugs[seat])
        else:
            note(s, state.GONE_OUT, seat)


@inlined
def leave(s: State, seat: int) -> None:
    """The order of leaving is total (HC-FLOW-3)."""
    s.left[s.n_left] = seat
    s.n_left += 1
    s.drawn_since[seat] = 0


@inlined
def eliminate(s: State, seat: int, top: int) -> None:
    """A seat cannot answer what is on top: its hand is turned face up (HC-PLAY-6)."""
    suits, specialties = 0, 0
    for kind in range(KINDS):
        number = int(s.hand[seat, kind])
        s.leftovers[seat, kind] = number
        s.hand[seat, kind] = 0
        if kind < SUITS:
            suits |= number << state.NIBBLE * kind
        else:
            specialties |= number << kind - SUITS
    note(s, state.ELIMINATION, seat, top, s.hand_size[seat], suits, specialties)
    if s.bugs_about != state.ANY_NUMBER:
        s.bugs_about -= max(0, int(s.leftovers[seat, state.BUG]) - int(s.drawn_since[seat]))
    s.held[seat], s.hand_size[seat] = 0, 0
    leave(s, seat)


@inlined
def beside(t: Table, s: State, seat: int) -> int:
    """The next seat in the current direction, whoever sits there."""
    seat += s.direction
    if seat < 0:
        return t.players - 1
    return 0 if seat == t.players else seat


@inlined
def next_active(t: Table, s: State, seat: int) -> int:
    """The nearest ACTIVE seat in the current direction (HC-PLAY-8); there is one."""
    seat = beside(t, s, seat)
    while s.hand_size[seat] == 0:
        seat = beside(t, s, seat)
    return seat
