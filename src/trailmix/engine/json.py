"""Writing JSON in kernels: a view is sent again and again, and Python's objects would cost the most of it.

Each function writes into a buffer of bytes at a place and returns the place after it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array


def text(words: str) -> Array:
    """Words as a kernel can write them."""
    return np.frombuffer(words.encode(), np.uint8)


def texts(words: Sequence[str]) -> Array:
    """Words to choose from, one a row, filled up with zeros."""
    encoded = [word.encode() for word in words]
    return np.array(encoded, f"S{max(map(len, encoded))}").view(np.uint8).reshape(len(encoded), -1)


LETTERS = texts([f'"{letter}"' for letter in "ABCDEFGH"])
NULL = text("null")
COMMA, OPEN, CLOSE, MINUS, ZERO = b",[]-0"


@rule
def put(out: Array, at: int, words: Array) -> int:
    """Words, up to the first zero."""
    for byte in words:
        if byte == 0:
            break
        out[at] = byte
        at += 1
    return at


@rule
def put_byte(out: Array, at: int, byte: int) -> int:
    """One byte."""
    out[at] = byte
    return at + 1


@rule
def put_number(out: Array, at: int, number: int) -> int:
    """A whole number."""
    if number < 0:
        at, number = put_byte(out, at, MINUS), -number
    digits, rest = 1, number
    while rest >= 10:
        digits, rest = digits + 1, rest // 10
    for n in range(digits):
        out[at + digits - 1 - n] = ZERO + number % 10
        number //= 10
    return at + digits


@rule
def put_pair(out: Array, at: int, first: int, second: int) -> int:
    """Two numbers as a list."""
    at = put_number(out, put_byte(out, at, OPEN), first)
    return put_byte(out, put_number(out, put_byte(out, at, COMMA), second), CLOSE)


@rule
def put_seat(out: Array, at: int, seat: int) -> int:
    """The letter of a seat, null for none."""
    return put(out, at, NULL if seat < 0 else LETTERS[seat])


@rule
def end_list(out: Array, at: int) -> int:
    """Close a list whose entries all have a comma behind them."""
    if out[at - 1] == COMMA:
        at -= 1
    return put_byte(out, at, CLOSE)
