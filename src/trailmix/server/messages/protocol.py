"""What clients and the server say to each other: typed messages, the same over WebSocket and HTTP.

A *chair* is a place at the table; when the match starts, every chair gets its *seat* (A, B, C ... in turn
order), which the game may draw. Unknown fields are refused, so that a misspelt one is not silently ignored.
``docs/protocol.md`` tells the story; TypeScript types are made from these structs.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from trailmix.engine.described import ShapeField
from trailmix.server.messages import followers, lessons, parcels  # noqa: F401 - they are among TYPES
from trailmix.server.messages.analyses import MatchAnalysis
from trailmix.server.messages.base import Id, Name, Seq, Struct
from trailmix.server.messages.clocks import ClockInfo, ClockWish
from trailmix.server.messages.signs import React, Reaction

PROTOCOL = 2  # raised whenever an older client would misunderstand: it is asked to reload

MOST_ACTIONS = 64
Token = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
MOST_CHAIRS = 8
Action = str | int | dict[str, Any]
Actions = Annotated[list[Action], msgspec.Meta(min_length=1, max_length=MOST_ACTIONS)]

CLOSE_CODES = {
    "bad_message": 4400,
    "no_such_token": 4401,
    "forbidden": 4403,
    "no_such_table": 4404,
    "protocol": 4409,
    "too_many": 4429,
    "stopping": 1012,
}
"""WebSocket close codes of ours, by the code of the refusal that goes before."""


# --- what a client says ---------------------------------------------------------------------------------


class Hello(Struct, frozen=True, kw_only=True, tag="hello", tag_field="t"):
    """The first message on the socket of a table: by which tokens; `since` resumes a lost connection."""

    protocol: int
    tokens: Annotated[list[Token], msgspec.Meta(max_length=MOST_CHAIRS)] = []
    invite: Token | None = None
    since: Seq | None = None
    language: Id = "en"
    """What sentences are said in, as `de` or `de-CH`; English if the server does not speak it."""


class Move(Struct, frozen=True, kw_only=True, tag="move", tag_field="t"):
    """Actions to be played, all or none of them, on position number `seq`. `id` makes a resend harmless."""

    id: Id
    seq: Seq
    actions: Actions


class Undo(Struct, frozen=True, kw_only=True, tag="undo", tag_field="t"):
    """Take back the last action of one's own, if that is fair."""

    id: Id
    seq: Seq


class Try(Struct, frozen=True, kw_only=True, tag="try", tag_field="t"):
    """What would these actions lead to? Nothing is played, and nobody else hears of it."""

    id: Id
    seq: Seq
    actions: Annotated[list[Action], msgspec.Meta(max_length=MOST_ACTIONS)]


class Hint(Struct, frozen=True, kw_only=True, tag="hint", tag_field="t"):
    """What would a good bot play in my place, after the actions that I have in mind?"""

    id: Id
    seq: Seq
    actions: Annotated[list[Action], msgspec.Meta(max_length=MOST_ACTIONS)] = []


class Say(Struct, frozen=True, kw_only=True, tag="chat", tag_field="t"):
    """Something to be said at the table."""

    id: Id
    text: Text


class Ping(Struct, frozen=True, kw_only=True, tag="ping", tag_field="t"):
    """Are you there?"""


FromClient = Hello | Move | Undo | Try | Hint | Say | React | Ping


# --- what the server says -------------------------------------------------------------------------------


class ChairInfo(Struct, frozen=True, kw_only=True):
    """What everyone may know of a chair."""

    kind: Literal["human", "bot", "open"]
    name: str | None
    level: str | None
    seat: str | None  # A, B, C ... once the match has started
    present: bool  # is somebody connected who holds it?
    stand_in: str | None  # the bot that plays for its owner, who may come back at any time
    stood_in: list[float]  # when a bot began to play for its owner, when that ended, when it began again ...
    agreed: list[int]  # the chairs that want a bot to stand in
    timed_out: bool
    thinking_ms: int
    course: str | None  # that it brings to a table with `brings_courses`, as it is written; None: not chosen
    colour: str | None
    """That of its pieces, as the game's data names it; None if the game has none, or gives them to seats."""


class TableInfo(Struct, frozen=True, kw_only=True):
    """What everyone may know of a table."""

    table: str
    revision: int
    status: Literal["waiting", "running", "over"]
    game: str
    game_name: str
    rules_version: int
    players: int
    options: dict[str, Any]
    privacy: Literal["public", "private"]
    chairs: list[ChairInfo]
    host: int
    seq: int
    clock: ClockInfo
    commitment: str
    chat_muted: bool
    watching: int
    badge: int | None
    """The chair that has the game's badge for making others wait; always None in a game without one."""
    big_paws: int | None  # the same as `badge`, by its older name
    rematch: (
        str | None
    )  # the table of the rematch, once there is one; of a private table not told to strangers
    brings_courses: bool  # does every chair bring a course of its own?
    colours: list[str]
    """Those that people may choose from before the match starts; none where there is nothing to choose."""


