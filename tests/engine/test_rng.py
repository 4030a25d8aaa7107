"""The generator: the right hash, the same on every machine for ever, and without bias."""

from __future__ import annotations

import math
import os
import struct
import subprocess
import sys
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from trailmix.engine import rng
from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.rng import below, draw_word, key_of, mind_of, seed, shuffle, shuffle_last, siphash

WORDS = (0, 1, 2, 0xFF, 0x0706050403020100, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF, 12345678901234567890)


CRITICAL = {2: 13.8, 4: 18.5, 5: 20.5, 23: 49.7, 55: 93.2}
"""Chi-square by degrees of freedom that one fair experiment in a thousand exceeds; the seeds are fixed."""


def python_key(hash_seed: int) -> tuple[int, int]:
    """The key that CPython makes of PYTHONHASHSEED: its `lcg_urandom`."""
    x, secret = hash_seed, bytearray()
    for _ in range(16):
        x = (x * 214013 + 2531011) & 0xFFFFFFFF
        secret.append((x >> 16) & 0xFF)
    first, second = struct.unpack("<QQ", bytes(secret) if hash_seed else bytes(16))
    return first, second


@pytest.mark.parametrize("hash_seed", [0, 1, 7, 123456789, 4294967295])
def test_siphash_is_that_of_python(hash_seed: int) -> None:
    """CPython hashes bytes by SipHash-1-3, too: an independent implementation to compare with."""
    program = f"print([hash(word.to_bytes(8, 'little')) for word in {WORDS}])"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; assert sys.hash_info.algorithm == 'siphash13'; {program}"],
        env={**os.environ, "PYTHONHASHSEED": str(hash_seed)},
        capture_output=True,
        text=True,
        check=True,
    )
    key_0, key_1 = python_key(hash_seed)
    ours = [int(siphash(np.uint64(key_0), np.uint64(key_1), np.uint64(word))) for word in WORDS]
    signed = [word - 2**64 if word >= 2**63 else word for word in ours]
    assert str([-2 if word == -1 else word for word in signed]) == done.stdout.strip()


def test_draws_never_change() -> None:
    """A seed means the same match on every machine and for ever: these numbers may never be edited."""
    assert [hex(int(word)) for word in key_of("7", "deal")] == ["0x429a8217d8ce14ad", "0xa8fdbce2907843bb"]
    mind = mind_of("7", "deal")
    assert [hex(int(draw_word(mind[0]))) for _ in range(3)] == [
        "0xdbf72b728677058e",
        "0x5fc574bffb36fcd2",
        "0xd9307844a8dd9897",
    ]
    mind = mind_of("Ännchen", "seating")
    assert [below(mind[0], n) for n in (2, 3, 6, 52, 1000, 2**32 - 1)] == [1, 0, 1, 5, 181, 791371671]
    items = np.arange(10, dtype=np.int64)
    shuffle(mind[0], items, 10)
    assert items.tolist() == [4, 2, 0, 7, 1, 8, 9, 6, 3, 5]
    shuffle_last(mind[0], items, 10, 5)
    assert items.tolist() == [9, 2, 0, 8, 6, 7, 3, 1, 5, 4]


def test_each_draw_is_the_hash_of_its_number() -> None:
    mind = mind_of("any", "test")
    key = mind["key"][0]
    for number in range(5):
        assert mind["counter"][0] == number
        assert draw_word(mind[0]) == siphash(key[0], key[1], np.uint64(number))


def test_seeding_starts_afresh() -> None:
    mind = mind_of("any", "test")
    first = [int(draw_word(mind[0])) for _ in range(3)]
    seed(mind[0], key_of("any", "test"))
    assert mind["counter"][0] == 0
    assert [int(draw_word(mind[0])) for _ in range(3)] == first


def test_purposes_and_seeds_are_independent() -> None:
    asked = [(text, purpose) for text in ("1", "2", "12") for purpose in ("deal", "seating", "bot 1", "")]
    keys = {key_of(text, purpose).tobytes() for text, purpose in asked}
    assert len(keys) == len(asked)


