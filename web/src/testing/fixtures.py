"""Writes the games' stored positions from real matches: `python fixtures.py` with Trailmix installed.

Each game's `fixtures/positions.py` names its positions and the actions to be tried in them. Each file holds
a position as the server shows it and what those actions lead to, by their notations joined with a bar;
`deck.json` holds what never changes, `events.json` one event of each sort that happened in the golden
matches, and `options.json`, beside this file, the forms of all games' options.
"""

import importlib.util
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import to_builtins

import trailmix
from trailmix.engine.events import Event
from trailmix.engine.match import Match
from trailmix.engine.words import ENGLISH

GAMES = Path(__file__).parents[1] / "games"
GOLDEN = Path(__file__).parents[3] / "tests" / "golden"
SEATS = "ABCDEFGH"


def main() -> None:
    """Write all files of all games."""
    forms = {slug: trailmix.game(slug).form(ENGLISH) for slug in trailmix.game_names()}
    write(Path(__file__).with_name("options.json"), to_builtins(forms))
    for source in sorted(GAMES.glob("*/fixtures/positions.py")):
        spec = importlib.util.spec_from_file_location("positions", source)
        assert spec is not None and spec.loader is not None  # noqa: S101 - it is there
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found = module.positions()
        for name, (match, trials) in found.items():
            write(source.parent / f"{name}.json", stored(match, trials))
            write(source.parent / "deck.json", to_builtins(match.table_view()))
        write(
            source.parent / "events.json",
            sorts_of_events([*golden(source.parents[1].name), *(match for match, _ in found.values())]),
        )


def write(file: Path, content: Any) -> None:
    """One file, on one line: it is read by machines."""
    file.write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")


def stored(match: Match, trials: Iterable[tuple[str, ...]]) -> dict[str, Any]:
    """The position for the seat to move, or for the first seat when the match is over."""
    seat = 0 if match.actor is None else match.actor
    tried = {"|".join(actions): outcome(match, seat, actions) for actions in trials}
    return {"base": shown(match, seat), "seat": SEATS[seat], "log": told(match), "tried": tried}


def told(match: Match) -> list[dict[str, Any]]:
    """The log after the start, as one who sees everything reads it."""
    return [
        {
            "seq": seq,
            "kind": "move",
            "seat": SEATS[move.seat],
            "actions": [match.setup.notations[move.action]],
            "events": [happening(match, event) for event in move.events],
            "undone": False,
            "at": 0,
        }
        for seq, move in enumerate(match.moves, 1)
    ]


def golden(game: str) -> list[Match]:
    """The golden matches of a game."""
    return [
        trailmix.load(file.read_text(encoding="utf-8")) for file in sorted((GOLDEN / game).glob("*.json"))
    ]


def sorts_of_events(matches: Iterable[Match]) -> list[dict[str, Any]]:
    """The first event of each kind with a card, a round or whatever else tells it from others of its kind."""
    found: dict[str, dict[str, Any]] = {}
    for match in matches:
        for event in (event for move in match.moves for event in move.events):
            told = happening(match, event)
            values = told["values"]
            sort = values.get("card") or values.get("husky") or values.get("side") or values.get("round")
            found.setdefault(f"{event.kind} {sort}", told)
    return list(found.values())


def happening(match: Match, event: Event) -> dict[str, Any]:
    """An event as the server tells it."""
    return {"kind": event.kind, "seat": event.seat, "values": event.values, "text": match.say(event.message)}


def outcome(match: Match, seat: int, actions: tuple[str, ...]) -> dict[str, Any]:
    """What actions lead to, as far as the seat may know."""
    ahead = match.outlook(actions, seat)
    events = [happening(match, event) for event in ahead.events]
    return {
        **shown(ahead.match, seat, ahead.done),
        "action": actions[-1],
        "done": bool(ahead.done),  # plain Python gives a number of NumPy
        "events": events,
    }


def shown(match: Match, seat: int, done: bool = False) -> dict[str, Any]:
    """The position as the server shows it to a seat."""
    legal = match.legal() if match.actor == seat and not done else []
    own = to_builtins(match.view(seat))["own"]
    return {"view": to_builtins(match.view()), "own": own, "prompt": match.prompt(), "legal": legal}


if __name__ == "__main__":
    main()
