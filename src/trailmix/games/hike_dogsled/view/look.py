"""What everyone sees of Hike!: the kernels that fill `View` of ``shape.py``."""

from typing import Any

from trailmix.engine.bits import put_members
from trailmix.engine.kernels import rule
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules.bits import SIZES
from trailmix.games.hike_dogsled.rules.race import doubles_of, singles_of
from trailmix.games.hike_dogsled.rules.scoring import place, printed, races
from trailmix.games.hike_dogsled.rules.track import TERRAIN_BITS, here, last_field, ready, resting
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64

# The words of `Seat.status`, `Kennel.state` and care cards, as ``shape.py`` lists them.
UNREADY, READY, RACER, ELIMINATED = range(4)
FRESH, TIRED, AT_REST = range(3)
SINGLE, DOUBLE = range(2)


@rule
def look(t: Table, s: State, v: Any) -> None:
    """Fill `View`."""
    v.to_move, v.decision, v.phase, v.day = s.asked, s.decision, s.phase, s.day
    v.secret, v.in_use, v.to_rest, v.still = s.secret, s.husky, s.to_rest, s.still
    if s.phase == state.PREPARATIONS and s.first_day > 0:
        v.last_day = s.first_day + state.LAST_DAYS
    if s.phase != state.OVER:
        v.turn = s.turn if s.phase == state.PREPARATIONS else int(s.order[s.turn])
    see_track(t, s, v)
    see_piles(t, s, v)
    see_loose(t, s, v)
    v.order_n = 0
    for n in range(t.players):
        if s.order[n] != NONE:
            v.order[v.order_n] = s.order[n]
            v.order_n += 1
    v.seats_n = t.players
    for seat in range(t.players):
        see_seat(t, s, seat, v.seats[seat])
    if s.phase == state.OVER:
        see_result(t, s, v)


# --- the table ------------------------------------------------------------------------------------------


@rule
def see_track(t: Table, s: State, v: Any) -> None:
    """The landscapes, the number of fields, and how many there are of each kind in sight."""
    v.track_n, v.equipment_fields, v.terrain[:] = t.laid, 0, 0
    for n in range(t.laid + 2):
        card = state.START if n == t.laid else state.FINISH if n > t.laid else int(s.landscapes[n])
        if n < t.laid:
            if n >= s.revealed:
                card = NONE
            v.track[n] = card
            if card == NONE:  # face-down, or only foreseen to be turned up: nobody knows which it is
                continue
        for field in t.ground[card, : t.n_fields[card]]:
            v.terrain[field & TERRAIN_BITS] += 1
            v.equipment_fields += field & state.NEEDS_EQUIPMENT != 0
    if s.revealed == t.laid:
        v.fields = last_field(t, s)


@rule
def see_piles(t: Table, s: State, v: Any) -> None:
    """Deck and centre, which are gone in the race; care, discards, and huskies that were removed."""
    v.deck = v.centre.huskies_n = v.centre.equipment = v.centre.care = 0
    if s.phase == state.PREPARATIONS:
        v.deck, v.centre.equipment, v.centre.care = s.deck_size, s.centre_equipment, s.centre_care
        v.centre.huskies_n = put_members(v.centre.huskies, int64(0), int64(0), s.centre)
    v.to_reveal = s.to_reveal
    v.care_pile.singles, v.care_pile.doubles = s.care_pile[0], s.care_pile[1]
    discards = v.discards
    discards.equipment = s.discarded
    discards.singles, discards.doubles = s.care_discards[0], s.care_discards[1]
    for seat in range(t.players):
        discards.equipment += s.paid[seat]
        if s.caught[seat] != state.CAUGHT_EXTRA:  # an extra one leaves the game (HD-RUL-31)
            discards.singles += s.nursed[seat, 0]
        discards.doubles += s.nursed[seat, 1]
    v.removed_n = put_members(v.removed, int64(0), int64(0), s.removed)


