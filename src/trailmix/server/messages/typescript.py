"""TypeScript types made from the Python structs, so that the browser cannot disagree with the server.

``python -m trailmix.server.messages.typescript FOLDER`` writes ``protocol.ts`` and, for each game,
``games/SLUG/view.ts`` (what a seat sees) and ``games/SLUG/events.ts`` (what happens).
A test compares what is in ``web/src`` with what this gives.
"""

from __future__ import annotations

import sys
import typing
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

import trailmix
from trailmix.engine.events import EventKind
from trailmix.engine.game import own_slugs
from trailmix.server.messages import protocol

HEAD = "// Made from the Python structs by trailmix.server.messages.typescript. Do not edit.\n"
WORDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def declarations(types: Sequence[type]) -> str:
    """TypeScript declarations of structs and of all that they refer to."""
    _, components = msgspec.json.schema_components(types, ref_template="{name}")
    return "\n".join(_declare(name, schema) for name, schema in sorted(components.items()))


def _declare(name: str, schema: dict[str, Any]) -> str:
    described = f"/** {' '.join(schema['description'].split())} */\n" if "description" in schema else ""
    required = set(schema.get("required", ()))
    lines = [
        f"  {field}{'' if field in required else '?'}: {_type(inner)};"
        for field, inner in schema.get("properties", {}).items()
    ]
    return f"{described}export interface {name} {{\n" + "\n".join(lines) + "\n}\n"


def _type(schema: dict[str, Any]) -> str:
    """The TypeScript type of a JSON schema."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(msgspec.json.encode(value).decode() for value in schema["enum"])
    if "const" in schema:
        return msgspec.json.encode(schema["const"]).decode()
    if "anyOf" in schema:
        return " | ".join(_type(inner) for inner in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(inner) for inner in schema['prefixItems'])}]"
        return f"Array<{_type(schema.get('items', {}))}>"
    if kind == "object":
        return f"Record<string, {_type(schema.get('additionalProperties') or {})}>"
    return WORDS.get(kind or "", "unknown")


def protocol_file() -> str:
    """All messages, and the two unions of what each side says."""
    unions = "".join(
        f"export type {name} = {' | '.join(member.__name__ for member in typing.get_args(union))};\n"
        for name, union in (("FromClient", protocol.FromClient), ("FromServer", protocol.FromServer))
    )
    version = f"export const PROTOCOL = {protocol.PROTOCOL};\n"
    return f"{HEAD}\n{version}\n{declarations(protocol.TYPES)}\n{unions}"


def view_file(slug: str) -> str:
    """What a seat sees of a game, and what never changes in its matches."""
    game = trailmix.game(slug)
    types = [game.view_type, game.own_type, typing.get_type_hints(game.table_view)["return"]]
    return f"{HEAD}\n{declarations(types)}"


def events_file(slug: str) -> str:
    """What happens in a game, by kind: as it is told to those who may know all of it, and to the others."""
    kinds = trailmix.game(slug).events.values()
    types = [_value_type(value.read) for kind in kinds for value in kind.values]
    schemas, components = msgspec.json.schema_components(types, ref_template="{name}")
    names = iter([_type(schema) for schema in schemas])
    members = [member for kind in kinds for member in _happened(kind, [next(names) for _ in kind.values])]
    declared = "".join(f"\n{_declare(name, schema)}" for name, schema in sorted(components.items()))
    union = "\n".join(f"  | {member}" for member in members)
    head = f'{HEAD}import type {{ Happened }} from "../contract";\n'
    return f"{head}{declared}\nexport type GameEvent =\n{union};\n"


def _value_type(read: Any) -> Any:
    """What a value of an event is read as: a number, unless its function says something else."""
    return typing.get_type_hints(read).get("return", int)


def _happened(kind: EventKind, types: Sequence[str]) -> list[str]:
    """A kind of event, and the same without what is hidden, if anything is."""
    values = list(zip(kind.values, types, strict=True))
    found = [_member(kind.name, [(value.name, type_) for value, type_ in values])]
    if kind.secret:
        public = [(value.name, type_) for value, type_ in values if not value.private]
        found.append(_member(f"{kind.name}.hidden", public))
    return found


def _member(name: str, values: Sequence[tuple[str, str]]) -> str:
    inner = "; ".join(f"{value}: {type_}" for value, type_ in values)
    return f'Happened<"{name}", {{ {inner} }}>' if values else f'Happened<"{name}">'


def files() -> dict[str, str]:
    """Every file by its path below the folder of the web sources."""
    views = {f"games/{slug}/view.ts": view_file(slug) for slug in own_slugs()}
    events = {f"games/{slug}/events.ts": events_file(slug) for slug in own_slugs()}
    return {"protocol.ts": protocol_file(), **views, **events}


def main(folder: Path) -> None:
    """Write the files."""
    for name, text in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
