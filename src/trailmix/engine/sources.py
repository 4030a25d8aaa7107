"""The sources that compiled code is made from: the modules that a module imports, as a compiler sees them.

A compiled function can contain code of its own module and of whatever that imports, directly or not. Imports
inside functions do not count, since no kernel can make one. What counts of a source is what Python compiles
it to: comments, docstrings and empty lines do not.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import importlib.util
import os
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

import msgspec

from trailmix.engine.cache import cache_root, write_whole

BEGUN = time.time()
"""A source that was changed later may not be what this process has loaded."""
OURS = __name__.partition(".")[0]
NOTES = "sources"
"""The folder of the cache with what was found out about sources."""


class Source(NamedTuple):
    """What counts of a file."""

    digest: str
    imports: tuple[tuple[str, tuple[str, ...]], ...]
    """The modules it imports from, with leading dots if that is how it names them, and what."""


def reached(modules: Iterable[str]) -> set[str]:
    """These modules and those that they import, directly or not, as far as they are of their package or ours.

    All of them have been loaded, as has everything that they import.
    """
    found: set[str] = set()
    to_do = set(modules)
    packages = {OURS} | {name.partition(".")[0] for name in to_do}
    while to_do:
        name = to_do.pop()
        found.add(name)
        to_do |= {other for other in _imported(name) if other.partition(".")[0] in packages} - found
    return found


def digest(modules: Iterable[str]) -> str | None:
    """A hash of all that can be compiled into functions of these modules.

    None if that cannot be known: there is no source, or it was changed after it was loaded.
    """
    whole = hashlib.sha256()
    for name in sorted(reached(modules)):
        file = _file(name)
        if file is None or file.stat().st_mtime > BEGUN:
            return None
        whole.update(f"{name} {_source(file).digest}\n".encode())
    return whole.hexdigest()


def _file(name: str) -> Path | None:
    file = getattr(sys.modules.get(name), "__file__", None)
    return Path(file) if file is not None and file.endswith(".py") and os.path.exists(file) else None


def _imported(name: str) -> Iterator[str]:
    """The modules that a module imports, of those that are loaded."""
    file = _file(name)
    if file is None:
        return
    package = getattr(sys.modules[name], "__package__", None) or ""
    for said, names in _source(file).imports:
        base = importlib.util.resolve_name(said, package)
        for wanted in names:
            # What is imported from a package may be a module of it, or something that it has made.
            inner = f"{base}.{wanted}"
            if inner in sys.modules:
                yield inner
            elif base in sys.modules:
                yield base


def _source(file: Path) -> Source:
    state = file.stat()
    return _read(file, state.st_mtime_ns, state.st_size)


@functools.cache
def _read(file: Path, _written: int, _size: int) -> Source:
    """What counts of a file. It is kept in the cache, since parsing a file takes some milliseconds."""
    text = file.read_bytes()
    asked = sys.version.encode() + Path(__file__).read_bytes() + text
    note = cache_root() / NOTES / hashlib.sha256(asked).hexdigest()
    try:
        return msgspec.json.decode(note.read_bytes(), type=Source)
    except (OSError, msgspec.DecodeError):
        found = _parse(text)
        write_whole(note, msgspec.json.encode(found))
        return found


def _parse(text: bytes) -> Source:
    tree = ast.parse(text)
    imports = tuple(_imports(tree.body))
    _drop_docstrings(tree)
    code = compile(tree, "", "exec", dont_inherit=True)
    return Source(hashlib.sha256(repr(_plain(code)).encode()).hexdigest(), imports)


def _imports(body: Iterable[ast.stmt]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is imported when a module is loaded, even on a condition, except for type checkers only."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from ((alias.name, ("",)) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or ""), tuple(alias.name for alias in node.names)
        elif isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            yield from _imports(node.orelse)
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for inner in _blocks(node):
                yield from _imports(inner)


def _blocks(node: ast.AST) -> Iterator[list[Any]]:
    """The statements inside a statement."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(node, name, None)
        if isinstance(inner, list):
            yield inner


def _drop_docstrings(node: ast.AST) -> None:
    for block in _blocks(node):
        for statement in block:
            _drop_docstrings(statement)
    if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            # A body cannot be empty, and only `pass` leaves no trace in the code.
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), first)]


def _plain(constant: Any) -> Any:
    """A constant, code above all, as something whose `repr` has everything but the line numbers."""
    if isinstance(constant, CodeType):
        return (
            constant.co_qualname,
            constant.co_flags,
            (constant.co_argcount, constant.co_posonlyargcount, constant.co_kwonlyargcount),
            (constant.co_varnames, constant.co_freevars, constant.co_cellvars, constant.co_names),
            (constant.co_code, constant.co_exceptiontable),
            [_plain(inner) for inner in constant.co_consts],
        )
    if isinstance(constant, tuple):
        return tuple(_plain(inner) for inner in constant)
    if isinstance(constant, frozenset):  # its order differs from process to process
        return sorted(map(repr, constant))
    return constant
