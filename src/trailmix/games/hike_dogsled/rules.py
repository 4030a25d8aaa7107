"""The rules of Hike!: setting up, what may be done, doing it, and going on until somebody has a choice.

Kernels over the records of `state`. Preparations are in `rules_preparations` with `rules_actions` and
`rules_loose`, the race in `rules_race` with `race_days`. Rule IDs are of ``docs/rules/hike_dogsled.md``.
"""

from __future__ import annotations

import numpy as np

from trailmix.engine.events import forget_events
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import seed, shuffle
from trailmix.games.hike_dogsled.bits import put_slots
from trailmix.games.hike_dogsled.cards import put_in_centre
from trailmix.games.hike_dogsled.race_days import end_preparations, end_race_day
from trailmix.games.hike_dogsled.rules_actions import act, add_bonus, legal_actions, legal_bonuses
from trailmix.games.hike_dogsled.rules_loose import (
    legal_picks,
    legal_settlings,
    legal_targets,
    let_run,
    loosen,
    name,
    pick,
    settle,
)
from trailmix.games.hike_dogsled.rules_preparations import (
    begin_day,
    begin_turn,
    declare,
    is_last_day,
    legal_tucks,
    prepare,
    spend_mentor,
    tuck,
)
from trailmix.games.hike_dogsled.rules_race import legal_entries, legal_steps, may_rest, run, step_on
from trailmix.games.hike_dogsled.state import (
    ACTION,
    BONUS,
    DECLARE,
    DECLINE,
    EQUIPMENT,
    FIELD,
    FIRST_LOOSE,
    FIRST_PICK,
    FIRST_PLACE,
    FIRST_REST,
    FIRST_TUCK,
    FIRST_WITH,
    HAND,
    HUSKIES,
    LOOSE,
    LOOSE_IN_DECK,
    MAX_PLAYERS,
    MENTOR,
    MENTORS_EACH,
    MIDDLE,
    N_DECK,
    N_DOUBLES,
    N_EQUIPMENT,
    N_SINGLES,
    NONE,
    OPENING,
    OVER,
    PICK,
    PILE,
    PREPARATIONS,
    READY,
    REST,
    RUNAWAY,
    SETTLE,
    SINGLE,
    SINGLES_IN_DECK,
    SLOTS,
    SPEND,
    STEP,
    TARGET,
    TUCK,
    State,
    Table,
    int64,
)

# --- setting up -----------------------------------------------------------------------------------------


@rule
def deal(t: Table, s: State, key: Array) -> None:
    """Set up a match, and begin it (HD-SETUP-1 to HD-SETUP-10)."""
    seed(s, key)
    clear(t, s)
    lay_track(t, s)
    make_deck(s)
    for seat in range(t.players):
        for _ in range(HAND):
            deal_card(s, seat)
    for _ in range(OPENING):
        s.deck_size -= 1
        put_in_centre(s, int(s.deck[s.deck_size]))
        s.deck[s.deck_size] = NONE
    if t.loose:
        add_loose(s)
    begin_day(t, s)
    # Seat A has mentors to decide on: nothing further than its turn can come.
    while not (loosen(t, s) if s.loose != NONE else prepare(t, s)):
        pass
    forget_events(s)


@rule
def clear(t: Table, s: State) -> None:
    """An empty table, the care cards handed out (HD-SETUP-6), mentors too (HD-SETUP-8)."""
    s.n_events = len(s.events)
    forget_events(s)
    s.phase, s.day, s.decision, s.asked, s.turn = PREPARATIONS, 0, MENTOR, NONE, 0
    s.first_day, s.secret, s.revealed = 0, 0, 0
    s.landscapes[:] = NONE
    s.deck[:] = NONE
    s.deck_size = 0
    s.centre, s.centre_equipment, s.centre_care, s.removed, s.discarded = 0, 0, 0, 0, 0
    s.care_pile[0] = N_SINGLES - SINGLES_IN_DECK - t.players
    s.care_pile[1] = N_DOUBLES - (PILE - 1) * t.players
    s.care_discards[:] = 0
    s.sled[:] = NONE
    s.hand[:] = 0
    s.known[:] = 0
    for seat in range(MAX_PLAYERS):
        plays = seat < t.players
        s.mentors[seat] = MENTORS_EACH if plays else 0
        s.own_pile[seat] = PILE if plays else 0
        s.equipment[seat], s.singles[seat], s.doubles[seat], s.hand_size[seat] = 0, 0, 0, 0
        s.known_equipment[seat], s.known_singles[seat], s.lacks[seat] = 0, 0, 0
        s.declared[seat], s.tucked[seat] = 0, 0
        s.pick[seat], s.received[seat], s.order[seat] = NONE, NONE, NONE
        s.position[seat], s.at_rest[seat], s.caught[seat] = 0, 0, 0
        s.advance[seat], s.tired[seat], s.laid_off[seat], s.paid[seat] = 0, 0, 0, 0
    s.nursed[:] = 0
    s.to_reveal, s.loose_seen, s.loose, s.running, s.target = 0, 0, NONE, 0, NONE
    s.crazy, s.crazy_seats, s.still = 0, 0, 0
    s.husky, s.moved, s.to_rest = NONE, 0, 0
    s.left[:] = 0


