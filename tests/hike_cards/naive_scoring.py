"""The naive scorer: HC-SCORE-1 to HC-SCORE-8 once more, from the ledger alone (see `naive`)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Account:
    """How a round was scored, by seat where it is a list."""

    leftovers: list[int]
    pot: int
    winners: list[int]
    share: int
    odd: int
    odd_to: int | None
    bonus: list[int]
    worm: list[int]
    trees: list[int]
    points: list[int]


def score(
    leftovers: list[int],
    gone: list[int],
    latest: list[int | None],
    planted: list[int],
    captor: int | None,
    birds: int,
    bonus: int,
) -> Account:
    """HC-SCORE-1 to HC-SCORE-8. `gone` is the order of leaving, `latest` the number of each latest play."""
    fewest = min(leftovers)
    winners = [seat for seat, left in enumerate(leftovers) if left == fewest]
    pot = sum(leftovers)
    share, odd = divmod(pot, len(winners))
    odd_to = None
    if odd:
        in_order = [seat for seat in gone if seat in winners]
        played = [(number, seat) for seat, number in enumerate(latest) if number and seat in winners]
        if fewest == 0:
            odd_to = in_order[0]
        elif played:
            odd_to = max(played)[1]
        else:
            odd_to = in_order[-1]
    seats = range(len(leftovers))
    extra = [bonus if leftovers[seat] == 0 else 0 for seat in seats]
    worm = [birds if seat == captor else 0 for seat in seats]
    points = [
        share * (seat in winners) + odd * (seat == odd_to) + extra[seat] + worm[seat] + planted[seat]
        for seat in seats
    ]
    return Account(leftovers, pot, winners, share, odd, odd_to, extra, worm, planted, points)
