"""Cards: playing, drawing, shuffling, discarding them; dents; a wreck's cards (ledger, 3.4, 3.7 and 3.8).

And what a seat cannot know of them, dealt anew, by counting cards (ST-R-38).
"""

from trailmix.engine.events import note
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import seed, shuffle
from trailmix.games.snow_tails import state
from trailmix.games.snow_tails.state import State, Table

TAKEN, SPARED_FIFTH, FATAL = range(3)  # what becomes of dents that are due
TRIES = 1000  # how often a hand is dealt anew until it has several values


@rule
def new_deck(s: State, seat: int) -> None:
    """Twenty cards in the pile, an empty hand, the mat at 3/3/3, no dents (ST-SETUP-5, -6, -12)."""
    clear_cards(s, seat)
    for card in range(state.DECK):
        s.pile[seat, card] = card // state.COPIES + 1
    s.pile_size[seat] = state.DECK
    shuffle(s, s.pile[seat], state.DECK)
    s.mat[seat, :] = state.PRINTED
    s.dents[seat] = 0


@rule
def clear_cards(s: State, seat: int) -> None:
    """No card of the seat is in the game."""
    s.hand[seat, :] = 0
    s.canines[seat] = 0
    s.sure[seat, :] = 0
    s.pile[seat, :] = 0
    s.pile_size[seat] = 0
    s.discards[seat, :] = 0
    s.covered[seat, :, :] = 0
    s.carded[seat, :] = 0


# --- out of the hand ------------------------------------------------------------------------------------


@rule
def lay(s: State, seat: int, value: int, slots: int) -> None:
    """Play a card on each of the slots, given as bits (ST-PLAY-3 to ST-PLAY-6, ST-PLAY-8)."""
    for slot in range(state.SLOTS):
        if not slots >> slot & 1:
            continue
        leave_hand(s, seat, value)
        if slot == state.BRAKE:
            s.discards[seat, value - 1] += 1
        else:
            if s.carded[seat, slot]:
                s.covered[seat, slot, s.mat[seat, slot] - 1] += 1
            s.carded[seat, slot] = 1
        s.mat[seat, slot] = value


@rule
def leave_hand(s: State, seat: int, value: int) -> None:
    """A card leaves the hand; if it can be one that was known to be there, it is taken to be that one."""
    s.hand[seat, value - 1] -= 1
    s.canines[seat] -= 1
    if s.sure[seat, value - 1] > 0:
        s.sure[seat, value - 1] -= 1


@rule
def discard(s: State, seat: int, value: int) -> None:
    """A card goes to the discard pile, the brake stays as it is (ST-HAND-2, ST-HAND-3)."""
    leave_hand(s, seat, value)
    s.discards[seat, value - 1] += 1
    note(s, state.DISCARDED, seat, value)


@rule
def too_many(s: State, seat: int) -> bool:
    """Does the hand exceed five, dents counted? (ST-HAND-1, ST-HAND-2)."""
    return bool(s.canines[seat] + s.dents[seat] > state.HAND)


@rule
def only_value(s: State, seat: int) -> int:
    """The value that all cards in the hand have, NONE if there are several."""
    found = state.NONE
    for value in range(1, state.VALUES + 1):
        if s.hand[seat, value - 1] > 0:
            if found != state.NONE:
                return state.NONE
            found = value
    return found


# --- into the hand --------------------------------------------------------------------------------------


@rule
def draw_up_to(s: State, seat: int, size: int) -> None:
    """Draw until the hand, dents counted, has this size (ST-HAND-1, ST-SETUP-9)."""
    number, told = size - s.canines[seat] - s.dents[seat], 0
    if number <= 0:
        return
    for n in range(number):
        told |= draw(s, seat) << state.CARD_BITS * n
    note(s, state.DREW, seat, number, told)


@rule
def draw(s: State, seat: int) -> int:
    """The top card of the pile goes to the hand; returns its value, 0 where the pile is hidden."""
    if s.pile_size[seat] == 0:
        reshuffle(s, seat)
    s.pile_size[seat] -= 1
    value = int(s.pile[seat, s.pile_size[seat]])
    s.pile[seat, s.pile_size[seat]] = 0
    if value:
        s.hand[seat, value - 1] += 1
    s.canines[seat] += 1
    return value


