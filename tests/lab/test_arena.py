"""The arena: a block is one observation, seats are rotated, and the arithmetic is that of a textbook."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

import trailmix
from trailmix.bots import Search, Stop, names
from trailmix.bots.quick import Random
from trailmix.engine import border
from trailmix.engine.errors import BadOption
from trailmix.engine.game import Setup
from trailmix.engine.kernels import JIT
from trailmix.engine.record import Array
from trailmix.lab.arena import ArenaReport, arena, fill_up, interval, play_block, student
from trailmix.lab.cheat import Cheat, contestant

GAME = trailmix.game("hike_cards")


@pytest.mark.parametrize(("freedom", "reach"), [(4, 2.776), (9, 2.262), (30, 2.042), (10**6, 1.960)])
def test_students_distribution(freedom: int, reach: float) -> None:
    assert student(freedom) == pytest.approx(reach, abs=0.01)


def test_an_interval_of_blocks() -> None:
    found = interval(np.array([0.0, 0.5, 0.5, 1.0]))
    error = np.sqrt(1 / 6 / 4)  # of the mean: the variance is 1/6
    assert found.value == 0.5
    assert found.low == pytest.approx(0.5 - student(3) * error)
    assert found.high == pytest.approx(0.5 + student(3) * error)
    assert interval(np.array([0.25])).low is None


def test_a_line_up_is_filled_with_its_last_bot() -> None:
    assert fill_up(["search", "greedy"], 4) == ("search", "greedy", "greedy", "greedy")
    with pytest.raises(BadOption, match=r"from 1 to 2 bots for the 2 seats, not 3\."):
        fill_up(["greedy"] * 3, 2)


def test_equals_share_every_block_exactly() -> None:
    """The same bots on the same deals in every rotation: whoever has the luck, each has it once."""
    found = arena(GAME.setup(3), ["greedy"], seed="fair", blocks=6)
    (one,) = found.contestants
    assert (one.seats, found.matches, found.fair) == (3, 18, 1 / 3)
    assert one.win_share.value == pytest.approx(1 / 3)
    assert one.win_share.high == pytest.approx(one.win_share.low)
    assert one.score.value == pytest.approx(0)


def test_shares_add_up_and_jobs_do_not_change_them() -> None:
    reports = [
        arena(GAME.setup(3), ["greedy", "random"], seed="jobs", blocks=10, jobs=jobs) for jobs in (1, 3)
    ]
    shares = [[(one.bot, one.win_share, one.score) for one in report.contestants] for report in reports]
    assert shares[0] == shares[1]
    greedy, random = reports[0].contestants
    assert greedy.win_share.value + 2 * random.win_share.value == pytest.approx(1)
    assert greedy.win_share.value > reports[0].fair
    assert msgspec.json.decode(msgspec.json.encode(reports[0]), type=ArenaReport) == reports[0]


class Noting(Random):
    """Notes in which seats it has played."""

    def choose(self, setup: Setup, seen: Array, mind: Array, stop: Stop) -> int:
        self.seats = getattr(self, "seats", set()) | {border.actor(setup.table, seen)}
        return super().choose(setup, seen, mind, stop)


def test_fewer_rotations_move_on_from_deal_to_deal() -> None:
    setup, seats = GAME.setup(3), []
    for number in range(4):
        noting = Noting()
        block = play_block(setup, [noting, Random(), Random()], "one seat", number, rotations=1)
        assert block.wins.sum() == pytest.approx(1)
        seats.append(noting.seats)
    assert seats == [{0}, {2}, {1}, {0}]
    found = arena(setup, ["random"], seed="one seat", blocks=4, rotations=2)
    assert (found.rotations, found.matches) == (2, 8)
    with pytest.raises(BadOption, match=r"rotations is from 1 to 3, not 4"):
        arena(setup, ["random"], seed="one seat", blocks=1, rotations=4)


def test_it_stops_as_soon_as_it_knows_enough() -> None:
    told: list[int] = []
    found = arena(GAME.setup(3), ["greedy", "random"], seed="stop", blocks=400, within=0.2, done=told.append)
    assert found.blocks == told[-1] < 400
    share = found.contestants[0].win_share
    assert share.high is not None
    assert share.high - share.value <= 0.2


def test_the_cheat_is_in_the_lab_only() -> None:
    assert Cheat.name not in names()
    made = contestant("cheat:simulations=7")
    assert isinstance(made, Cheat)
    assert made.budget is not None
    assert made.budget.simulations == 7
    assert type(contestant("search")) is Search


@pytest.mark.skipif(not JIT, reason="a search takes too long as plain Python")
def test_who_sees_everything_wins_more() -> None:
    found = arena(GAME.setup(3), ["cheat:simulations=60", "random"], seed="cheat", blocks=8)
    assert found.contestants[0].win_share.value > 0.5
