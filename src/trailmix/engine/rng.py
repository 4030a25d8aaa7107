"""Chance: a keyed generator inside the record.

Draw number ``counter`` of a match is SipHash-1-3 of the counter under the match's 128-bit key. However many
draws somebody has seen, they cannot tell the next one without the key, and key and counter are fields that
nobody may see. The same few functions serve any record with these two fields: a state, or a bot's `Mind`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import numpy as np

from trailmix.engine.kernels import inlined, rule, wrapping
from trailmix.engine.record import Array, Record, field

U = np.uint64
LOW_32 = U(0xFFFFFFFF)
C0, C1, C2, C3 = U(0x736F6D6570736575), U(0x646F72616E646F6D), U(0x6C7967656E657261), U(0x7465646279746573)
LENGTH_8 = U(8 << 56)
FINAL = U(0xFF)


class Mind(Record):
    """A generator outside a match: what a bot's random choices come from."""

    key: Array = field(np.uint64, 2)
    counter: int = field(np.uint64)


@inlined
@wrapping
def sip_round(a: Any, b: Any, c: Any, d: Any) -> tuple[Any, Any, Any, Any]:
    """One round of SipHash on its four words."""
    a += b
    b = (b << U(13)) | (b >> U(51))
    b ^= a
    a = (a << U(32)) | (a >> U(32))
    c += d
    d = (d << U(16)) | (d >> U(48))
    d ^= c
    a += d
    d = (d << U(21)) | (d >> U(43))
    d ^= a
    c += b
    b = (b << U(17)) | (b >> U(47))
    b ^= c
    c = (c << U(32)) | (c >> U(32))
    return a, b, c, d


@inlined
def siphash(key_0: Any, key_1: Any, word: Any) -> Any:
    """SipHash-1-3 of one 64-bit word (eight bytes, little-endian)."""
    a, b, c, d = key_0 ^ C0, key_1 ^ C1, key_0 ^ C2, key_1 ^ C3
    d ^= word
    a, b, c, d = sip_round(a, b, c, d)
    a ^= word
    d ^= LENGTH_8
    a, b, c, d = sip_round(a, b, c, d)
    a ^= LENGTH_8
    c ^= FINAL
    a, b, c, d = sip_round(a, b, c, d)
    a, b, c, d = sip_round(a, b, c, d)
    a, b, c, d = sip_round(a, b, c, d)
    return a ^ b ^ c ^ d


@inlined
def draw_word(s: Any) -> Any:
    """The next 64 random bits of a record."""
    word = siphash(s.key[0], s.key[1], s.counter)
    s.counter += U(1)
    return word


@inlined
@wrapping
def below(s: Any, n: int) -> int:
    """A whole number from 0 to n - 1, each exactly equally likely (0 < n < 2**32)."""
    size = U(n)
    product = (draw_word(s) >> U(32)) * size
    if product & LOW_32 < size:
        # Lemire's method: a few low parts are over-represented; draw again when one comes up.
        over = ((LOW_32 - size) + U(1)) % size
        while product & LOW_32 < over:
            product = (draw_word(s) >> U(32)) * size
    return np.int64(product >> U(32))  # type: ignore[return-value]  # a kernel has no other integer


@rule
def shuffle(s: Any, items: Array, n: int) -> None:
    """Shuffle the first n items, every order equally likely."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        items[i], items[j] = items[j], items[i]


@rule
@wrapping
def shuffle_last(s: Any, items: Array, n: int, last: int) -> None:
    """Draw `last` of the first n items to the end of these, in random order, each order equally likely.

    Several places are drawn from one word: a number below 80 * 79 is a number below 80 and one below 79.
    """
    end = n - last
    while n > end:
        size, after = U(n), n - 1
        while after > end and size * U(after) <= LOW_32:
            size *= U(after)
            after -= 1
        word = draw_word(s) >> U(32)
        low = word * size & LOW_32
        while low < size and low < ((LOW_32 - size) + U(1)) % size:  # as in `below`
            word = draw_word(s) >> U(32)
            low = word * size & LOW_32
        while n > after:
            product = word * U(n)
            i, word = np.int64(product >> U(32)), product & LOW_32
            n -= 1
            items[n], items[i] = items[i], items[n]


@rule
def seed(s: Any, key: Array) -> None:
    """Start the generator of a record afresh."""
    s.key[0] = key[0]
    s.key[1] = key[1]
    s.counter = U(0)


def keys_of(seed_texts: Iterable[str], purpose: str) -> Array:
    """The 128-bit keys that seeds give for a purpose ("deal", "seating", "bots" ...), a row for each."""
    sha256, start = hashlib.sha256, f"trailmix/{purpose}/"
    digests = b"".join([sha256((start + text).encode()).digest()[:16] for text in seed_texts])
    return np.frombuffer(digests, dtype="<u8").astype(np.uint64).reshape(-1, 2)


def key_of(seed_text: str, purpose: str) -> Array:
    """The key of one seed."""
    key: Array = keys_of((seed_text,), purpose)[0]
    return key


def mind_of(seed_text: str, purpose: str) -> Array:
    """A generator for anything but the deal, as an array of one."""
    mind = Mind.new()
    mind["key"][0] = key_of(seed_text, purpose)
    return mind
