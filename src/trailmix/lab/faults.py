"""What is wrong with the code of a game, in a sentence with file and line, whether Python or Numba found it.

Numba says what it cannot compile in many lines, the deepest function first, with types of records that fill
pages; some of its errors come without a place at all. The place is then found where the compiler stood.
"""

from __future__ import annotations

import re
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from numba import types
from numba.core.errors import NumbaError
from numba.core.ir import Loc

from trailmix.engine.errors import TrailmixError

PLACE = re.compile(r"(?:at|in) (\S+\.py) \((\d+)\)")
"""How Numba writes a place in its messages."""
EMPTY = re.compile(r"Failed in \w+ mode pipeline|During: |File |- (argument|During)|\s*$")
"""Lines of its messages that say nothing of the cause, if they begin so."""
MOST = 300
"""The most characters of a cause that are told."""
OTHERS = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})
"""Where code is installed that belongs to neither us nor a game."""


def explain(error: BaseException) -> str:
    """File, line and cause of an error."""
    if isinstance(error, TrailmixError):
        return str(error)
    error = _deepest(error)
    frames = list(_frames(error.__traceback__))
    compiling = _place_of_compiler(error, frames)
    if compiling is not None:
        return f"{_where(*compiling)}: {_cause(error, frames)}"
    if isinstance(error, SyntaxError) and error.filename:
        return f"{_where(error.filename, error.lineno or 0)}: {type(error).__name__}: {error.msg}"
    ours = [
        (frame, line) for frame, line in frames if not frame.f_code.co_filename.startswith((*OTHERS, "<"))
    ]
    what = f"{type(error).__name__}: {error}"
    if not ours:
        return what
    frame, line = ours[-1]
    return f"{_where(frame.f_code.co_filename, line)}, in {frame.f_code.co_name}: {what}"


def _deepest(error: BaseException) -> BaseException:
    """The error that the compiler met first, if it has made others from it."""
    found = error
    while (before := error.__cause__ or error.__context__) is not None:
        error = before
        if isinstance(error, NumbaError) and isinstance(getattr(error, "loc", None), Loc):
            found = error
    return found


def _frames(trace: TracebackType | None) -> Iterator[tuple[FrameType, int]]:
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _place_of_compiler(error: BaseException, frames: list[tuple[FrameType, int]]) -> tuple[str, int] | None:
    """Which line was being compiled; None if none was."""
    if isinstance(error, NumbaError):
        for said in PLACE.finditer(str(error)):
            if not said[1].startswith(OTHERS):
                return said[1], int(said[2])
        place: Any = getattr(error, "loc", None)
        return (place.filename, place.line) if isinstance(place, Loc) else None
    for frame, _ in reversed(frames):
        if "numba" in frame.f_globals.get("__name__", ""):
            for held in dict(frame.f_locals).values():
                place = held if isinstance(held, Loc) else getattr(held, "loc", None)
                if isinstance(place, Loc):
                    return str(place.filename), int(place.line)
    return None


def _cause(error: BaseException, frames: list[tuple[FrameType, int]]) -> str:
    if isinstance(error, KeyError) and isinstance(frames[-1][0].f_locals.get("self"), types.Record):
        return f"a record has no field {error}."
    if not isinstance(error, NumbaError):
        return f"{type(error).__name__}: {error}"
    lines = [line.strip() for line in str(error).splitlines() if not EMPTY.match(line)]
    cause = _without_records(lines[0] if lines else str(error))
    return cause if len(cause) <= MOST else f"{cause[:MOST]} ..."


def _without_records(text: str) -> str:
    """The text with types of records, which name every field, cut down to a word."""
    while (begin := text.find("Record(")) >= 0:
        depth, end = 0, begin
        for end in range(begin, len(text)):
            depth += (text[end] == "(") - (text[end] == ")")
            if depth == 0 and text[end] == ")":
                break
        text = f"{text[:begin]}a record{text[end + 1 :]}"
    return text


def _where(file: str, line: int) -> str:
    path = Path(file).resolve()
    here = Path.cwd()
    return f"{path.relative_to(here) if path.is_relative_to(here) else path}, line {line}"