@rule
def reshuffle(s: State, seat: int) -> None:
    """Discards and covered cards become the pile; what the dogs show stays (ST-DECK-1, ST-DECK-2).

    With the pile empty, everybody can tell from the cards that lie open which ones are in the hand.
    """
    size = 0
    for value in range(state.VALUES):
        number = (
            s.discards[seat, value] + s.covered[seat, state.LEFT, value] + s.covered[seat, state.RIGHT, value]
        )
        for _ in range(number):
            s.pile[seat, size] = value + 1
            size += 1
        s.sure[seat, value] = s.hand[seat, value]
    s.pile_size[seat] = size
    s.discards[seat, :] = 0
    s.covered[seat, :, :] = 0
    shuffle(s, s.pile[seat], size)
    note(s, state.RESHUFFLED, seat, size)


# --- dents ----------------------------------------------------------------------------------------------


@rule
def take_dents(t: Table, s: State, seat: int, number: int) -> int:
    """Take dents as far as there is room: TAKEN, or what becomes of a fifth (ST-DENT-3 to ST-DENT-5)."""
    room = state.MOST_DENTS - s.dents[seat]
    s.dents[seat] += min(number, room)
    if number <= room:
        return TAKEN
    return SPARED_FIFTH if s.space[seat] >= t.finish[s.race] else FATAL


@rule
def wreck(s: State, seat: int) -> None:
    """A sled leaves the track, its cards the game; `space` remembers where it stood (ST-DENT-4, ST-R-12)."""
    s.status[seat] = state.WRECKED
    s.wreck_round[seat] = s.round_no
    s.wreck_turn[seat] = s.turn + 1
    clear_cards(s, seat)
    note(s, state.WRECK, seat, s.race, s.space[seat])


# --- what a seat cannot know ----------------------------------------------------------------------------


@rule
def redeal(t: Table, s: State, seat: int, key: Array) -> int:
    """Deal the hands of all others and all piles anew, and change the future.

    Of the twenty cards of a deck, those that lie open are known, and those that are known to be in the hand:
    all of one's own, `sure` of the others'. Of the rest, every order is equally likely. The result is the
    same from the true state and from a redacted one. Returns how many deals were tried of the one hand that
    is known to have several values; 0 if it has a single one in the end.
    """
    seed(s, key)
    tries = 1
    for other in range(t.players):
        if s.status[other] == state.WRECKED:
            continue
        deal_again(s, other, other == seat)
        # Whoever is asked what to discard holds several values: a single one is discarded unasked.
        discards = s.decision == state.DISCARD and s.order[s.turn] == other
        while discards and only_value(s, other) != state.NONE and tries < TRIES:
            deal_again(s, other, other == seat)
            tries += 1
    return tries if tries < TRIES else 0


@rule
def deal_again(s: State, seat: int, is_known: bool) -> None:
    """Shuffle what is unseen of a deck, and draw the hand from it, unless that is known."""
    if not is_known:
        for value in range(state.VALUES):
            s.hand[seat, value] = s.sure[seat, value]
    size = 0
    for value in range(1, state.VALUES + 1):
        for _ in range(unseen(s, seat, value)):
            s.pile[seat, size] = value
            size += 1
    shuffle(s, s.pile[seat], size)
    s.pile_size[seat] = size
    if not is_known:
        hidden = s.canines[seat] - s.hand[seat].sum()
        s.canines[seat] -= hidden
        for _ in range(hidden):
            draw(s, seat)


@rule
def unseen(s: State, seat: int, value: int) -> int:
    """How many cards of a value are neither open nor counted in the hand."""
    number = state.COPIES - int(s.hand[seat, value - 1]) - int(s.discards[seat, value - 1])
    for dog in (state.LEFT, state.RIGHT):
        number -= int(s.covered[seat, dog, value - 1])
        number -= int(s.carded[seat, dog] == 1 and s.mat[seat, dog] == value)
    return number
