"""Whatever is played, older copies stay as they were; what is taken back is as if it had never been."""

from __future__ import annotations

from contract.cases import Case, every_case, play_on, situations, whole_match
from trailmix.engine.match import Match

EVERY = 7
"""Everything is kept at every so many decisions."""


@every_case
def test_no_older_copy_ever_changes(case: Case) -> None:
    """Of a state, of what a seat knows, of what was shown, of a match."""
    match, kept = situations(case, 1)[0], []
    table = match.setup.table.tobytes()
    for number, move in enumerate(whole_match(case, 0).moves):
        if number % EVERY == 0:
            seen, shown = match.seen_by(0), shown_by(match)
            copies = match.states.copy(), match.clone(), seen, shown
            kept.append((*copies, match.states.tobytes(), seen.tobytes(), list(shown)))
        match.play(move.action)
    assert match.over
    moves = match.moves[::EVERY]
    for (copy, clone, seen, shown, old, old_seen, old_shown), move in zip(kept, moves, strict=True):
        assert copy.tobytes() == clone.states.tobytes() == move.before == old
        assert (seen.tobytes(), shown, shown_by(clone)) == (old_seen, old_shown, old_shown)
    assert match.setup.table.tobytes() == table


@every_case
def test_a_clone_goes_its_own_way(case: Case) -> None:
    for match in situations(case, 3):
        before, moves = match.states.tobytes(), list(match.moves)
        twin = match.clone()
        assert (twin.states.tobytes(), twin.moves, twin.replay()) == (before, moves, match.replay())
        assert play_on(twin, 2).over
        assert (match.states.tobytes(), match.moves) == (before, moves)


@every_case
def test_what_is_taken_back_gives_back_every_byte(case: Case) -> None:
    """By the player, where that is fair; by whoever runs the match, always."""
    for match in situations(case, 20):
        before, moves, shown = match.states.tobytes(), list(match.moves), shown_by(match)
        match.play(match.actions()[-1])
        if match.why_no_undo() is None:
            assert match.undo() == match.actions()[-1]
        else:
            match.rewind(len(moves))
        assert (match.states.tobytes(), match.moves, shown_by(match)) == (before, moves, shown)


def shown_by(match: Match) -> list[object]:
    """All that is shown of a match, to anybody."""
    owns = [match.own_json(seat) for seat in range(match.players)]
    return [match.public_json(), *owns, match.legal(), match.prompt()]
