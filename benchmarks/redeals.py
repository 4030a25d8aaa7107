"""How long it takes to deal anew what a seat cannot know, and how many deals that needs.

    python benchmarks/redeals.py [--matches 20] [--deals 50]

The positions are those of greedy and of random play, half of the matches each, with the fewest and the most
players. Each is dealt anew as a search does it, for the seat that decides, and then for everybody else, to
whom it shows that the seat to decide has a choice. The hostile ones are positions that no play leads to:
nobody can hold what the seat to decide must have, so that all tries are in vain. All figures are processor
time of one thread.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator

import numpy as np

import trailmix
from trailmix.bots import Seated
from trailmix.engine import verbs
from trailmix.engine.kernels import rule
from trailmix.engine.match import Match
from trailmix.engine.record import SPECTATOR, Array
from trailmix.engine.rng import key_of, siphash
from trailmix.games.hike_cards import state as hike
from trailmix.games.hike_cards.rules.cards import codes_of
from trailmix.games.hike_cards.rules.play import demanded
from trailmix.games.hike_cards.rules.plays import unseen
from trailmix.games.hike_dogsled import state as dogsled
from trailmix.games.snow_tails import state as snow

OPTIONS = {"hike_dogsled": {"loose": True, "simultaneous": True}}
"""With everything that can be hidden."""


@rule
def redeal_often(tables: Array, states: Array, seat: int, key: Array, tries: Array) -> None:
    """Deal a position anew, again and again from its first state; note how many deals each needed."""
    fresh = np.zeros(2, np.uint64)
    for n in range(len(tries)):
        states[1] = states[0]
        fresh[0], fresh[1] = (
            siphash(key[0], key[1], np.uint64(2 * n)),
            siphash(key[0], key[1], np.uint64(2 * n + 1)),
        )
        tries[n] = verbs.redeal(tables[0], states[1], seat, fresh)


class Figures:
    """What was seen of a kind of positions."""

    def __init__(self, deals: int) -> None:
        self.deals, self.microseconds, self.tries, self.forced = deals, list[float](), list[int](), 0

    def add(self, match: Match, seat: int, key: Array) -> None:
        """Deal a position anew for a seat."""
        states, tries = np.repeat(match.states, 2), np.zeros(self.deals, np.int64)
        redeal_often(match.setup.table, states, seat, key, tries[:1])  # compiled, and in the cache
        begun = time.thread_time()
        redeal_often(match.setup.table, states, seat, key, tries)
        self.microseconds.append(1e6 * (time.thread_time() - begun) / self.deals)
        self.tries.append(int(tries.max()))
        self.forced += int((tries == 0).sum())

    def __str__(self) -> str:
        spent = np.array(self.microseconds)
        return (
            f"{len(spent)} positions, {spent.mean():.2f} us on average, {spent.max():.1f} the slowest; "
            f"{max(self.tries)} deals at most, {self.forced} of {len(spent) * self.deals} forced"
        )


def positions(slug: str, matches: int) -> Iterator[Match]:
    """The positions of whole matches, greedy and random by turns."""
    game = trailmix.game(slug)
    for n in range(matches):
        players = game.players[-(n // 2 % 2)]
        match = trailmix.new(slug, players=players, seed=f"redeals {n}", options=OPTIONS.get(slug, {}))
        bot = Seated(("greedy", "random")[n % 2], "redeals")
        while (actor := match.actor) is not None and len(match.moves) < 400:
            yield match
            match.play(bot.choose(match.setup, match.seen_by(actor)))


# --- positions that no play leads to --------------------------------------------------------------------


def without_an_answer(match: Match) -> int | None:
    """In Hike somebody else has to play, and one holds all that could be played."""
    s, t = match.states[0], match.setup.table[0]
    viewer = (int(s["asked"]) + 1) % match.players
    if s["decision"] != hike.PLAY or s["hand_size"][viewer] == 0:
        return None
    hidden = unseen(t, s, hike.NONE)
    for kind in range(hike.KINDS):
        answers = codes_of(kind) & demanded(t, s)
        s["hand"][viewer, kind] = hidden[kind] if answers else 0
    s["hand_size"][viewer] = s["hand"][viewer].sum()
    left = hidden.sum() - s["hand_size"].sum()
    return viewer if left > 0 and s["bugs_about"] == hike.ANY_NUMBER else None


def without_equipment(match: Match) -> int | None:
    """In Hike! somebody else may tuck equipment under a husky, but is known to have none."""
    s = match.states[0]
    if match.actor is None or s["phase"] != dogsled.PREPARATIONS:
        return None
    s["decision"] = dogsled.TUCK
    s["equipment"][match.actor] = s["known_equipment"][match.actor] = 0
    s["lacks"][match.actor] |= dogsled.NO_EQUIPMENT
    return (match.actor + 1) % match.players


def with_one_value(match: Match) -> int | None:
    """In Snow Tails somebody else has to choose what to discard, of cards that are all alike."""
    s = match.states[0]
    if s["decision"] != snow.PLAY or match.actor is None:
        return None
    s["decision"] = snow.DISCARD
    s["sure"][match.actor], s["covered"][match.actor], s["carded"][match.actor] = 0, 0, 0
    s["discards"][match.actor], s["discards"][match.actor, 0] = snow.COPIES, 0
    s["canines"][match.actor] = snow.COPIES
    return (match.actor + 1) % match.players


HOSTILE: dict[str, Callable[[Match], int | None]] = {
    "hike_cards": without_an_answer,
    "hike_dogsled": without_equipment,
    "snow_tails": with_one_value,
}


def measure(slug: str, matches: int, deals: int) -> None:
    """Print the figures of a game."""
    own, others, hostile, key = Figures(deals), Figures(deals), Figures(3), key_of("redeals", "benchmark")
    for n, match in enumerate(positions(slug, matches)):
        for seat in range(SPECTATOR, match.players):
            (own if seat == match.actor else others).add(match, seat, key)
        if n % 20 == 0 and slug in HOSTILE:
            twin = match.clone()
            viewer = HOSTILE[slug](twin)
            if viewer is not None:
                hostile.add(twin, viewer, key)
    print(f"{slug}: for the seat that decides: {own}")
    print(f"{slug}: for everybody else: {others}")
    if hostile.microseconds:
        print(f"{slug}: hostile: {hostile}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--deals", type=int, default=50)
    told = parser.parse_args()
    for each in trailmix.game_names():
        measure(each, told.matches, told.deals)
