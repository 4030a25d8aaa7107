"""What is no action: of any game, and of each game in forms that are nearly its own."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

HUGE = 10**5000
COMMON: list[Any] = [
    "",
    " ",
    "\0",
    "nöne",
    "none none",
    "none\x00",
    "{seat}",
    "%s",
    "\ud800",
    "x" * 100_000,
    "9" * 5000,
    {},
    {1: 2},
    {"more": 1},
    -1,
    10**30,
    HUGE,
    -HUGE,
    True,
    False,
    1.0,
    float("nan"),
    None,
    [],
    ["none"],
    ("none", 0),
    b"none",
    object(),
    np.int64(-5),
    np.float64(3.0),
]
"""Refused by every game."""

OF_GAME: dict[str, list[Any]] = {
    "alpina": [
        *("N01", "N01@", "@0,1", "N01@0", "N01@0,1,2", "N01@x,y", "N01 0,1", "N01@٠,١"),
        *("hiker", "hiker 0", "hiker0,0", "hiker 0 0", "draw", "N01@" + "9" * 5000 + ",0"),
        *({"hiker": cell} for cell in (3, [0], [0, 0, 0], [0.0, 0.0], [True, False], "0,0", [HUGE, 0])),
        *({"card": "N01", "cell": cell} for cell in (None, [0, "1"], [HUGE, 0])),
        {"hiker": None, "card": "N01"},
        {"card": "N01"},
        {"card": 3, "cell": [0, 1]},
        {"card": "N01", "cell": [0, 1], "more": 1},
    ],
    "hike_cards": [
        *("birds", "the wind", "wind=", "=lake", "wind=lake=bug", "wind=wind", "bird bird", "pass", "draw"),
        *(
            "plant",
            "plant x",
            "plant -1",
            "plant 100",
            "plant 2+",
            "plant 2+wind+wind",
            "plant 2+2",
            "plant ٢",
        ),
        "plant " + "9" * 5000,
        {"card": HUGE},
        {"plant": HUGE, "wind": False},
    ],
    "hike_dogsled": [
        *("draft", "draft H07", "draft H07 T2 T3", "draft hand H07", "place H07 hand", "swap T1 H07", "with"),
        *("use", "use T1+", "use T1 + + I", "double", "double 99999999999999999999", "double ²"),
        "use T" + "9" * 5000,
        {"draft": "H07", "to": None},
        {"draft": ["H07"], "to": "T1"},
        {"use": "T1", "custom": "SI"},
        {"double": HUGE},
        {"double": 1.0},
        {"with": True},
    ],
    "snow_tails": [
        *("start", "start x", "start 9", "start 99999999999999999999", "discard", "discard 0", "discard 1 2"),
        *(
            "4",
            "4@",
            "@L",
            "6@L",
            "4@LL",
            "4@LRBB",
            "4@LX",
            "FF",
            "forward",
            "bonus bonus",
            "9" * 5000 + "@L",
        ),
        *({"start": lane} for lane in ("4", True, HUGE)),
        *({"card": 4, "slots": slots} for slots in ("", "LL", ["L"])),
        *({"step": step} for step in ("FF", "", 0)),
        *({"bonus": bonus} for bonus in (1, None)),
        *({"discard": value} for value in (0, [1])),
        {"card": 4},
        {"card": 4, "slots": "L", "more": 1},
    ],
}
"""Nearly an action of the game, but none."""


def mutated(texts: Sequence[str], whims: random.Random) -> Iterator[str]:
    """Any texts, and these with a character lost, doubled, or put in from elsewhere: some mean something."""
    for _ in texts:
        most = whims.choice((0x7F, 0xFF, 0xD7FF))
        yield "".join(chr(whims.randint(0, most)) for _ in range(whims.randint(1, 30)))
    letters = "".join(texts) + " \n\t\x00ß٣²{}@,+-=0"
    for text in texts:
        for _ in range(4):
            at = whims.randrange(len(text))
            yield whims.choice(
                [
                    text[:at] + text[at + 1 :],
                    text[:at] + 2 * text[at] + text[at + 1 :],
                    text[:at] + whims.choice(letters) + text[at:],
                    text[:at] + whims.choice(letters) + text[at + 1 :],
                ]
            )