class Happening(Struct, frozen=True, kw_only=True):
    """Something that happened, as the one who reads it may know it, with its sentence."""

    kind: str
    seat: str | None
    values: dict[str, Any]
    text: str


class LogEntry(Struct, frozen=True, kw_only=True):
    """One line of a table's log: who did what, and what came of it. Undone entries stay, marked."""

    seq: int  # counting the entries that its reader may know of
    kind: Literal["start", "move", "undo"]
    seat: str | None
    actions: list[str]  # empty where they are a secret of the seat, until the match is over
    events: list[Happening]
    undone: bool
    at: float


class Welcome(Struct, frozen=True, kw_only=True, tag="welcome", tag_field="t"):
    """The answer to hello."""

    protocol: int
    version: str
    build: str  # of the page that the server has; "" if it has none
    table: TableInfo
    chairs: list[int]  # the chairs that the tokens hold
    fixed: msgspec.Raw | None  # what never changes in the match (the deck ...), once it has started
    badge: str | None  # what the badge of the game means, in a sentence; None for a game without one


class View(Struct, frozen=True, kw_only=True, tag="view", tag_field="t"):
    """What one seat (or an onlooker) may know of the match after `seq` entries of its log."""

    seq: int
    seat: str | None
    view: msgspec.Raw  # what everyone sees; the same for all
    own: msgspec.Raw
    """What only this seat sees (its hand ...), null for onlookers: the field `own` of the view."""
    prompt: str  # what is asked of whoever is to move
    owns: list[msgspec.Raw] = []  # of a finished match step by step: what each seat saw, by seat
    legal: list[str]  # the actions open to this seat now; empty for everyone else
    log: list[LogEntry]  # what has happened since the viewer last heard
    may_undo: bool
    scores: list[int] | msgspec.UnsetType = msgspec.UNSET
    """The final scores by seat; only there once the match is over."""


class Tried(Struct, frozen=True, kw_only=True, tag="tried", tag_field="t"):
    """What actions would lead to, as far as this seat can know."""

    id: str
    seq: int
    view: msgspec.Raw
    own: msgspec.Raw
    prompt: str
    legal: list[str]  # what could be played next by the same seat; empty if `done`
    events: list[Happening]
    done: bool  # the decision passes on, or something new is shown: nothing further can be tried


class Advised(Struct, frozen=True, kw_only=True):
    """An action that could be played, and what it is worth."""

    action: str
    win: float | None  # how likely it wins, if that was searched


class Hinted(Struct, frozen=True, kw_only=True, tag="hinted", tag_field="t"):
    """What a good bot would play, and why."""

    id: str
    seq: int
    action: str
    why: str  # a sentence in the reader's language
    options: list[Advised]  # the action and what else there is, the best first


class Ack(Struct, frozen=True, kw_only=True, tag="ack", tag_field="t"):
    """A move (undo, chat) is stored for good."""

    id: str
    seq: int


class Refusal(Struct, frozen=True, kw_only=True, tag="refused", tag_field="t"):
    """Something was refused and nothing changed: a code for programs, a sentence for people."""

    id: str | None
    seq: int | None
    code: str
    why: str
    key: str  # the sentence's key in the catalogue of messages, with its values
    values: dict[str, Any]


class TableChanged(Struct, frozen=True, kw_only=True, tag="table", tag_field="t"):
    """People came or went, the match started or ended, a clock ran out."""

    table: TableInfo


class Chat(Struct, frozen=True, kw_only=True, tag="chat", tag_field="t"):
    """Something said at the table, as plain text."""

    number: int
    chair: int
    name: str
    text: str
    at: float


class Pong(Struct, frozen=True, kw_only=True, tag="pong", tag_field="t"):
    """I am here, and this is how far the log is (None before a hello): who has seen less says hello again."""

    seq: int | None


FromServer = Welcome | View | Tried | Hinted | Ack | Refusal | TableChanged | Chat | Reaction | Pong


# --- HTTP bodies ----------------------------------------------------------------------------------------


class ChairWish(Struct, frozen=True, kw_only=True):
    """How a chair is to be filled."""

    kind: Literal["human", "bot", "open"] = "open"
    name: Name | None = None
    level: Id | None = None


class NewTable(Struct, frozen=True, kw_only=True):
    """A table to be made. The first human chair is the host's; further human chairs are hot seats."""

    game: Id
    chairs: Annotated[list[ChairWish], msgspec.Meta(min_length=1, max_length=MOST_CHAIRS)]
    options: dict[str, Any] = {}
    data: Annotated[str, msgspec.Meta(max_length=100_000)] | None = None
    privacy: Literal["public", "private"] = "private"
    clock: ClockWish = ClockWish()


