"""Writing views as JSON: one kernel for all games, which walks a plan made from what a game declares.

A plan is a list of rows, each of which writes a text and then, perhaps, a value of the record. Places in the
record are counted in 32-bit numbers. The writer never writes beyond its buffer, and never reads beyond a list
of words or names: a value that has no word ends the writing, and the row tells which field it was.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np

from trailmix.engine.kernels import rule
from trailmix.engine.record import Array
from trailmix.engine.shapes import (
    NEVER,
    NO_NUMBER,
    Field,
    Kind,
    Letters,
    Many,
    Name,
    Number,
    OneOf,
    Row,
    Struct,
    Truth,
    columns,
    entry_fields,
    entry_of,
    read,
    record_of,
)

TEXT, NUMBER, TRUTH, WORD, NAME, ROW, SPELL, LIST, NEXT, UNLESS, OMIT, OMIT_NONE, END = range(13)
"""What a row does."""
MOST_DEPTH = 8
FIRST_ROOM = 1 << 14
"""As many bytes as most views take; the buffer grows when it must."""
SPARE = 32
"""More bytes than a number, a word's quotes or a bracket take."""
FULL = -1
"""The buffer is too small. Lower results name the row whose value has no word, name or place."""

Step = tuple[int, int, int, int, int]
"""What a row does, where, and with what."""
encode = msgspec.json.encode


