"""A match of Hike: what may be done, doing it, and whose turn is next."""

from trailmix.engine.events import forget_events, note
from trailmix.engine.kernels import inlined, rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below, seed
from trailmix.games.hike_cards import state
from trailmix.games.hike_cards.rules import cards, rounds, specialties
from trailmix.games.hike_cards.rules.cards import beside, eliminate, next_active
from trailmix.games.hike_cards.state import State, Table

BIRD_CODES = 1 << state.BIRD | 1 << state.WIND + state.BIRD  # what may be added to The Worm (HC-WORM-2)


# --- dealing --------------------------------------------------------------------------------------------


@rule
def deal(t: Table, s: State, key: Array) -> None:
    """Set up a match: the first dealer is drawn (HC-SETUP-4), the seat to the left leads (HC-SETUP-5)."""
    seed(s, key)
    s.n_events = len(s.events)
    s.totals[:] = 0
    s.round_no = 0
    s.dealer = below(s, t.players)
    rounds.deal_round(t, s)
    pass_turn(t, s, False)
    forget_events(s)


# --- what may be done -----------------------------------------------------------------------------------


@inlined
def actor(t: Table, s: State) -> int:
    """The seat that owes a decision (HC-FLOW-1), -1 when the match is over."""
    return s.asked


@inlined
def demanded(t: Table, s: State) -> int:
    """The plays that are allowed now, whoever holds them, as bits by code."""
    if s.decision == state.PLAY:
        return int(t.follow[s.top])
    if s.decision == state.LAKE_OWED:
        return int(t.follow[state.DROUGHT])
    return BIRD_CODES if s.decision == state.BIRD_ASKED else 0


@inlined
def legal(t: Table, s: State, out: Array) -> int:
    """The legal actions in ascending order; returns how many (section 4 of the ledger)."""
    if s.decision == state.OVER:
        return 0
    if s.decision == state.PLANT:
        return legal_plantings(s, out)
    n, plays = 0, s.held[s.asked] & demanded(t, s)
    for code in range(state.CODES):
        out[n] = code  # overwritten if it is none: faster than asking
        n += plays >> code & 1
    if s.decision == state.BIRD_ASKED:
        out[n] = state.NOTHING
        n += 1
    return n


@rule
def legal_plantings(s: State, out: Array) -> int:
    """Any number of Trees, without The Wind and, if it is held, with it (HC-SPR-1, HC-SPR-2)."""
    trees = int(s.hand[s.asked, state.TREE])
    for number in range(trees + 1):
        out[number] = state.NOTHING + number
    if s.hand[s.asked, state.WIND] == 0:
        return trees + 1
    for number in range(trees + 1):
        out[trees + 1 + number] = state.PLANT_WIND + number
    return 2 * (trees + 1)


# --- doing it -------------------------------------------------------------------------------------------


@inlined
def apply(t: Table, s: State, action: int) -> None:
    """Play a legal action, and all that follows until somebody owes a decision."""
    forget_events(s)
    seat = s.asked
    if s.decision == state.PLANT:
        specialties.plant(s, seat, action)
        ask_on(t, s, seat, seat != s.turn)
    elif action == state.NOTHING:
        note(s, state.NO_BIRD, seat)
        pass_turn(t, s, False)
    else:
        cards.put(s, seat, action)
        if cards.is_suited(action):
            play_suit(t, s, seat, cards.top_of(action))
        else:
            play_specialty(t, s, seat, action)


@inlined
def play_suit(t: Table, s: State, seat: int, suit: int) -> None:
    """A suited card, or The Wind as one; in a turn, for The Worm, or owed to a Drought."""
    turned = suit == state.TRAIL and s.trails_reverse != 0
    if suit == state.BIRD:
        specialties.count_bird(s, seat)
    elif suit == state.PEAK and s.peaks_draw:
        cards.draw(s, seat, 1)  # before the hand is looked at (HC-AVA-4)
    elif turned:
        specialties.reverse(s, seat)
    cards.leave_if_empty(s, seat)
    if s.decision == state.LAKE_OWED:
        ask_on(t, s, seat, seat != s.turn)
    else:
        pass_turn(t, s, turned and goes_again(t, s, seat))


@inlined
def play_specialty(t: Table, s: State, seat: int, card: int) -> None:
    """Drought, Spring and Earthquake reach nobody whose last card they were (HC-PLAY-9)."""
    again = False
    if card == state.AVALANCHE:
        specialties.avalanche(t, s, seat)
    elif card == state.LOST:
        s.trails_reverse = 1
        specialties.reverse(s, seat)
    elif card == state.WORM:
        s.worm_by = seat
    if card == state.POOP:
        specialties.poop(t, s, seat)
    else:
        cards.leave_if_empty(s, seat)
    if card in (state.DROUGHT, state.SPRING):
        s.decision = state.LAKE_OWED if card == state.DROUGHT else state.PLANT
        ask_on(t, s, seat, True)
        return
    if card == state.WORM and s.hand_size[seat] > 0:
        s.decision = state.BIRD_ASKED  # still this seat's turn (HC-WORM-2)
        return
    if card == state.EARTHQUAKE:
        specialties.earthquake(t, s, seat)
    elif card == state.LOST:
        again = goes_again(t, s, seat)
    pass_turn(t, s, again)


@inlined
def goes_again(t: Table, s: State, seat: int) -> bool:
    """Does a seat go again that has reversed the direction? One of two ACTIVE does (HC-LOST-3, HC-LOST-4)."""
    again = t.players - s.n_left == 2 and s.hand_size[seat] > 0
    if again:
        note(s, state.AGAIN, seat)
    return again


# --- whose turn is next ---------------------------------------------------------------------------------


@inlined
def pass_turn(t: Table, s: State, again: bool) -> None:
    """The turn goes to the next ACTIVE seat that can play (HC-PLAY-8); others are eliminated (HC-PLAY-6).

    With nobody ACTIVE the round is over (HC-END-1), and the next one is dealt unless that was the last.
    """
    s.decision = state.PLAY
    seat = s.turn
    while True:
        while s.n_left < t.players:
            if not again:
                seat = next_active(t, s, seat)
            again = False
            s.turn = seat
            if s.held[seat] & t.follow[s.top]:
                s.asked = seat
                return
            eliminate(s, seat, s.top)
        if rounds.end_round(t, s):
            return
        s.dealer = (s.dealer + 1) % t.players
        rounds.deal_round(t, s)
        seat = s.dealer
        note(s, state.DEALT, (seat + 1) % t.players, s.round_no, s.dealer)


@inlined
def ask_on(t: Table, s: State, seat: int, more: bool) -> None:
    """Ask the next ACTIVE seat for a Lake, or for what it plants, as long as there are `more` to be asked.

    The last is the seat whose turn it is (HC-DRO-2, HC-SPR-4). Then the turn passes (HC-DRO-6, HC-SPR-10).
    """
    while more:
        seat = beside(t, s, seat)
        more = seat != s.turn
        if s.hand_size[seat] > 0:
            if s.decision == state.PLANT or s.held[seat] & t.follow[state.DROUGHT]:
                s.asked = seat
                return
            eliminate(s, seat, state.DROUGHT)
    pass_turn(t, s, False)