class Made(Struct, frozen=True, kw_only=True):
    """A table was made: its invite is for friends, the tokens (by chair) are for their holders alone."""

    table: TableInfo
    invite: str
    tokens: dict[str, str]


class Join(Struct, frozen=True, kw_only=True):
    """Take an open chair."""

    name: Name
    invite: Token | None = None
    chair: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None


class Joined(Struct, frozen=True, kw_only=True):
    """A chair was taken: the token is for its holder alone."""

    table: TableInfo
    chair: int
    token: str


class SetChair(Struct, frozen=True, kw_only=True):
    """The host fills an open chair with a bot, or opens a bot's chair."""

    chair: Annotated[int, msgspec.Meta(ge=0, le=7)]
    kind: Literal["bot", "open"]
    level: Id | None = None


class ChooseColour(Struct, frozen=True, kw_only=True):
    """The colour that I want my pieces to have."""

    colour: Id


class StandIn(Struct, frozen=True, kw_only=True):
    """Agree (or no longer agree) that a bot plays for somebody who is gone or out of time, or for oneself."""

    chair: Annotated[int, msgspec.Meta(ge=0, le=7)]
    agree: bool = True


class Mute(Struct, frozen=True, kw_only=True):
    """The host silences the chat, or lets it speak again."""

    muted: bool


class Tokens(Struct, frozen=True, kw_only=True):
    """The tokens that a browser holds, to find its tables."""

    tokens: Annotated[list[Token], msgspec.Meta(max_length=100)]


class MatchResult(Struct, frozen=True, kw_only=True):
    """How a match ended, by chair."""

    ended: float
    scores: list[int]
    places: list[int | None]  # None for a chair without a place
    winners: list[int]  # the chairs that have won: none where nobody has


class Mine(Struct, frozen=True, kw_only=True):
    """A table that one of the tokens belongs to, as it stands for its chair."""

    table: TableInfo
    chair: int
    my_turn: bool  # is this chair waited for? Not while a bot stands in for it
    waited_ms: int | None  # so long has somebody been waited for; None unless the match is going on
    result: MatchResult | None  # once it is over


class GameInfo(Struct, frozen=True, kw_only=True):
    """A game that can be played here."""

    game: str
    name: str
    about: str
    players: list[int]
    minutes: int
    rules_version: int
    levels: list[str]  # of bots, the weakest first
    level: str  # the usual one
    stand_ins: dict[str, str]
    """Levels in whose place others play for now, because the rules are not compiled yet, and which."""
    options: dict[str, Any]
    """JSON schema of the game's options: a form can be made of it (`trailmix.engine.options`)."""
    lesson: bool  # is there one?


class GameShape(Struct, frozen=True, kw_only=True):
    """A game for a client that does not know it: what its views are made of, and its rules."""

    game: str
    name: str
    about: str
    view: tuple[ShapeField, ...]
    """What everyone sees, and `own` what only a seat itself sees, in the language of whoever asks."""
    own: tuple[ShapeField, ...]
    rules: dict[str, str]  # the beginning of what each rule says, by its ID; empty if the game has no ledger


class CourseInfo(Struct, frozen=True, kw_only=True):
    """A course that comes with a game, and its figures in the game's own words."""

    id: str
    name: str
    about: str  # what somebody who chooses wants to know, in the language of whoever asks
    report: msgspec.Raw


class CourseText(Struct, frozen=True, kw_only=True):
    """A course as it is written: its ID or name, its line, or a file."""

    course: Annotated[str, msgspec.Meta(min_length=1, max_length=20_000)]


class LaidCourse(Struct, frozen=True, kw_only=True):
    """A course that has passed its checks: its figures, and all that there is to paint of it."""

    report: msgspec.Raw
    shape: msgspec.Raw


class Verdict(Struct, frozen=True, kw_only=True):
    """What re-playing a finished match showed: each check with its outcome, in a sentence."""

    table: str
    names: list[str]  # who sat on each seat, in turn order, as scores and places do
    fair: bool
    checks: list[str]
    commitment: str
    seed: str | None
    salt: str | None
    scores: list[int]
    places: list[int | None]  # None for a seat without a place, which has not won


class AnalysisState(Struct, frozen=True, kw_only=True):
    """How far the analysis of a match is, and what it found once it is done."""

    state: Literal["none", "waiting", "running", "done", "failed"]
    done: int  # decisions that are judged
    of: int  # and how many there are; 0 while nobody has counted them
    analysis: MatchAnalysis | None


TYPES: tuple[type, ...] = tuple(Struct.__subclasses__())
"""Everything that crosses the wire, for documents and generated types."""