class Plan:
    """How two records are written: what everyone sees of a game, and what a seat sees besides."""

    def __init__(self, view_type: type[msgspec.Struct], own_type: type[msgspec.Struct]) -> None:
        self.kinds: list[str] = []
        """The kinds of names that are needed."""
        self._steps: list[Step] = []
        self._texts: list[tuple[int, int]] = []
        """The text in front of each row: where it begins and ends."""
        self._fields: list[str] = []
        """The field that each row writes."""
        self._text = bytearray()
        self._pending = ""
        self.view = self._whole(view_type, without=("own",))
        self.own_row = len(self._steps)
        """The rows from here on write what a seat sees besides."""
        self.own = self._whole(own_type)
        self.rows = np.hstack([np.array(self._steps, np.int64), np.array(self._texts, np.int64)])
        self.text = np.frombuffer(bytes(self._text), np.uint8)

    def _whole(self, declared: type[msgspec.Struct], without: tuple[str, ...] = ()) -> Any:
        shape = read(declared, without=without)
        dtype = record_of(shape)
        self._struct(shape, dtype, 0, declared.__qualname__, 0)
        self._add((END, 0, 0, 0, 0), "")
        return dtype

    def field(self, result: int) -> str:
        """The field that a result of the writer below FULL is about."""
        return self._fields[FULL - 1 - result]

    # --- rows

    def _say(self, text: str) -> tuple[int, int]:
        begin = len(self._text)
        self._text += text.encode()
        return begin, len(self._text)

    def _add(self, step: Step, field: str) -> int:
        """Add a row after the pending text; returns its number."""
        self._texts.append(self._say(self._pending))
        self._pending = ""
        self._steps.append(step)
        self._fields.append(field)
        return len(self._steps) - 1

    def _aim(self, row: int) -> None:
        """Let a row that leaves something out continue with what is written next."""
        if self._pending:
            self._add((TEXT, 0, 0, 0, 0), "")
        op, where, a, b, _ = self._steps[row]
        self._steps[row] = (op, where, a, b, len(self._steps))

    # --- what a declaration becomes

    def _struct(self, kind: Struct, dtype: Any, base: int, path: str, depth: int) -> None:
        separator = "{"
        for field in kind.fields:
            leaving_out = self._omission(field, dtype, base, path, separator)
            self._pending += f"{separator}{encode(field.name).decode()}:"
            separator = ","
            self._field(field, dtype, base, f"{path}.{field.name}", depth)
            if leaving_out is not None:
                self._aim(leaving_out)
        self._pending += "}" if separator == "," else "{}"

    def _omission(self, field: Field, dtype: Any, base: int, path: str, separator: str) -> int | None:
        """The row that leaves a field out where it has its default."""
        if field.default is NEVER:
            return None
        if separator == "{":
            raise TypeError(f"{path}.{field.name}: the first field cannot be left out.")
        where = base + _place(dtype, columns(field)[0][0])
        if field.default is None and not isinstance(field.kind, Number):
            return self._add((OMIT_NONE, where, 0, 0, 0), "")
        default = NO_NUMBER if field.default is None else 0 if field.default == () else int(field.default)
        return self._add((OMIT, where, default, 0, 0), "")

    def _field(self, field: Field, dtype: Any, base: int, path: str, depth: int) -> None:
        name, kind = field.name, field.kind
        if isinstance(kind, OneOf) and len(kind.words) == 1:
            self._pending += encode(kind.words[0]).decode()
            return
        where = base + _place(dtype, name)
        if isinstance(kind, Struct):
            row = None
            if field.optional:
                row = self._add((UNLESS, base + _place(dtype, f"{name}_n"), 0, 0, 0), path)
            self._struct(kind, dtype[name], where, path, depth)
            if row is not None:
                self._aim(row)
        elif isinstance(kind, Many):
            self._many(kind, where, base + _place(dtype, f"{name}_n"), path, depth)
        elif isinstance(kind, Letters):
            first, _ = self._say(kind.letters)
            count = base + _place(dtype, f"{name}_n")
            self._add((SPELL, count, where, kind.most, first), path)
        else:
            self._value(kind, where, path)

    def _value(self, kind: Kind, where: int, path: str) -> None:
        if isinstance(kind, OneOf):  # the words follow as rows of their own
            row = self._add((WORD, where, len(kind.words), 0, 0), path)
            for word in kind.words:
                self._pending = encode(word).decode()
                self._add((TEXT, 0, 0, 0, 0), "")
            self._aim(row)
        elif isinstance(kind, Name):
            if kind.kind not in self.kinds:
                self.kinds.append(kind.kind)
            self._add((NAME, where, self.kinds.index(kind.kind), 0, 0), path)
        elif isinstance(kind, Row):
            self._add((ROW, where, kind.length, 0, 0), path)
        else:
            self._add((TRUTH if isinstance(kind, Truth) else NUMBER, where, 0, 0, 0), path)

    def _many(self, kind: Many, where: int, count: int, path: str, depth: int) -> None:
        if depth == MOST_DEPTH:
            raise TypeError(f"{path}: more than {MOST_DEPTH} lists within each other.")
        brackets = b"[]" if kind.key is None else b"{}"
        begin = self._add((LIST, count, kind.most, brackets[0], 0), path)
        entry = entry_of(kind)
        if kind.key is not None:
            key, value = entry_fields(kind)
            self._field(key, entry, where, f"{path}, a key", depth + 1)
            self._pending += ":"
            self._field(value, entry, where, path, depth + 1)
        elif isinstance(kind.of, Struct):
            self._struct(kind.of, entry, where, path, depth + 1)
        else:
            self._value(kind.of, where, path)
        self._add((NEXT, entry.itemsize // 4, begin, brackets[1], 0), path)
        self._aim(begin)


def _place(dtype: Any, name: str) -> int:
    """Where a column of a record begins, in 32-bit numbers."""
    return int(dtype.fields[name][1]) // 4


class Sheet(threading.local):
    """What views are made in, one for each thread: the two records to fill, and the bytes to write."""

    def __init__(self, plan: Plan) -> None:
        self.view, self.own = np.zeros(1, plan.view), np.zeros(1, plan.own)
        self.view_words, self.own_words = self.view.view(np.int32), self.own.view(np.int32)
        self.view_words[:] = self.own_words[:] = NO_NUMBER
        self.out = np.empty(FIRST_ROOM, np.uint8)

    def enlarge(self) -> None:
        """Make room: what was written did not fit."""
        self.out = np.empty(2 * len(self.out), np.uint8)


class Names:
    """The names that a plan needs, as the writer takes them."""

    def __init__(self, kinds: Sequence[str], given: Mapping[str, Sequence[str]]) -> None:
        missing = [kind for kind in kinds if kind not in given]
        if missing:
            raise TypeError(f"Which names are meant by {', '.join(missing)}? `names` gives none.")
        encoded = [[encode(name) for name in given[kind]] for kind in kinds]
        flat = [name for names in encoded for name in names]
        self.text = np.frombuffer(b"".join(flat) or b" ", np.uint8)
        self.cuts = np.cumsum([0, *map(len, flat)])
        """Where each name begins, and the last ends."""
        self.first = np.cumsum([0, *map(len, encoded)])
        """The number of each kind's first name, and the number of all names."""


TRUTHS = np.frombuffer(b"truefalse", np.uint8)


# --- the writer -----------------------------------------------------------------------------------------


@rule
def put_number(out: Array, at: int, number: int) -> int:
    """Write a whole number, null for NO_NUMBER; returns the place after it."""
    if number == NO_NUMBER:
        return put_null(out, at)
    if number < 0:
        out[at] = 45
        at, number = at + 1, -number
    digits, rest = 1, number
    while rest >= 10:
        digits, rest = digits + 1, rest // 10
    for n in range(digits):
        out[at + digits - 1 - n] = 48 + number % 10
        number //= 10
    return at + digits


@rule
def put_null(out: Array, at: int) -> int:
    """Write null; returns the place after it."""
    out[at], out[at + 1], out[at + 2], out[at + 3] = 110, 117, 108, 108
    return at + 4


@rule
def write(  # noqa: PLR0915 - a branch for each kind of row, in one loop
    rows: Array,
    row: int,
    text: Array,
    names: Array,
    cuts: Array,
    first: Array,
    record: Array,
    out: Array,
    at: int,
) -> int:
    """Write a record from a row on; returns the place after it, FULL, or less if a value has no word.

    Whatever is read from the record is blank afterwards: the next view that is made on it, perhaps for
    somebody else, finds nothing of this one, even if a game forgets to fill something.
    """
    base, depth = 0, 0
    bases, left = np.zeros(MOST_DEPTH + 1, np.int64), np.zeros(MOST_DEPTH + 1, np.int64)
    last = len(out) - SPARE
    source, begin, end = text, rows[row, 5], rows[row, 6]
    while at + end - begin <= last:
        for n in range(begin, end):
            out[at] = source[n]
            at += 1
        op, where, a, b, target = rows[row, 0], rows[row, 1], rows[row, 2], rows[row, 3], rows[row, 4]
        place = base + where
        value = int(record[place])
        row += 1
        begin, end, is_read = 0, 0, True
        if op == NUMBER:
            at = put_number(out, at, value)
        elif op == TEXT:
            is_read = False
        elif op == WORD:
            if value >= a:
                return FULL - row
            if value < 0:
                at = put_null(out, at)
            else:
                begin, end = rows[row + value, 5], rows[row + value, 6]
            row = target
        elif op == NAME:
            if value < 0:
                at = put_null(out, at)
            elif value >= first[a + 1] - first[a]:
                return FULL - row
            else:
                source, begin, end = names, cuts[first[a] + value], cuts[first[a] + value + 1]
        elif op == TRUTH:
            source, begin, end = TRUTHS, 0 if value else 4, 4 if value else 9
        elif op == LIST:
            if value > a:
                return FULL - row
            if value <= 0:
                if value < 0:
                    at = put_null(out, at)
                else:
                    out[at], out[at + 1] = b, b + 2
                    at += 2
                row = target
            else:
                out[at] = b
                at += 1
                bases[depth], left[depth] = base, value
                depth += 1
        elif op == NEXT:
            is_read = False
            left[depth - 1] -= 1
            if left[depth - 1] > 0:
                out[at] = 44
                base += where
                row = a + 1
            else:
                depth -= 1
                base = bases[depth]
                out[at] = b
            at += 1
        elif op == ROW:
            if value == NO_NUMBER:
                at = put_null(out, at)
            elif at + a * 12 > last:
                return FULL
            else:
                for n in range(place, place + a):
                    out[at] = 44 if n > place else 91
                    at = put_number(out, at + 1, int(record[n]))
                    record[n] = NO_NUMBER
                out[at] = 93
                at += 1
        elif op == SPELL:
            if value > b or value < 0:
                return FULL - row
            if at + value > last:
                return FULL
            out[at] = 34
            for n in range(base + a, base + a + value):
                at += 1
                if not 0 <= record[n] < len(text) - target:
                    return FULL - row
                out[at] = text[target + record[n]]
                record[n] = NO_NUMBER
            out[at + 1] = 34
            at += 2
        elif op == UNLESS:
            if value < 0:
                at = put_null(out, at)
                row = target
        elif op == OMIT:
            is_read = value == a
            row = target if is_read else row
        elif op == OMIT_NONE:
            is_read = value < 0
            row = target if is_read else row
        else:
            return at
        if is_read:
            record[place] = NO_NUMBER
        if at + end - begin > last:
            break
        for n in range(begin, end):
            out[at] = source[n]
            at += 1
        source, begin, end = text, rows[row, 5], rows[row, 6]
    return FULL
