"""The verbs of lessons: what a lesson says, and a table for each of its steps.

A step is played at a table of its own, which begins with the position of the step and is soon forgotten. Only
the match at the end is a table like any other.
"""

from __future__ import annotations

import gzip
from functools import partial
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_201_CREATED

from trailmix.engine import lessons, position
from trailmix.engine.errors import BadData
from trailmix.engine.game import Game
from trailmix.engine.kernels import JIT
from trailmix.engine.words import Words
from trailmix.server.messages.lessons import BeginStep, Lesson, LessonStep, RecordedLesson
from trailmix.server.messages.protocol import Made
from trailmix.server.messages.refusals import No
from trailmix.server.tables.giving import give
from trailmix.server.tables.lesson_recording import record, wish_for
from trailmix.server.verbs.access import Asked, address_of, beside, language_of, tables_of
from trailmix.server.verbs.courses import Slug


@get("/games/{slug:str}/lesson", summary="The lesson of a game", refuses="damaged")
async def lesson(request: Asked, slug: Slug) -> Lesson:
    """What is said in its steps, and which turns they are about."""
    game = tables_of(request).game(slug)
    words = game.words_in(language_of(request))
    steps = [_told(step, words) for step in await _steps(request, game)]
    return Lesson(game=slug, name=game.name, steps=steps)


@post(
    "/games/{slug:str}/lesson",
    status_code=HTTP_201_CREATED,
    summary="Begin a step of the lesson",
    refuses="bad_option damaged",
)
async def begin_lesson_step(request: Asked, slug: Slug, data: JSONBody[BeginStep]) -> Made:
    """A new table that begins with the position of the step: whoever is to move is me."""
    tables, address = tables_of(request), address_of(request)
    game = tables.game(slug)
    steps = await _steps(request, game)
    if data.step >= len(steps):
        raise No("bad_option.no_such_lesson_step", steps=len(steps))
    step = steps[data.step]
    counted = tables.counted_as_made if step.is_match else tables.counted_as_step
    with counted(address):
        await tables.loading.open(slug)
        match = await beside(request, lambda: position.read(step.position))
        assert match.actor is not None  # noqa: S101 - it was looked at when the lesson was read
        wish = wish_for(step, match.actor, data.name, language_of(request))
        return await give(tables, match.setup, match.position(), wish)


@get(
    "/games/{slug:str}/lesson/recording",
    summary="The lesson of a game, for times without a connection",
    refuses="damaged",
)
async def lesson_recording(request: Asked, slug: Slug) -> Response[msgspec.Raw]:
    """What the tables of its steps say to whoever comes, to what is tried, and to what is wanted."""
    tables, language = tables_of(request), language_of(request)
    steps = await _steps(request, tables.game(slug))
    if not JIT:
        raise No("stopping.no_recording")
    name = f"lesson of {slug} in {language}"

    async def recording() -> bytes:
        """Each step by itself, so that others have their turn in between."""
        await tables.loading.open(slug)
        recorded = [await tables.heavy.run(name, partial(record, tables, one, language)) for one in steps]
        lesson = RecordedLesson(build=request.app.state.server.build, steps=recorded)
        return await tables.heavy.run(name, partial(_packed, lesson))

    packed = await tables.heavy.once(name, recording)
    headers = {"vary": "accept-encoding, accept-language"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return _json(packed, headers | {"content-encoding": "gzip"})

    async def unpacked() -> bytes:
        """The same for whoever cannot unpack it: hardly anybody, but no reader has one of their own."""
        return await tables.heavy.run(name, partial(gzip.decompress, packed))

    return _json(await tables.heavy.once(f"{name}, unpacked", unpacked), headers)


def _packed(lesson: RecordedLesson) -> bytes:
    return gzip.compress(msgspec.json.encode(lesson), mtime=0)


def _json(content: bytes, headers: dict[str, str]) -> Response[Any]:
    """As it is: Litestar would make a copy of `msgspec.Raw` for each reader."""
    return Response(content, media_type="application/json", headers=headers)


async def _steps(request: Asked, game: Game) -> tuple[lessons.Step, ...]:
    """The steps of a game's lesson; No if it has none, or none that can be used."""
    if not lessons.has_lesson(game):
        raise No("no_such_game.no_lesson", game=game.name)
    try:
        return await beside(request, partial(lessons.lesson_of, game))
    except BadData as error:
        raise No("damaged.lesson", why=str(error)) from None


def _told(step: lessons.Step, words: Words) -> LessonStep:
    said = step.sentences(words)
    return LessonStep(
        name=step.name,
        title=said.title,
        tell=said.tell,
        task=said.task,
        other=said.other,
        done=said.done,
        show=step.shown,
        fits=step.fits,
        begins=step.begins,
        must=list(step.must),
        must_not=list(step.must_not),
    )
