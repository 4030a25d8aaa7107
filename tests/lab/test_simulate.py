"""Simulations: the same figures however they are played, and every match can be played again alone."""

from __future__ import annotations

import msgspec
import pytest

import trailmix
from trailmix.bots import Quick, find, make, names
from trailmix.engine.errors import BadOption
from trailmix.lab.playing import play_matches, replay_of
from trailmix.lab.simulate import Simulation, Tally, simulate

QUICK = [name for name in names() if issubclass(find(name), Quick)]
RANDOM = [make("random")] * 2
GAMES = [(slug, players) for slug in trailmix.game_names() for players in trailmix.game(slug).players]


def figures(jobs: int, chunk: int | None = None) -> bytes:
    setup = trailmix.game("alpina").setup(3)
    bots = ["random", "greedy", "rollout"]
    report = simulate(setup, games=700, seed="rain", bots=bots, jobs=jobs, chunk=chunk)
    return msgspec.json.encode(report.simulation)


def test_jobs_and_chunks_do_not_change_the_figures() -> None:
    one = figures(jobs=1)
    assert figures(jobs=2) == one
    assert figures(jobs=5) == one
    assert figures(jobs=2, chunk=1) == one
    assert figures(jobs=3, chunk=699) == one


def test_another_seed_gives_other_figures() -> None:
    setup = trailmix.game("alpina").setup(2)
    first, second = (simulate(setup, games=50, seed=seed).simulation for seed in (1, 2))
    assert first.score != second.score


@pytest.mark.parametrize(("slug", "players"), GAMES)
@pytest.mark.parametrize("bot", QUICK)
def test_a_match_played_again_at_a_table_ends_the_same(bot: str, slug: str, players: int) -> None:
    """At the table bots see redacted states only, so this also shows that no bot looks at more."""
    setup = trailmix.game(slug).setup(players)
    bots = [bot, *["random"] * (players - 1)]
    chunk = play_matches(setup, [make(name) for name in bots], "again", 40, 5)
    for row in range(5):
        match = replay_of(setup, bots, "again", 40 + row)
        assert match.scores() == list(chunk.scores[row])
        assert match.places() == [int(place) or None for place in chunk.places[row]]
        assert len(match.moves) == chunk.decisions[row]


def test_a_match_of_a_simulation_is_dealt_like_any_other() -> None:
    setup = trailmix.game("alpina").setup(2)
    played = replay_of(setup, ["random", "random"], "snow", 12)
    dealt = trailmix.new("alpina", players=2, seed="snow:12")
    assert played.moves[0].before == dealt.states.tobytes()


def test_the_figures_add_up() -> None:
    setup = trailmix.game("alpina").setup(4)
    found = simulate(setup, games=300, seed=5, jobs=2).simulation
    assert sum(seat.wins for seat in found.seats) == 300  # AL-END-4: always exactly one winner
    assert found.shared_first == 0
    assert 0 < found.level_on_points < 300
    assert found.decisions.counts == ((48, 300),)
    assert sum(often for _, often in found.score.counts) == 4 * 300
    for seat in found.seats:
        assert sum(often for _, often in seat.score.counts) == 300
    matches = [replay_of(setup, ["random"] * 4, "5", index) for index in range(300)]
    scores = [match.scores() for match in matches]
    assert found.level_on_points == sum(row.count(max(row)) > 1 for row in scores)
    assert [seat.wins for seat in found.seats] == [
        sum(match.places()[seat] == 1 for match in matches) for seat in range(4)
    ]
    assert found.seats[2].score.mean.value == sum(row[2] for row in scores) / 300


def test_shared_places_are_told_apart_from_equal_points() -> None:
    setup = trailmix.game("alpina").setup(2)
    chunk = play_matches(setup, RANDOM, "x", 0, 3)
    chunk.scores[:] = [[5, 5], [4, 4], [1, 2]]
    chunk.places[:] = [[1, 1], [2, 1], [2, 1]]
    tally = Tally(2)
    tally.fold(chunk)
    assert (tally.level_on_points, tally.shared_first, tally.wins) == (2, 1, [1, 3])


def test_without_a_place_nobody_wins() -> None:
    setup = trailmix.game("alpina").setup(2)
    chunk = play_matches(setup, RANDOM, "x", 0, 3)
    chunk.scores[:] = [[0, 0], [5, 0], [3, 5]]
    chunk.places[:] = [[0, 0], [1, 0], [2, 1]]
    tally = Tally(2)
    tally.fold(chunk)
    assert (tally.games, tally.wins, tally.without_winner, tally.shared_first) == (3, [1, 1], 1, 0)


@pytest.mark.rule("HD-RUL-38")
def test_a_first_place_need_not_be_a_victory() -> None:
    setup = trailmix.game("alpina").setup(2)
    chunk = play_matches(setup, RANDOM, "x", 0, 3)
    assert chunk.won.all()
    chunk.places[:] = [[1, 1], [1, 1], [2, 1]]
    chunk.won[:] = [False, True, True]
    tally = Tally(2)
    tally.fold(chunk)
    assert (tally.games, tally.wins, tally.without_winner, tally.shared_first) == (3, [1, 2], 1, 1)


@pytest.mark.rule("ST-R-27", "ST-R-28", "ST-R-30")
def test_a_race_that_nobody_finishes_has_no_winner() -> None:
    setup = trailmix.game("snow_tails").setup(2, {"course": "start S S finish:L", "most_rounds": 1})
    found = simulate(setup, games=20, seed=1, jobs=1).simulation
    assert found.without_winner == 20
    assert [(seat.wins, seat.win_share.value) for seat in found.seats] == [(0, 0.0), (0, 0.0)]
    assert found.shared_first == 0


def test_progress_is_told_to_the_end() -> None:
    told: list[int] = []
    simulate(trailmix.game("alpina").setup(2), games=25, seed=1, jobs=2, chunk=10, done=told.append)
    assert told == [10, 20, 25]


def test_figures_are_read_back_from_json() -> None:
    text = figures(jobs=2)
    assert msgspec.json.encode(msgspec.json.decode(text, type=Simulation)) == text


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 0}, "The number of matches is from 1 to 1,000,000,000,000, not 0."),
        ({"games": True}, "The number of matches is from 1 to 1,000,000,000,000, not True."),
        ({"jobs": 0}, "The number of jobs is from 1 to 256, not 0."),
        ({"jobs": 257}, "The number of jobs is from 1 to 256, not 257."),
        ({"bots": ["clever"]}, f"There is no bot called 'clever'. There is: {', '.join(names())}."),
        ({"bots": ["random"] * 3}, "Name one bot for all or one for each of the 2 seats, not 3."),
        ({"bots": []}, "Name one bot for all or one for each of the 2 seats, not 0."),
        ({"seed": ""}, "A seed has 1 to 100 plain characters."),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(wrong: dict[str, object], sentence: str) -> None:
    given: dict[str, object] = {"games": 1, "seed": 1, **wrong}
    with pytest.raises(BadOption) as refused:
        simulate(trailmix.game("alpina").setup(2), **given)  # type: ignore[arg-type]
    assert str(refused.value) == sentence