@rule
def see_loose(t: Table, s: State, v: Any) -> None:
    """The loose cards that have been turned up, and `Loose` while one is at work."""
    v.loose_seen_n = 0
    for card in range(state.LOOSE):
        if s.loose_seen >> card & 1:
            v.loose_seen[v.loose_seen_n] = state.FIRST_LOOSE + card
            v.loose_seen_n += 1
    if s.loose == NONE:
        return
    v.loose_n, loose = 1, v.loose
    loose.card, loose.by, loose.target, loose.received_n = state.FIRST_LOOSE + s.loose, s.turn, s.target, 0
    for seat in range(t.players):
        if s.received[seat] != NONE:
            entry = loose.received[loose.received_n]
            entry.key, entry.value = seat, s.received[seat]
            loose.received_n += 1


# --- seats ----------------------------------------------------------------------------------------------


@rule
def see_seat(t: Table, s: State, seat: int, v: Any) -> None:
    """Fill `Seat`."""
    v.seat, v.mentors, v.printed = seat, s.mentors[seat], printed(t, s, seat)
    if s.phase == state.PREPARATIONS:
        v.status = READY if s.declared[seat] else UNREADY
    else:
        v.status = RACER if s.declared[seat] else ELIMINATED
    if s.declared[seat]:
        v.declared, v.position = s.declared[seat], here(s, seat)
    see_sled(t, s, seat, v)
    see_hand(s, seat, v)
    v.care_pile_n = s.own_pile[seat]
    for n in range(v.care_pile_n):
        v.care_pile[n] = SINGLE if v.care_pile_n - n == state.PILE else DOUBLE
    if s.caught[seat] and s.nursed[seat, 0] + s.nursed[seat, 1] == 0:  # it has no other
        v.catch_up = DOUBLE if s.caught[seat] == state.CAUGHT_DOUBLE else SINGLE


@rule
def see_sled(t: Table, s: State, seat: int, v: Any) -> None:
    """The slots, the huskies that are ready, and the points of those that are not at rest."""
    tired, rest = int(s.tired[seat]), resting(s, seat)
    v.sled_n, v.ready_huskies, v.points[:] = 0, 0, 0
    for slot in range(state.SLOTS):
        if not t.slots >> slot & 1:
            continue
        kennel, husky = v.sled[v.sled_n].value, int(s.sled[seat, slot])
        v.sled[v.sled_n].key = slot
        v.sled_n += 1
        kennel.husky, kennel.equipped = husky, int(s.tucked[seat]) >> slot & 1
        if husky == NONE:
            continue
        kennel.state = AT_REST if rest >> slot & 1 else TIRED if tired >> slot & 1 else FRESH
        v.ready_huskies += kennel.state == FRESH
        for terrain in range(state.TERRAINS if kennel.state != AT_REST else 0):
            v.points[terrain] += t.points[husky, terrain]


@rule
def see_hand(s: State, seat: int, v: Any) -> None:
    """How many cards are in a hand, and `Known`."""
    hand = v.hand
    v.hand_size = hand.huskies_n = hand.equipment = hand.singles = hand.doubles = hand.hidden = 0
    if v.status == ELIMINATED:
        return
    paid, nursed = int(s.paid[seat]), int(s.nursed[seat, 0])
    v.hand_size = int(s.hand_size[seat]) - paid - nursed - int(s.nursed[seat, 1])
    hand.huskies_n = put_members(hand.huskies, int64(0), int64(0), s.known[seat])
    hand.equipment = max(0, int(s.known_equipment[seat]) - paid)
    hand.singles = max(0, int(s.known_singles[seat]) - nursed)
    hand.doubles = doubles_of(s, seat)
    hand.hidden = v.hand_size - hand.huskies_n - hand.equipment - hand.singles - hand.doubles


@rule
def see_result(t: Table, s: State, v: Any) -> None:
    """The places by seat, and `Account` of each seat by place."""
    v.places_n, v.result_n = t.players, 0
    for seat in range(t.players):
        v.places[seat] = place(t, s, seat)
    for wanted in range(1, t.players + 1):
        for seat in range(t.players):
            if v.places[seat] != wanted:
                continue
            account = v.result[v.result_n]
            v.result_n += 1
            account.seat, account.place, account.printed = seat, wanted, printed(t, s, seat)
            account.ready_huskies = account.care = 0
            if races(s, seat):
                account.position, account.ready_huskies = here(s, seat), SIZES[ready(t, s, seat)]
                account.care = singles_of(s, seat) + 2 * doubles_of(s, seat)
