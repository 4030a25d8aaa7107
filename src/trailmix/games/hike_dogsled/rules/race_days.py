"""The days of the race: the end of Preparations, order, evenings, the end of the match (HD-EOD, HD-END)."""

from trailmix.engine.bits import lowest
from trailmix.engine.kernels import rule
from trailmix.engine.rng import below
from trailmix.engine.zones import add_last
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules.log import NO, tell, tell_more
from trailmix.games.hike_dogsled.rules.movement import usable
from trailmix.games.hike_dogsled.rules.race import doubles_of, singles_of
from trailmix.games.hike_dogsled.rules.scoring import fitness, place, printed, what_decided
from trailmix.games.hike_dogsled.rules.track import ground_at, here
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64

# --- the end of Preparations ----------------------------------------------------------------------------


@rule
def end_preparations(t: Table, s: State) -> None:
    """Clean up (HD-READY-12); whoever is not ready is eliminated (HD-READY-11); the race begins, if any."""
    if s.first_day == 0:
        end_match(s)
        tell(s, state.NOBODY_WON, NONE, NO, NO)  # HD-RUL-16
        return
    s.phase, s.revealed = state.RACE, t.laid
    s.mentors[:] = 0
    racers = 0
    for seat in range(t.players):
        collect_pile(s, seat)
        racers += s.declared[seat] != 0
    sort_racers(t, s)
    singles, doubles = int64(s.care_pile[0]), int64(s.care_pile[1])
    tell_more(s, state.PREPARATIONS_ENDED, NONE, int64(told_order(s)), singles, doubles, NO, NO)
    for seat in range(t.players):
        if s.declared[seat] == 0:
            tell(s, state.ELIMINATED, seat, NO, NO)
            leave(s, seat)
    if racers == 1:
        end_race(t, s, int64(state.ALONE))  # HD-RUL-17
    else:
        s.day, s.secret = 0, t.simultaneous
        begin_race_day(t, s)


@rule
def collect_pile(s: State, seat: int) -> None:
    """What is left of a personal care pile goes to the race care pile, whoever's it is (HD-RUL-15)."""
    left = int(s.own_pile[seat])
    if left == state.PILE:
        s.care_pile[0] += 1
        left -= 1
    s.care_pile[1] += left
    s.own_pile[seat] = 0


@rule
def leave(s: State, seat: int) -> None:
    """The hidden cards of an eliminated seat leave the game unseen, as the deck does (HD-INFO-3)."""
    hidden = s.hand[seat] & ~s.known[seat]
    while hidden:
        put_away(s, seat, lowest(hidden))
        hidden &= hidden - 1
    s.hand[seat] = s.known[seat]
    while s.equipment[seat] > s.known_equipment[seat]:
        s.equipment[seat] -= 1
        put_away(s, seat, int64(state.EQUIPMENT))
    while s.singles[seat] > s.known_singles[seat]:
        s.singles[seat] -= 1
        put_away(s, seat, int64(state.SINGLE))


@rule
def put_away(s: State, seat: int, card: int) -> None:
    """A card of a hand goes under what is left of the deck."""
    s.deck_size = add_last(s.deck, s.deck_size, card)
    s.hand_size[seat] -= 1
    if s.crazy >> card & 1:
        s.crazy &= ~(1 << card)
        s.crazy_seats &= ~(1 << seat)


# --- days -----------------------------------------------------------------------------------------------


@rule
def begin_race_day(t: Table, s: State) -> None:
    """Whoever is furthest back moves first (HD-RACE-1, HD-RACE-2, HD-EOD-6)."""
    s.day += 1
    s.turn, s.decision = 0, state.STEP
    sort_racers(t, s)
    if s.secret:
        tell(s, state.ALL_RACE, NONE, s.day, NO)  # nobody comes before anybody (HD-VAR-1)
    else:
        tell(s, state.RACE_DAY, NONE, s.day, int64(told_order(s)))


@rule
def sort_racers(t: Table, s: State) -> None:
    """The racers by position, those furthest back first, equal ones clockwise (HD-RUL-33, HD-RUL-34)."""
    s.order[:] = NONE
    n = 0
    for seat in range(t.players):
        if s.declared[seat]:
            k = n
            while k > 0 and s.position[s.order[k - 1]] > s.position[seat]:
                s.order[k] = s.order[k - 1]
                k -= 1
            s.order[k] = seat
            n += 1


@rule
def told_order(s: State) -> int:
    """The order of the day as one number."""
    told = 0
    for n in range(state.MAX_PLAYERS):
        told |= (state.NO_SEAT if s.order[n] == NONE else int(s.order[n])) << state.SEAT_BITS * n
    return told


