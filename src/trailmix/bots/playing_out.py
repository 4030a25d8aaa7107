"""The kernel of search: what is hidden is dealt anew, and every candidate is played out on the same deal.

It is one function for all games, made of verbs: that takes a few seconds to compile for a game, where many
small functions would take much longer. It adds up whole numbers, so that sums do not depend on the order.
"""

from __future__ import annotations

import math

import numpy as np

from trailmix.engine import verbs
from trailmix.engine.insight import MOST_PARTS
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import U, draw_word, seed, siphash

PAYOFF, WIN, FIRST_PART = range(3)
COLUMNS = FIRST_PART + MOST_PARTS
"""What is added up for each candidate and seat: what it got, how often it won, what the position is worth."""
UNIT = 1 << 20
"""What stands for 1 in those sums."""
NOTHING, LUCK, HIDDEN = range(3)
"""What a deal changes: nothing, so that the future is seen; the luck to come; all that a seat cannot know."""


@rule
def draw_key(minds: Array, key: Array) -> None:
    """A key for a search, from the whims of a bot."""
    key[0], key[1] = draw_word(minds[0]), draw_word(minds[0])


@rule
def play_out(
    tables: Array,
    states: Array,
    minds: Array,
    seat: int,
    actions: Array,
    first: int,
    deals: int,
    key: Array,
    anew: int,
    cut: int,
    ends_with_part: bool,
    ends_turn_well: bool,
    begins_well: int,
    scale: float,
    margin: float,
    stop: Array,
    sums: Array,
) -> int:
    """Play every action on `deals` deals, from number `first` on; returns how many were played.

    `states` are the position as the seat knows it, and room for two more; `anew` is what a deal changes. Deal
    n is the same for all, and so are the whims of the play-outs on it: candidates differ by what they do, not
    by their luck. A deal that was not finished when `stop` was set counts for nothing. `ends_turn_well`: as
    long as the seat itself goes on, greedy plays for it, so that a card is not judged by a careless way to
    follow it up. `begins_well`: greedy makes the first so many decisions for everybody, as far as they are of
    the same part of the match.
    """
    t, mind, players, part = tables[0], minds[0], tables[0].players, verbs.horizon(tables[0], states[0])
    worth, totals, wins = np.zeros((players, MOST_PARTS)), np.zeros(players), np.zeros(players)
    places, dealt = np.zeros(players, np.int64), np.zeros(2, np.uint64)
    found = np.zeros((len(actions), players, COLUMNS), np.int64)
    for deal in range(deals):
        dealt[0] = siphash(key[0], key[1], U(2 * (first + deal)))
        dealt[1] = siphash(key[0], key[1], U(2 * (first + deal) + 1))
        states[1] = states[0]
        if anew == HIDDEN:
            verbs.redeal(t, states[1], seat, dealt)
        elif anew == LUCK:
            seed(states[1], dealt)
        for n in range(len(actions)):
            if stop[0]:
                return deal
            states[2] = states[1]
            s = states[2]
            mind.key[0], mind.key[1], mind.counter = dealt[1], dealt[0], U(0)
            verbs.apply(t, s, actions[n])
            decisions, is_own = 0, ends_turn_well
            while decisions < cut and verbs.actor(t, s) >= 0:
                is_same_part = verbs.horizon(t, s) == part
                if ends_with_part and not is_same_part:
                    break
                is_own = is_own and verbs.actor(t, s) == seat
                plays_well = is_own or (is_same_part and decisions < begins_well)
                verbs.apply(t, s, verbs.greedy(t, s, mind) if plays_well else verbs.rollout(t, s, mind))
                decisions += 1
            # What it is worth: the place at the end, or how likely it is to be the first; and the lead.
            worth[:] = 0.0
            verbs.evaluate(t, s, worth)
            best, total = -1e300, 0.0
            for i in range(players):
                totals[i] = worth[i].sum()
                best = max(best, totals[i])
            if verbs.actor(t, s) < 0:
                verbs.rank(t, s, places)
                won = not verbs.nobody_won(t, s)
                for i in range(players):
                    wins[i] = 1.0 if won and places[i] == 1 else 0.0
                    total += wins[i]
            else:
                for i in range(players):
                    wins[i] = math.exp((totals[i] - best) / scale)
                    total += wins[i]
            for i in range(players):
                rival = -1e300
                for j in range(players):
                    if j != i:
                        rival = max(rival, totals[j])
                lead = 1.0 / (1.0 + math.exp(min(50.0, (rival - totals[i]) / scale)))
                share = wins[i] / total if total > 0.0 else 0.0
                found[n, i, PAYOFF] = int(UNIT * ((1.0 - margin) * share + margin * lead))
                found[n, i, WIN] = int(UNIT * share)
                for k in range(MOST_PARTS):
                    found[n, i, FIRST_PART + k] = int(UNIT * worth[i, k])
        sums += found
    return deals
