"""What a link shows where it is posted: Open Graph tags in the head of the page.

A link is read by machines that have nothing but the address, so the tags say what any stranger may know: of a
finished match how it ended, of a public table what is played and by whom. Of a private table, and of one that
does not exist, they say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from trailmix.engine.match import Match
from trailmix.engine.words import Message
from trailmix.lab.analysis import Analysis, deciding, percent
from trailmix.server.messages.refusals import No
from trailmix.server.storage.errors import StoreError
from trailmix.server.tables.remembered import Remembered
from trailmix.server.tables.table import Table
from trailmix.server.tables.tables import Tables
from trailmix.server.verbs.access import Asked, language_of, origin_of, tables_of
from trailmix.server.words import words

PAGES = ("table", "replay", "analysis")
"""Those that are about a table."""
ICON = "icons/any-512.png"


class Said(NamedTuple):
    """What is said of a table.

    The picture is that of its game: the one of a finished match is made in the browser of whoever shares it.
    """

    title: Message
    description: Message
    picture: str = ICON


STRANGE = Said(Message("preview.invitation"), Message("preview.about"))


async def tags(request: Asked, table_id: str) -> bytes:
    """The tags of a page about a table, in the language of whoever asks; everything in them is escaped."""
    told = await _told(request, table_id)
    said = words(language_of(request))
    # A game from elsewhere has no picture here.
    picture = told.picture if told.picture in request.app.state.server.client else ICON
    origin = origin_of(request)
    properties = {
        "og:site_name": "Trailmix",
        "og:type": "website",
        "og:url": f"{origin}{request.url.path}",
        "og:image": f"{origin}/{picture}",
        "og:title": said.say(told.title),
        "og:description": said.say(told.description),
        "twitter:card": "summary" if picture == ICON else "summary_large_image",
    }
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in properties.items()]
    return "\n".join(lines).encode()


async def _told(request: Asked, table_id: str) -> Said:
    remembered: Remembered[Said] = request.app.state.server.previews
    found = remembered.get(table_id)
    return found or remembered.keep(table_id, await _looked_up(tables_of(request), table_id))


async def _looked_up(tables: Tables, table_id: str) -> Said:
    """Only looked at: the people who play at the table are not to notice that its link was posted."""
    try:
        table = await tables.seen(table_id)
        tables.may_watch(table, None, ())
        if table.people.status != "over" or table.match is None:
            return _open_table(table)
        return _result(table, table.match, await tables.store.analysis(table.id))
    except (No, StoreError):  # the page itself will say what is the matter
        return STRANGE


def _open_table(table: Table) -> Said:
    people, game = table.people, table.setup.game.name
    sitting = [chair.name for chair in people.chairs if chair.kind != "open" and chair.name]
    told = {"game": game, "name": people.chairs[people.host].name or ""}
    waiting = people.status == "waiting"
    title = Message("preview.waiting" if waiting else "preview.running", told)
    description = Message("preview.people", {"each": ", ".join(sitting), "players": table.stored.players})
    return Said(title, description, _picture(table))


def _result(table: Table, match: Match, analysis: Analysis | None) -> Said:
    names = [table.people.chairs[table.chair_of(seat)].name or "" for seat in range(match.players)]
    winners, game = [names[seat] for seat in match.winners()], match.game.name
    told = {"game": game, "names": ", ".join(winners), "n": len(winners)}
    title = Message("preview.won", told) if winners else Message("preview.nobody_won", {"game": game})
    standing = ", ".join(f"{names[seat]} {score}" for seat, score in _by_place(match))
    if analysis is None or (moment := deciding(analysis, match.winners())) is None:
        return Said(title, Message("preview.standing", {"standing": standing}), _picture(table))
    n, moved = moment
    decided = Message(
        "preview.decided",
        {
            "standing": standing,
            "name": names[analysis.decisions[n].seat],
            "mover": names[moved.mover],
            "before": percent(moved.before),
            "after": percent(moved.after),
        },
    )
    return Said(title, decided, _picture(table))


def _picture(table: Table) -> str:
    """That of its game."""
    return f"games/{table.setup.game.slug}.png"


def _by_place(match: Match) -> Iterator[tuple[int, int]]:
    """Seats and their scores, the first place first, those without a place last."""
    places, scores = match.places(), match.scores()
    for seat in sorted(range(match.players), key=lambda seat: (places[seat] or match.players + 1, seat)):
        yield seat, scores[seat]
