"""Perft: counts against a slow walk through `Match`, and figures that pin the rules down."""

from __future__ import annotations

import pytest

import trailmix
from trailmix.bots import Seated
from trailmix.engine.errors import BadOption
from trailmix.engine.match import Match
from trailmix.lab.perft import perft

GAMES = [(slug, players) for slug in trailmix.game_names() for players in trailmix.game(slug).players]
OPENING = (24, 72, 2592, 6912, 304128, 805248)
"""From any deal: six cards on four cells, three answers about the hiker ..."""
ENDGAME = {
    2: (24, 66, 1188, 3276, 39312, 68688),
    3: (24, 24, 432, 432, 5184, 15984),
    4: (24, 66, 1188, 3276, 39312, 39312),
}
"""From decision 40 of a random match to its end: here hikers run out, by the number of players."""
FAR = 3000
"""Sequences that are not counted one by one any more."""


def sequences(match: Match, depth: int) -> int:
    """Count one by one, through the front door."""
    if depth == 0:
        return 1
    count = 0
    for action in match.legal():
        twin = match.clone()
        twin.play(action)
        count += sequences(twin, depth - 1)
    return count


def whole(slug: str, players: int) -> Match:
    """A random match to its end."""
    match, bot = trailmix.new(slug, players=players, seed=1), Seated("random", "1")
    while (actor := match.actor) is not None:
        match.play(bot.choose(match.setup, match.seen_by(actor)))
    return match


def late(slug: str, players: int) -> Match:
    """A random match when most of it has been played."""
    match = whole(slug, players)
    match.rewind(len(match.moves) * 4 // 5)
    return match


def endgame(players: int) -> Match:
    """Alpina's matches have 48 decisions."""
    match = whole("alpina", players)
    match.rewind(40)
    return match


@pytest.mark.parametrize(("slug", "players"), GAMES)
def test_perft_is_what_a_slow_walk_counts(slug: str, players: int) -> None:
    for match in (trailmix.new(slug, players=players, seed="walk"), late(slug, players)):
        for depth in (1, 2, 3):
            found = perft(match, depth=depth).sequences
            if found > FAR:
                break
            assert found == sequences(match, depth)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_perft_figures(players: int) -> None:
    """Whoever changes what is legal changes these."""
    match = trailmix.new("alpina", players=players, seed=1)
    found = [perft(match, depth=depth) for depth in range(1, 7)]
    assert tuple(count.sequences for count in found) == OPENING
    assert found[-1].nodes == sum(OPENING)  # every sequence of a length is a node at that depth
    match = endgame(players)
    assert tuple(perft(match, depth=depth).sequences for depth in range(1, 7)) == ENDGAME[players]


def test_no_sequence_goes_on_after_the_end() -> None:
    match = endgame(2)
    while len(match.moves) < 46:
        match.play(match.legal()[0])
    assert perft(match, depth=2).sequences > 0
    beyond = perft(match, depth=3)
    assert (beyond.sequences, beyond.nodes) == (0, perft(match, depth=2).nodes)
    match.play(match.legal()[0])
    match.play("none")
    assert (perft(match, depth=1).sequences, perft(match, depth=1).split) == (0, ())


def test_the_split_adds_up_and_names_the_legal_actions() -> None:
    match = endgame(3)
    found = perft(match, depth=3)
    assert [first.action for first in found.split] == match.legal()
    assert sum(first.sequences for first in found.split) == found.sequences
    match.play(found.split[-1].action)
    assert found.split[-1].sequences == sequences(match, 2)


def test_the_match_is_left_as_it_was() -> None:
    match = trailmix.new("alpina", seed=1)
    before = match.states.tobytes()
    perft(match, depth=3)
    assert match.states.tobytes() == before


def test_a_walk_in_pieces_counts_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    match = trailmix.new("alpina", seed=1)
    whole = perft(match, depth=3)
    monkeypatch.setattr("trailmix.lab.perft.NODES_AT_ONCE", 7)
    told: list[tuple[int, int]] = []
    pieces = perft(match, depth=3, done=lambda tried, n: told.append((tried, n)))
    assert pieces.split == whole.split
    assert told == sorted(told)
    assert told[-1] == (len(whole.split), len(whole.split))
    assert len(told) == whole.nodes // 7 + 1


@pytest.mark.parametrize("depth", [0, -1, 49, True])
def test_a_depth_that_no_match_has_is_refused(depth: int) -> None:
    with pytest.raises(BadOption, match=f"The depth is from 1 to 48 for Alpina, not {depth}"):
        perft(trailmix.new("alpina", seed=1), depth=depth)