def test_one_of_one_is_zero() -> None:
    mind = mind_of("any", "test")
    assert {below(mind[0], 1) for _ in range(50)} == {0}


@rule
def count_below(minds: Array, n: int, parts: int, draws: int, out: Array) -> None:
    """Draw below n many times and count in which of so many equal parts the draws fall."""
    for _ in range(draws):
        drawn = below(minds[0], n)
        out[drawn * parts // n] += 1


def chi_square(counts: Array) -> float:
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2 / expected).sum())


@pytest.mark.parametrize("n", [3, 5, 6, 56, 3 * 2**30, 2**31 + 1, 2**32 - 1])
def test_below_has_no_bias(n: int) -> None:
    """In 3 * 2**30 a remainder without rejection gives the first third twice as often as the last."""
    parts, draws = n if n < 100 else 3, 300_000
    counts, mind = np.zeros(parts, np.int64), mind_of(str(n), "bias")
    count_below(mind, n, parts, draws, counts)
    assert counts.sum() == draws
    assert chi_square(counts) < CRITICAL[parts - 1]
    # Of 2**32 words, the largest multiple of n is used: so many words are needed for one number.
    assert int(mind["counter"][0]) / draws == pytest.approx(2**32 / (2**32 // n * n), rel=0.01)


def test_every_order_is_equally_likely() -> None:
    mind, counts = mind_of("orders", "test"), dict.fromkeys(permutations(range(4)), 0)
    for _ in range(24_000):
        items = np.arange(4)
        shuffle(mind[0], items, 4)
        counts[tuple(int(item) for item in items)] += 1
    assert chi_square(np.array(list(counts.values()))) < CRITICAL[23]


def test_a_shuffle_leaves_the_rest_alone() -> None:
    items = np.arange(10)
    shuffle(mind_of("some", "test")[0], items, 4)
    assert sorted(items[:4]) == [0, 1, 2, 3]
    assert items[4:].tolist() == [4, 5, 6, 7, 8, 9]


def test_every_order_of_the_last_is_equally_likely() -> None:
    mind, counts = mind_of("last", "test"), dict.fromkeys(permutations(range(5), 3), 0)
    for _ in range(60_000):
        items = np.arange(5)
        shuffle_last(mind[0], items, 5, 3)
        counts[int(items[2]), int(items[3]), int(items[4])] += 1
        assert sorted(items) == [0, 1, 2, 3, 4]
    counted = np.array(list(counts.values()))
    assert ((counted - 1000) ** 2 / 1000).sum() < 98.3, "the 0.1 % point of chi-square with 59 degrees"


def test_the_last_are_drawn_as_digits_of_one_number() -> None:
    """80 * 79 * 78 * 77 * 76 is below 2**32, one place more is not: five places are one draw."""
    sizes = [80, 79, 78, 77, 76]
    for start in range(200):
        mind, other = mind_of(f"{start}", "test"), mind_of(f"{start}", "test")
        items, expected = np.arange(90), np.arange(90)
        shuffle_last(mind[0], items, 80, 6)
        number, digits = below(other[0], math.prod(sizes)), []
        for size in sizes[::-1]:
            number, digit = divmod(number, size)
            digits.append(digit)
        for n, i in zip([*sizes, 75], [*digits[::-1], below(other[0], 75)], strict=True):
            expected[[n - 1, i]] = expected[[i, n - 1]]
        assert items.tolist() == expected.tolist()
        assert mind["counter"][0] == other["counter"][0]


def test_nothing_is_drawn_for_none() -> None:
    mind, items = mind_of("none", "test"), np.arange(3)
    shuffle_last(mind[0], items, 3, 0)
    assert (items.tolist(), int(mind["counter"][0])) == ([0, 1, 2], 0)


def test_a_mind_is_a_record_of_its_own() -> None:
    mind: Any = mind_of("x", "bot")
    assert mind.dtype == rng.Mind.dtype
    assert mind["counter"][0] == 0
