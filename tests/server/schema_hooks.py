"""What schemathesis is told of a running server, so that it gets further than "there is no such table".

It is loaded by `schemathesis run` (see `test_schema.py`). Left alone, schemathesis makes up ids, tokens and
moves, and nearly everything ends in 404. Here a request that is right in form gets a scene: somebody at a
real table, and often something to say that makes sense there. What is meant to be wrong stays wrong.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import os
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import httpx
import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.hooks import HookContext

from server.running import BOT, HUMAN, OPEN, Json, Person, Running, make, mover, play_out
from trailmix.server.verbs.tables import MOST_WAIT

ADDRESS, TALLY = "TRAILMIX_SCHEMA_ADDRESS", "TRAILMIX_SCHEMA_TALLY"
COURSE = "start S CL S finish:R"
SHORT_WAIT = 0.02
server = cast(
    Running,
    SimpleNamespace(address=os.environ.get(ADDRESS, ""), http=httpx.Client(timeout=30, trust_env=False)),
)
_ids = (f"sent-{n}" for n in itertools.count())
_turns: defaultdict[str, Iterator[int]] = defaultdict(itertools.count)


# --- who asks, at which table


def waiting() -> Person:
    """The host of a table with open chairs."""
    return make(server, HUMAN, OPEN, OPEN)[0]


def bringing() -> Person:
    """The host of a table to which everybody brings a course."""
    options = {"courses": ["nutcracker", "dagger"]}
    return make(server, HUMAN, OPEN, game="snow_tails", options=options)[0]


def guest() -> Person:
    """Somebody else at a table that waits."""
    host = waiting()
    joined = Person(server, host.table).post("./join", {"name": "Guest", "invite": host.invite})
    return Person(server, host.table, joined["token"], joined["chair"])


def started() -> Person:
    """The host of a table whose match has begun."""
    return make(server, HUMAN, BOT)[0]


def to_move() -> Person:
    """Whose turn it is."""
    return mover(make(server, HUMAN, HUMAN))


def moved() -> Person:
    """Who has just played, and may take that back."""
    person = to_move()
    person.move(person.view()["legal"][0])
    return person


def not_to_move() -> Person:
    """Whose turn it is not."""
    people = make(server, HUMAN, HUMAN)
    first = mover(people)
    return next(person for person in people if person is not first)


def silenced() -> Person:
    """Somebody who may not speak."""
    person = started()
    person.post("./mute", {"muted": True})
    return person


@functools.cache
def finished() -> Person:
    """Somebody whose match is over."""
    people = make(server, HUMAN, HUMAN)
    play_out(people)
    return people[0]


def impostor() -> Person:
    """Somebody whose token holds no chair."""
    return Person(server, waiting().table, "a-token-of-nobody")


def stranger() -> Person:
    """Somebody who has heard of a private table."""
    return Person(server, waiting().table)


def nobody() -> Person:
    """Somebody who needs no table."""
    return Person(server)


# --- what they say


def saying(**body: Any) -> Callable[[Person], Json]:
    """The same, whoever says it."""
    return lambda _person: body


def joining(person: Person) -> Json:
    """Take an open chair."""
    return {"name": next(_ids), "invite": person.invite}


def joining_without_name(person: Person) -> Json:
    """Of the right form, but nobody is called like that."""
    return {"name": " ", "invite": person.invite}


def replacing_the_other(person: Person) -> Json:
    """Agree on a bot."""
    return {"chair": 1 - person.chair}


def replacing_oneself(person: Person) -> Json:
    """Of the right form, but nobody can agree on that."""
    return {"chair": person.chair}


def remark(_person: Person) -> Json:
    """Something to be said at the table."""
    return {"t": "chat", "id": next(_ids), "text": "hello"}


def message(kind: str, *actions: str, ahead: int = 0) -> Callable[[Person], Json]:
    """A message about the present position, or one ahead of it; with a legal action if it needs one."""

    def said(person: Person) -> Json:
        seen = person.view()
        whole: Json = {"t": kind, "id": next(_ids), "seq": seen["seq"] + ahead}
        if kind in ("move", "try") or (kind == "hint" and actions):
            whole["actions"] = list(actions) or seen["legal"][:1]
        return whole

    return said


def new_parcel(_: Person) -> Json:
    """A parcel in a place of its own."""
    return {"place": "".join(random.choices("0123456789ABCDEF", k=4)), "proof": "a" * 64, "sealed": "AAAA"}


def parcel_in_a_taken_place(person: Person) -> Json:
    """A parcel where another lies."""
    parcel = new_parcel(person)
    person.post("/api/parcels", parcel)
    return parcel


def code_of_a_parcel(person: Person) -> Json:
    """What fetches a parcel."""
    parcel = parcel_in_a_taken_place(person)
    del parcel["sealed"]
    return parcel


class Scene(NamedTuple):
    """Who asks, and what they say; None leaves it to schemathesis."""

    who: Callable[[], Person]
    says: Callable[[Person], Json] | None = None
    origin: str | None = None


def playing(kind: str, able: Callable[[], Person] = to_move) -> tuple[Scene, ...]:
    """A message that is obeyed, one against the rules, one about another position, one too early, others."""
    early: Json = {} if kind == "undo" else {"actions": ["none"]}
    return (
        Scene(able, message(kind)),
        Scene(to_move, message(kind, "jump")),
        Scene(to_move, message(kind, "none", ahead=1)),
        Scene(waiting, saying(t=kind, id="early", seq=0, **early)),
        *OTHERS,
        Scene(able),
    )


OTHERS = (Scene(impostor), Scene(waiting, origin="https://evil.example"))
"""To whom whatever needs a token is refused."""
WATCHED = (Scene(to_move), Scene(waiting), Scene(stranger), Scene(impostor), Scene(finished))
OVER = (Scene(finished), Scene(to_move), Scene(stranger), Scene(impostor))
NEW_TABLE = saying(game="alpina", chairs=[HUMAN, BOT])


def following(person: Person) -> Json:
    """A wish to hear of one's turns, at an address that nothing is sent to."""
    push = {"endpoint": "https://127.0.0.1/x", "p256dh": "A" * 87, "auth": "A" * 22}
    return {"tokens": [person.token], "push": push}