@rule
def lay_track(t: Table, s: State) -> None:
    """Landscapes face-down between start and finish, the rest unseen (HD-SETUP-1)."""
    cards = np.arange(MIDDLE)
    shuffle(s, cards, int64(MIDDLE))
    for n in range(t.laid):
        s.landscapes[n] = cards[n]


@rule
def make_deck(s: State) -> None:
    """The husky deck, shuffled (HD-SETUP-3)."""
    for n in range(N_DECK):
        s.deck[n] = n if n < HUSKIES else EQUIPMENT if n < HUSKIES + N_EQUIPMENT else SINGLE
    s.deck_size = N_DECK
    shuffle(s, s.deck, int64(N_DECK))


@rule
def deal_card(s: State, seat: int) -> None:
    """The top card of the deck, unseen by others (HD-SETUP-4)."""
    s.deck_size -= 1
    card = int(s.deck[s.deck_size])
    s.deck[s.deck_size] = NONE
    s.hand_size[seat] += 1
    if card == EQUIPMENT:
        s.equipment[seat] += 1
    elif card == SINGLE:
        s.singles[seat] += 1
    else:
        s.hand[seat] |= 1 << card


@rule
def add_loose(s: State) -> None:
    """Three of the four loose cards are shuffled into what is left of the deck (HD-LOOSE-1, HD-RUL-4)."""
    cards = np.arange(FIRST_LOOSE, FIRST_LOOSE + LOOSE)
    shuffle(s, cards, int64(LOOSE))
    for n in range(LOOSE_IN_DECK):
        s.deck[s.deck_size] = cards[n]
        s.deck_size += 1
    shuffle(s, s.deck, s.deck_size)


# --- what may be done -----------------------------------------------------------------------------------


@rule
def actor(t: Table, s: State) -> int:
    """The seat that owes a decision, -1 when the match is over (HD-RUL-54)."""
    return s.asked


@rule
def legal(t: Table, s: State, out: Array) -> int:
    """The legal actions in ascending order; returns how many (section 10 of the ledger)."""
    decision = s.decision
    if decision == ACTION:
        return legal_actions(t, s, out)
    if decision == STEP:
        return legal_steps(t, s, s.asked, out)
    if decision in (MENTOR, DECLARE):
        out[0], out[1] = DECLINE, SPEND if decision == MENTOR else READY
        return 2
    if decision == BONUS:
        return legal_bonuses(t, s, out)
    if decision == FIELD:
        return legal_entries(s, s.asked, out)
    if decision == REST:
        return put_slots(out, int64(0), int64(FIRST_REST), may_rest(t, s, s.asked))
    if decision == TUCK:
        return legal_tucks(t, s, out)
    if decision in (PICK, RUNAWAY):
        return legal_picks(s, out)
    if decision == SETTLE:
        return legal_settlings(t, s, out)
    return legal_targets(t, s, out) if decision == TARGET else 0


# --- doing it -------------------------------------------------------------------------------------------


@rule
def apply(t: Table, s: State, action: int) -> None:
    """Play a legal action, and all that has no alternative behind it (HD-RUL-54)."""
    forget_events(s)
    decision = s.decision
    if decision in (STEP, FIELD, REST):
        step_on(t, s, s.asked, action)
    elif decision == ACTION:
        s.decision = BONUS
        act(s, action)
    elif decision in (TARGET, PICK, SETTLE, RUNAWAY):
        apply_loose(t, s, action)
    else:
        apply_turn(t, s, action)
    go_on(t, s)


@rule
def apply_turn(t: Table, s: State, action: int) -> None:
    """A mentor, the bonus, the declaration, a tuck; or none of them."""
    if s.decision == MENTOR:
        if action == SPEND:
            spend_mentor(s)
        else:
            s.decision = ACTION
    elif s.decision == BONUS:
        s.decision = DECLARE
        if action != DECLINE:
            add_bonus(s, action)
    elif action == DECLINE:  # not yet ready, or no more to be tucked
        begin_turn(t, s, s.turn + 1)
    elif s.decision == DECLARE:
        declare(s)
    else:
        tuck(s, action - FIRST_TUCK)


@rule
def apply_loose(t: Table, s: State, action: int) -> None:
    """A decision on a loose card."""
    if s.decision == TARGET:
        name(s, action - FIRST_WITH)
    elif s.decision == SETTLE:
        settle(s, (action - FIRST_PLACE) % SLOTS)
    elif s.decision == PICK:
        pick(t, s, action - FIRST_PICK)
    else:
        let_run(s, action - FIRST_PICK)


@rule
def go_on(t: Table, s: State) -> None:
    """Go on until somebody has a choice, or the match is over."""
    asked = False
    while not asked and s.phase != OVER:
        if s.phase == PREPARATIONS:
            if s.turn < t.players:
                asked = loosen(t, s) if s.loose != NONE else prepare(t, s)
            elif is_last_day(t, s):
                end_preparations(t, s)
            else:
                begin_day(t, s)
        elif s.turn < t.players and s.order[s.turn] != NONE:
            asked = run(t, s)
        else:
            end_race_day(t, s)
