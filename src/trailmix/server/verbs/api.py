"""All verbs, under one address."""

from __future__ import annotations

from litestar import Router

from trailmix.server.verbs.analyses import analysis, cancel_analysis, retry_from, start_analysis
from trailmix.server.verbs.courses import course_picture, courses, lay_course
from trailmix.server.verbs.followers import follow, push_key, unfollow
from trailmix.server.verbs.game_shapes import game_shape
from trailmix.server.verbs.lessons import begin_lesson_step, lesson, lesson_recording
from trailmix.server.verbs.parcels import fetch_parcel, leave_parcel
from trailmix.server.verbs.replays import replay_document, steps, verify, within
from trailmix.server.verbs.tables import (
    back,
    bring_course,
    chat,
    choose_colour,
    create,
    delivered,
    fixed,
    games,
    hint,
    join,
    leave,
    listed,
    log,
    mine,
    move,
    mute,
    rematch,
    rotate,
    say,
    set_chair,
    stand_in,
    start,
    table_info,
    try_out,
    undo,
    view,
)
from trailmix.server.verbs.validation import read_strictly

VERBS = (
    games,
    delivered,
    game_shape,
    courses,
    course_picture,
    lay_course,
    lesson,
    lesson_recording,
    begin_lesson_step,
    listed,
    mine,
    leave_parcel,
    fetch_parcel,
    create,
    table_info,
    join,
    leave,
    back,
    set_chair,
    choose_colour,
    bring_course,
    start,
    stand_in,
    rotate,
    rematch,
    mute,
    view,
    fixed,
    log,
    move,
    try_out,
    hint,
    undo,
    say,
    chat,
    replay_document,
    steps,
    within,
    verify,
    push_key,
    follow,
    unfollow,
    analysis,
    start_analysis,
    cancel_analysis,
    retry_from,
)
api = Router(path="/api", route_handlers=VERBS, guards=[read_strictly])