SCENES: dict[str, tuple[Scene, ...]] = {
    "POST course": (Scene(nobody, saying(course=COURSE)), Scene(nobody), OTHERS[1]),
    "POST lesson": (
        *(Scene(nobody, saying(step=0)), Scene(nobody, saying(step=19)), Scene(nobody), OTHERS[1]),
    ),
    "POST mine": (Scene(nobody), OTHERS[1]),
    "POST parcels": (
        *(Scene(nobody, new_parcel), Scene(nobody, parcel_in_a_taken_place), Scene(nobody), OTHERS[1]),
    ),
    "POST fetch": (Scene(nobody, code_of_a_parcel), Scene(nobody), OTHERS[1]),
    "POST tables": (
        Scene(nobody, NEW_TABLE),
        Scene(nobody, saying(game="alpina", chairs=[OPEN, OPEN])),
        Scene(nobody),
        OTHERS[1],
    ),
    "POST join": (
        *(Scene(waiting, joining), Scene(waiting, joining_without_name), Scene(started, joining)),
        *(Scene(waiting), OTHERS[1]),
    ),
    "POST leave": (Scene(waiting), Scene(to_move), *OTHERS),
    "POST back": (Scene(to_move), Scene(waiting), *OTHERS),
    "POST chairs": (
        *(
            Scene(waiting, saying(chair=2, kind="bot")),
            Scene(guest),
            Scene(waiting, saying(chair=0, kind="open")),
        ),
        *(Scene(waiting, saying(chair=2, kind="bot", level="genius")), Scene(waiting), *OTHERS),
    ),
    "POST bring": (
        *(Scene(bringing, saying(course="dagger")), Scene(bringing), Scene(waiting, saying(course="dagger"))),
        *OTHERS,
    ),
    "POST colour": (
        *(Scene(waiting, saying(colour="red")), Scene(waiting), Scene(started, saying(colour="red"))),
        *OTHERS,
    ),
    "POST start": (Scene(waiting), Scene(guest), Scene(started), *OTHERS),
    "POST stand-in": (
        *(
            Scene(to_move, replacing_the_other),
            Scene(to_move, replacing_oneself),
            Scene(waiting),
            Scene(to_move),
        ),
        *OTHERS,
    ),
    "POST token": (Scene(to_move), *OTHERS),
    "POST rematch": (Scene(finished), Scene(to_move), *OTHERS),
    "POST mute": (Scene(waiting), Scene(guest), *OTHERS),
    "POST moves": playing("move"),
    "POST try": playing("try"),
    "POST hint": playing("hint"),
    "POST undo": playing("undo", moved),
    "POST chat": (Scene(to_move, remark), Scene(silenced, remark), Scene(waiting), *OTHERS),
    "GET replay": OVER,
    "GET steps": OVER,
    "GET within": OVER,
    "GET verify": OVER,
    "GET analysis": OVER,
    "POST analysis": (*OVER, Scene(waiting, origin="https://evil.example")),
    "DELETE analysis": OVER,
    "POST followers": (
        Scene(nobody),
        Scene(to_move, following),
        Scene(nobody, origin="https://evil.example"),
    ),
    "POST forget": (Scene(nobody), Scene(nobody, origin="https://evil.example")),
    "POST retry": (
        *(Scene(finished, saying(step=1)), Scene(finished, saying(step=0)), Scene(to_move, saying(step=1))),
        *(Scene(stranger, saying(step=1)), Scene(impostor, saying(step=1)), Scene(finished)),
    ),
}
"""By the method and the last word of an address; what is not named can be watched."""


