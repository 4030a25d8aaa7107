"""Plain text: what people may write for others to read, in names and remarks. Any language, no deception.

Refused are characters that cannot be seen (with which two names can look like one), that change the direction
of the text around them or that break the line, and piles of marks that cover other lines. What scripts need
is allowed: the joiners of Persian, Hindi and emoji where they join something, the variation selectors of
emoji and of Japanese names, as many marks on a letter as languages put there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import category, normalize

from trailmix.server.messages.refusals import No

MOST_MARKS = 3
"""In a row: pointed Hebrew, Tibetan and Burmese need three, Thai and Vietnamese two."""

FLAGS = re.compile("\U0001f3f4[\U000e0061-\U000e007a]{5}\U000e007f")
"""England, Scotland and Wales: a black flag and invisible letters, the only good use of those."""
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
BLANK = frozenset("\u2d7f\U0001107f\U00016fe4\U0001d159\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\ufffc")
"""Letters, marks and symbols by their category, and yet invisible."""
EMPTY_BRAILLE = "\u2800"
ZWNJ, ZWJ = "\u200c", "\u200d"
JOINED = ((0x600, 0x7FF), (0x840, 0xDFF), (0x1000, 0x109F), (0x1780, 0x18AF))
"""The scripts in which joiners change what is seen: Arabic and its kin, those of India, Burmese, Khmer,
Mongolian."""
PICTURES = ((0x1F000, 0x1FAFF),)
"""Where emoji are, including those that Python's tables do not know yet."""
IDEOGRAPHS = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x323AF))
MONGOLIAN = ((0x1800, 0x18AF),)
SELECTORS = ((0xFE00, 0xFE0F), (0xE0100, 0xE01EF), (0x180B, 0x180D), (0x180F, 0x180F))
EMOJI_SELECTORS = "\ufe0e\ufe0f"


def check_text(text: str) -> None:
    """Raise No, with the reason, unless a text is plain."""
    for fault in _faults(text):
        raise fault


def tidy_name(name: str) -> str:
    """A name in the form NFC, with one space where there were several."""
    return " ".join(normalize("NFC", name).replace(EMPTY_BRAILLE, " ").split())


def without_joiners(name: str) -> str:
    """A plain name without its joiners, which replays cannot hold."""
    return "".join(c for c in name if category(c) != "Cf")


def likeness(name: str) -> str:
    """What names that look alike have in common: case, width, joiners and selectors make no difference."""
    seen = "".join(c for c in without_joiners(name) if not _within(c, SELECTORS))
    return normalize("NFKC", normalize("NFKC", seen).casefold())


def _faults(text: str) -> Iterator[No]:
    """What is wrong with a text."""
    text = normalize("NFC", FLAGS.sub("\U0001f3f4", text)).replace(EMPTY_BRAILLE, " ")
    marks, seen = 0, False
    for before, char, after in zip("\0" + text, text, text[1:] + "\0", strict=False):
        kind = category(char)
        if kind in ("Cc", "Zl", "Zp"):
            yield No("bad_option.text_control")
        elif char in TURNING:
            yield No("bad_option.text_turning")
        elif _is_invisible(before, char, after):
            yield No("bad_option.text_invisible")
        elif kind in ("Cs", "Co", "Cn") and not _within(char, PICTURES):
            yield No("bad_option.text_unknown")
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MOST_MARKS or (marks and before == "\0"):
            yield No("bad_option.text_marks")
        seen = seen or kind[0] in "LNPS" or _within(char, PICTURES)
    if not seen:
        yield No("bad_option.text_empty")


def _is_invisible(before: str, char: str, after: str) -> bool:
    """Is it invisible, by itself or where it stands?"""
    if _within(char, SELECTORS):
        return not _selects(before, char)
    return char in BLANK or (category(char) == "Cf" and not _joins(before, char, after))


def _within(char: str, ranges: tuple[tuple[int, int], ...]) -> bool:
    number = ord(char)
    return any(first <= number <= last for first, last in ranges)


def _joins(before: str, char: str, after: str) -> bool:
    """Is it a joiner between two letters that it joins or keeps apart, or between two emoji?"""
    if char not in (ZWNJ, ZWJ):
        return False
    if _within(before, JOINED) and category(before)[0] in "LM":
        return _within(after, JOINED) and category(after)[0] == "L"
    return char == ZWJ and _is_picture(before) and _is_picture(after) and after not in EMOJI_SELECTORS


def _is_picture(char: str) -> bool:
    return category(char) in ("So", "Sk") or _within(char, PICTURES) or char in EMOJI_SELECTORS


def _selects(before: str, selector: str) -> bool:
    """Does a variation selector follow something that has several shapes?"""
    if selector in EMOJI_SELECTORS:
        return before == "ℹ" or category(before)[0] in "SPN"  # symbols, and ‼ or 1 as the base of a keycap
    return _within(before, MONGOLIAN if ord(selector) < 0xFE00 else IDEOGRAPHS)
