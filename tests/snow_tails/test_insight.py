"""Snow Tails' policies: purposeful, and blind to what their seat may not see."""

from __future__ import annotations

from statistics import mean

import pytest

from snow_tails.helpers import LONG, alone, at, deal, view
from trailmix.bots import Seated
from trailmix.engine import border
from trailmix.engine.match import Match


def chosen(match: Match, policy: str = "greedy") -> str:
    """What a policy plays, in notation."""
    return match.game.notation.write(match.setup, Seated(policy, "x").choose(match.setup, match.states))


def race(policies: tuple[str, ...], seed: int, course: str = "nutcracker") -> Match:
    """A race of bots."""
    match = deal(len(policies), f"race {seed}", course)
    bots = [Seated(policy, f"{seed} {seat}") for seat, policy in enumerate(policies)]
    while match.actor is not None:
        match.play(bots[match.actor].choose(match.setup, match.seen_by(match.actor)))
    return match


def wins(first: str, second: str, races: int) -> int:
    """How often the first of two bots is before the second, who take turns at sitting first."""
    found = 0
    for seed in range(races):
        own = seed % 2
        policies = (first, second) if own == 0 else (second, first)
        found += race(policies, seed).places()[own] == 1
    return found


def test_greedy_beats_rollout_beats_random() -> None:
    """Clearly: a fair coin gives 70 or more of 100 once in twenty thousand times."""
    assert wins("greedy", "rollout", 100) >= 70
    assert wins("rollout", "random", 20) == 20


def rounds_of_the_winner(match: Match) -> int:
    """How many rounds it took until somebody was placed first."""
    kinds = [event.kind for event in match.events]
    return kinds[: kinds.index("placed")].count("round_began")


@pytest.mark.parametrize("players", [2, 5])
def test_greedy_sleds_finish_the_nutcracker_in_about_ten_rounds(players: int) -> None:
    races = [race(("greedy",) * players, seed) for seed in range(20)]
    assert 8 <= mean(rounds_of_the_winner(match) for match in races) <= 10.5
    finished = [each.status == "finished" for match in races for each in view(match).seats]
    assert mean(finished) > 0.95


@pytest.mark.rule("ST-R-10")
def test_greedy_takes_the_bonus_that_saves_its_sled() -> None:
    match = at("start S CL/2 finish:R", A="1.2.6 3/3/3 hand=3 dents=4", B="0.1.1")
    match.play("3@B")
    assert chosen(match) == "bonus"
    far = at("start S CL/2 S S finish:R", A="1.2.6 3/3/2 hand=4 dents=3", B="0.1.1")
    far.play("4@B")  # speed 2, at the limit: a bonus would cost the fourth dent
    assert chosen(far) == "none"


def test_greedy_goes_straight_for_the_finish() -> None:
    match = alone("start S finish:R", "1.3.5 4/4/3 hand=12345")
    assert chosen(match) == "1@B"
    assert chosen(alone(LONG, "1.3.1 4/4/3 hand=1")) == "1@B"


def test_greedy_brakes_before_a_corner() -> None:
    match = alone("start S CL/2 S S finish:R", "1.3.6 5/5/5 hand=1115 dents=1", order="A")
    match.play(chosen(match))
    assert view(match).seats[0].dents == 1


# --- the finish -----------------------------------------------------------------------------------------


def ends_of_the_move(match: Match) -> list[Match]:
    """The match after every way to make the move that is open, however many actions it takes."""
    seat, ends = match.actor, list[Match]()
    for action in match.actions():
        twin = match.clone()
        twin.play(action)
        in_a_move = twin.actor == seat and view(twin).decision in ("step", "bonus")
        ends += ends_of_the_move(twin) if in_a_move else [twin]
    return ends


def is_won(match: Match, seat: int) -> bool:
    """Has a seat been placed first?"""
    return bool(match.states["results"][0][0, seat] == 1)


@pytest.mark.rule("ST-END-2", "ST-END-6")
def test_a_victory_by_the_last_move_of_a_round_is_found_exactly() -> None:
    """Every way to make the last move of a round is tried: `settled` where one wins, and greedy takes it."""
    found, close = 0, 0
    for seed in range(40):
        match = deal(2 + seed % 4 // 3, f"finish {seed}", "start S S finish:R")
        bots = [Seated(("greedy", "rollout")[(seed + n) % 2], f"{seed}") for n in range(match.players)]
        while (seat := match.actor) is not None:
            order = [each for each in match.states["order"][0].tolist() if each >= 0]
            if order[-1] == seat and view(match).decision in ("play", "step", "bonus"):
                can_win = any(is_won(end, seat) for end in ends_of_the_move(match))
                assert border.settled(match.setup.table, match.states) == can_win
                found, close = found + can_win, close + (not can_win)
                if can_win:
                    twin, thinker = match.clone(), Seated("greedy", "x")
                    while not is_won(twin, seat):
                        assert twin.actor == seat
                        twin.play(thinker.choose(twin.setup, twin.seen_by(seat)))
            match.play(bots[seat].choose(match.setup, match.seen_by(seat)))
    assert found > 10 and close > 50


def test_in_a_season_a_victory_is_not_all() -> None:
    """There the places of all the others count, too."""
    match, bot = deal(2, "season", "start S finish:R", "start S S finish:R"), Seated("greedy", "x")
    while match.actor is not None:
        assert not border.settled(match.setup.table, match.states)
        match.play(bot.choose(match.setup, match.seen_by(match.actor)))