@schemathesis.auth(refresh_interval=None)
class Scenes:
    """Gives a request the next scene of its address. Every seventh stays as schemathesis made it."""

    def get(self, case: Any, _context: Any) -> Scene | None:
        """The next scene, if the request is right in form; if not, somebody who could be answered."""
        if case.meta.is_negative_at(ParameterLocation.PATH):
            return None
        label = f"{case.operation.method.upper()} {case.operation.path.rpartition('/')[2]}"
        of_table = "table_id" in case.path_parameters
        scenes = SCENES.get(label, WATCHED if of_table else (Scene(nobody),))
        if case.meta.generation.mode.is_negative or case.method.upper() != case.operation.method.upper():
            return Scene(scenes[0].who)
        turn = next(_turns[label])
        return None if turn % 7 == 6 else scenes[turn % 7 % len(scenes)]

    def set(self, case: Any, scene: Scene, _context: Any) -> None:
        """Put it into the request."""
        person = scene.who()
        if "table_id" in case.path_parameters:
            case.path_parameters["table_id"] = person.table
        if person.token:
            case.headers["Authorization"] = f"Bearer {person.token}"
        if scene.origin:
            case.headers["Origin"] = scene.origin
        if scene.says is not None:
            case.body = scene.says(person)


@schemathesis.hook
def before_call(_context: HookContext, case: Any, kwargs: dict[str, Any]) -> None:
    """Ask for games and courses that there are, and do not wait for what will not happen."""
    if "slug" in case.path_parameters and not case.meta.is_negative_at(ParameterLocation.PATH):
        turn = next(_turns[case.operation.label])
        case.path_parameters["slug"] = ("snow_tails", "alpina")[turn % 4 == 3]
        if "name" in case.path_parameters and turn % 2:
            case.path_parameters["name"] = "nutcracker"
    wait = case.query.get("wait")
    with contextlib.suppress(ValueError, TypeError):
        if not isinstance(wait, bool) and SHORT_WAIT < float(wait) <= MOST_WAIT:
            case.query["wait"] = SHORT_WAIT


@schemathesis.hook
def after_call(_context: HookContext, case: Any, response: Any) -> None:
    """Note what was answered."""
    code = None
    with contextlib.suppress(ValueError, TypeError, KeyError):
        code = response.json()["code"] if response.status_code >= 400 else None
    line = [case.operation.label, response.status_code, code, response.request.method]
    with Path(os.environ[TALLY]).open("a", encoding="utf-8") as tally:
        tally.write(json.dumps(line) + "\n")
