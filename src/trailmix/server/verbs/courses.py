"""The verbs of games that are played on courses: which courses there are, and what a laid course is like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK

from trailmix.engine.capabilities import Courses
from trailmix.engine.errors import BadData
from trailmix.engine.words import Words
from trailmix.server.messages.protocol import CourseInfo, CourseText, LaidCourse
from trailmix.server.messages.refusals import No, no_option
from trailmix.server.verbs.access import Asked, Result, beside, language_of, tables_of

Slug = Annotated[str, Parameter(schema_extra={"pattern": "^[a-z][a-z0-9_]*$", "max_length": 64})]
"""The pattern only describes what names of games and courses look like: all of them are like that."""


def _courses_of(request: Asked, slug: str) -> tuple[Courses, Any]:
    """The courses of a game, and the data that comes with it."""
    game = request.app.state.server.tables.game(slug)
    if game.courses is None:
        raise No("no_such_game.no_courses", game=game.name)
    return game.courses, game.delivered_data


@get("/games/{slug:str}/courses", summary="The courses that come with a game")
async def courses(request: Asked, slug: Slug) -> list[CourseInfo]:
    """Their names by their IDs, each with its figures."""
    offered, data = _courses_of(request, slug)
    language = language_of(request)
    words = tables_of(request).game(slug).words_in(language)
    return await _once(
        request, f"courses of {slug} in {language}", lambda: _all_courses(offered, data, words)
    )


@get(
    "/games/{slug:str}/courses/{name:str}/picture",
    summary="A course that comes with a game, as SVG",
    media_type="image/svg+xml",
    refuses="no_such_course",
)
async def course_picture(request: Asked, slug: Slug, name: Slug) -> Response[str]:
    """Drawn as a map."""
    offered, data = _courses_of(request, slug)
    if name not in offered.names(data):
        raise No("no_such_course.unknown", course=name, courses=list(offered.names(data)))
    picture = await _once(
        request, f"course {name} of {slug}", lambda: offered.picture(offered.read(data, name))
    )
    return Response(picture, headers={"cache-control": "max-age=3600"})


@post(
    "/games/{slug:str}/course",
    status_code=HTTP_200_OK,
    summary="Check a course and see its shape",
    refuses="bad_option",
)
async def lay_course(request: Asked, slug: Slug, data: JSONBody[CourseText]) -> LaidCourse:
    """Its figures and all that there is to paint of it; refused with the sentence that says what is wrong."""
    offered, known = _courses_of(request, slug)

    def laid() -> LaidCourse:
        course = offered.read(known, data.course)
        return LaidCourse(report=_raw(offered.report(course)), shape=_raw(offered.shape(course)))

    try:
        return await beside(request, laid)
    except BadData as error:
        raise no_option(error) from None


async def _once(request: Asked, name: str, work: Callable[[], Result]) -> Result:
    """A page wants all pictures of courses at the same time: more than one address may have made for it."""
    heavy = tables_of(request).heavy
    return await heavy.once(name, lambda: heavy.run(name, work))


def _all_courses(offered: Courses, data: Any, words: Words) -> list[CourseInfo]:
    return [
        CourseInfo(
            id=name,
            name=title,
            about=words.say(offered.about(data, name)),
            report=_raw(offered.report(offered.read(data, name))),
        )
        for name, title in offered.names(data).items()
    ]


def _raw(said: msgspec.Struct) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(said))