@rule
def end_race_day(t: Table, s: State) -> None:
    """Is the match over (HD-EOD-1)? Otherwise catch-up cards, cubes off, the next day (HD-EOD-2 to -6)."""
    moved = False
    for seat in range(t.players):
        moved |= s.advance[seat] > 0
    for n in range(state.MAX_PLAYERS):
        if s.order[n] != NONE:
            add_up(s, int64(s.order[n]))
    s.still = 0 if moved else s.still + 1
    if ground_at(t, s, leader_position(t, s) + 1) == NONE:
        end_race(t, s, int64(state.BY_FINISH))  # HD-END-1
        return
    if not moved:
        tell(s, state.STOOD_STILL, NONE, s.still, NO)
        if s.still == state.STANDSTILL or not somebody_can_move(t, s):
            end_race(t, s, int64(state.BY_STANDSTILL))  # HD-RUL-39
            return
    catch_up(t, s)
    s.tired[:] = 0
    begin_race_day(t, s)


@rule
def add_up(s: State, seat: int) -> None:
    """What the day has changed is no secret any more, and becomes what the next one finds."""
    if s.secret:
        begin, to, care = int64(s.position[seat]), int64(here(s, seat)), int64(s.nursed[seat].sum())
        tell_more(s, state.RACED, seat, begin, to, int64(s.tired[seat]), int64(s.laid_off[seat]), care)
    extra = s.caught[seat] == state.CAUGHT_EXTRA and s.nursed[seat, 0] > 0  # leaves the game (HD-RUL-31)
    s.care_discards[0] += 0 if extra else s.nursed[seat, 0]
    s.care_discards[1] += s.nursed[seat, 1]
    if s.nursed[seat, 0] + s.nursed[seat, 1] > 0:
        s.caught[seat] = 0
    s.discarded += s.paid[seat]
    s.hand_size[seat] -= s.paid[seat] + s.nursed[seat, 0] + s.nursed[seat, 1]
    s.equipment[seat] -= s.paid[seat]
    s.known_equipment[seat] = max(0, s.known_equipment[seat] - s.paid[seat])
    s.singles[seat] -= s.nursed[seat, 0]
    s.known_singles[seat] = max(0, s.known_singles[seat] - s.nursed[seat, 0])
    s.doubles[seat] -= s.nursed[seat, 1]
    s.position[seat] += s.advance[seat]
    s.at_rest[seat] |= s.laid_off[seat]
    s.advance[seat], s.laid_off[seat], s.paid[seat] = 0, 0, 0
    s.nursed[seat, :] = 0


@rule
def leader_position(t: Table, s: State) -> int:
    """Where the leading pawn is."""
    most = 0
    for seat in range(t.players):
        if s.declared[seat]:
            most = max(most, here(s, seat))
    return most


@rule
def somebody_can_move(t: Table, s: State) -> bool:
    """Does any racer have a usable husky?"""
    found = 0
    for seat in range(t.players):
        if s.declared[seat]:
            found |= usable(t, s, seat)
    return found != 0


@rule
def catch_up(t: Table, s: State) -> None:
    """Racers without care who are far behind draw a card, which they have to play (HD-EOD-2 to HD-EOD-4)."""
    most = leader_position(t, s)
    for seat in range(t.players):
        if s.declared[seat] == 0 or most - here(s, seat) < state.FAR_BEHIND:
            continue
        if singles_of(s, seat) + doubles_of(s, seat) > 0:
            continue
        s.lacks[seat] |= state.NO_CARE
        draw_catch_up(s, seat)


@rule
def draw_catch_up(s: State, seat: int) -> None:
    """The top of the race care pile; of the discards, if it is empty; else an extra single (HD-RUL-31)."""
    if s.care_pile[0] + s.care_pile[1] == 0:
        s.care_pile[:] = s.care_discards
        s.care_discards[:] = 0
    singles, cards = int(s.care_pile[0]), int(s.care_pile[0]) + int(s.care_pile[1])
    s.hand_size[seat] += 1
    if cards and below(s, cards) >= singles:
        s.care_pile[1] -= 1
        s.doubles[seat] += 1
        s.caught[seat] = state.CAUGHT_DOUBLE
        tell(s, state.CAUGHT_UP, seat, int64(state.DOUBLE), NO)
        return
    s.singles[seat] += 1
    s.known_singles[seat] += 1
    s.caught[seat] = state.CAUGHT_SINGLE if cards else state.CAUGHT_EXTRA
    if cards:
        s.care_pile[0] -= 1
    tell(s, state.CAUGHT_UP, seat, int64(state.SINGLE), NO)


# --- the end --------------------------------------------------------------------------------------------


@rule
def end_match(s: State) -> None:
    """Nobody decides any more."""
    s.phase, s.decision = state.OVER, state.NOTHING
    s.asked, s.turn, s.secret = NONE, NONE, 0
    s.order[:] = NONE


@rule
def end_race(t: Table, s: State, how: int) -> None:
    """The winners are told, with what decides ties (HD-END-2 to HD-END-5)."""
    end_match(s)
    for seat in range(t.players):
        if place(t, s, seat) == 1:
            at, fit, points = here(s, seat), fitness(t, s, seat), printed(t, s, seat)
            decided = int64(what_decided(t, s, seat))
            tell_more(s, state.WON, seat, how, int64(at), int64(fit), int64(points), decided)
