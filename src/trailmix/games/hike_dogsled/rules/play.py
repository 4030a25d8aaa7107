"""What may be done, doing it, and going on until somebody has a choice."""

from trailmix.engine.events import forget_events
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.games.hike_dogsled import state
from trailmix.games.hike_dogsled.rules import actions, loose_cards, preparations, race, race_days
from trailmix.games.hike_dogsled.rules.bits import put_slots
from trailmix.games.hike_dogsled.state import NONE, State, Table, int64

# --- what may be done -----------------------------------------------------------------------------------


@rule
def actor(t: Table, s: State) -> int:
    """The seat that owes a decision, -1 when the match is over (HD-RUL-54)."""
    return s.asked


@rule
def legal(t: Table, s: State, out: Array) -> int:
    """The legal actions in ascending order; returns how many (section 10 of the ledger)."""
    decision = s.decision
    if decision == state.ACTION:
        return actions.legal_actions(t, s, out)
    if decision == state.STEP:
        return race.legal_steps(t, s, s.asked, out)
    if decision in (state.MENTOR, state.DECLARE):
        out[0], out[1] = state.DECLINE, state.SPEND if decision == state.MENTOR else state.READY
        return 2
    if decision == state.BONUS:
        return actions.legal_bonuses(t, s, out)
    if decision == state.FIELD:
        return race.legal_entries(s, s.asked, out)
    if decision == state.REST:
        return put_slots(out, int64(0), int64(state.FIRST_REST), race.may_rest(t, s, s.asked))
    if decision == state.TUCK:
        return preparations.legal_tucks(t, s, out)
    if decision in (state.PICK, state.RUNAWAY):
        return loose_cards.legal_picks(s, out)
    if decision == state.SETTLE:
        return loose_cards.legal_settlings(t, s, out)
    return loose_cards.legal_targets(t, s, out) if decision == state.TARGET else 0


# --- doing it -------------------------------------------------------------------------------------------


@rule
def apply(t: Table, s: State, action: int) -> None:
    """Play a legal action, and all that follows without an alternative (HD-RUL-54)."""
    forget_events(s)
    decision = s.decision
    if decision in (state.STEP, state.FIELD, state.REST):
        race.step_on(t, s, s.asked, action)
    elif decision == state.ACTION:
        s.decision = state.BONUS
        actions.act(s, action)
    elif decision in (state.TARGET, state.PICK, state.SETTLE, state.RUNAWAY):
        apply_loose(t, s, action)
    else:
        apply_turn(t, s, action)
    go_on(t, s)


@rule
def apply_turn(t: Table, s: State, action: int) -> None:
    """A mentor, the bonus, the declaration, a tuck; or none of them."""
    if s.decision == state.MENTOR:
        if action == state.SPEND:
            preparations.spend_mentor(s)
        else:
            s.decision = state.ACTION
    elif s.decision == state.BONUS:
        s.decision = state.DECLARE
        if action != state.DECLINE:
            actions.add_bonus(s, action)
    elif action == state.DECLINE:  # not ready yet, or nothing more to tuck
        preparations.begin_turn(t, s, s.turn + 1)
    elif s.decision == state.DECLARE:
        preparations.declare(s)
    else:
        preparations.tuck(s, action - state.FIRST_TUCK)


@rule
def apply_loose(t: Table, s: State, action: int) -> None:
    """A decision on a loose card."""
    if s.decision == state.TARGET:
        loose_cards.name(s, action - state.FIRST_WITH)
    elif s.decision == state.SETTLE:
        loose_cards.settle(s, (action - state.FIRST_PLACE) % state.SLOTS)
    elif s.decision == state.PICK:
        loose_cards.pick(t, s, action - state.FIRST_PICK)
    else:
        loose_cards.let_run(s, action - state.FIRST_PICK)


@rule
def go_on(t: Table, s: State) -> None:
    """Go on until somebody has a choice, or the match is over."""
    asked = False
    while not asked and s.phase != state.OVER:
        if s.phase == state.PREPARATIONS:
            if s.turn < t.players:
                asked = loose_cards.loosen(t, s) if s.loose != NONE else preparations.prepare(t, s)
            elif preparations.is_last_day(t, s):
                race_days.end_preparations(t, s)
            else:
                preparations.begin_day(t, s)
        elif s.turn < t.players and s.order[s.turn] != NONE:
            asked = race.run(t, s)
        else:
            race_days.end_race_day(t, s)
