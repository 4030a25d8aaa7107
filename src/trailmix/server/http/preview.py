"""What a link shows where it is posted: Open Graph tags in the head of the page.

A link is read by machines that have nothing but the address, so the tags say what any stranger may know: of a
finished match how it ended, of a public table what is played and by whom. Of a private table, and of one that
does not exist, they say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from trailmix.engine.match import Match
from trailmix.engine.words import Message
from trailmix.lab.analysis import Analysis
from trailmix.server.messages.refusals import No
from trailmix.server.storage.errors import StoreError
from trailmix.server.tables.table import Table
from trailmix.server.verbs.access import Asked, language_of, tables_of
from trailmix.server.words import words

PAGES = ("table", "replay", "analysis")
"""Those that are about a table."""
ICON = "/icons/any-512.png"
"""The picture of every link; that of a finished match is made in the browser of whoever shares it."""
Said = tuple[Message, Message]
"""A title and a description."""
STRANGE: Said = Message("preview.invitation"), Message("preview.about")


async def tags(request: Asked, table_id: str) -> bytes:
    """The tags of a page about a table, in the language of whoever asks; everything in them is escaped."""
    title, description = await _told(request, table_id)
    said = words(language_of(request))
    address = request.url.with_replacements(query="", fragment="")
    properties = {
        "og:site_name": "Trailmix",
        "og:type": "website",
        "og:url": str(address),
        "og:image": str(address.with_replacements(path=ICON)),
        "og:title": said.say(title),
        "og:description": said.say(description),
    }
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in properties.items()]
    return "\n".join(lines).encode()


async def _told(request: Asked, table_id: str) -> Said:
    tables = tables_of(request)
    try:
        table = await tables.get(table_id)
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
    return title, Message("preview.people", {"each": ", ".join(sitting), "players": table.stored.players})


def _result(table: Table, match: Match, analysis: Analysis | None) -> Said:
    names = [table.people.chairs[table.chair_of(seat)].name or "" for seat in range(match.players)]
    winners, game = [names[seat] for seat in match.winners()], match.game.name
    told = {"game": game, "names": ", ".join(winners), "n": len(winners)}
    title = Message("preview.won", told) if winners else Message("preview.nobody_won", {"game": game})
    standing = ", ".join(f"{names[seat]} {score}" for seat, score in _by_place(match))
    moment = None if analysis is None else deciding(analysis)
    if moment is None:
        return title, Message("preview.standing", {"standing": standing})
    seat, leader, percent = moment
    decided = Message(
        "preview.decided",
        {"standing": standing, "name": names[seat], "leader": names[leader], "percent": percent},
    )
    return title, decided


def _by_place(match: Match) -> Iterator[tuple[int, int]]:
    """Seats and their scores, the first place first, those without a place last."""
    places, scores = match.places(), match.scores()
    for seat in sorted(range(match.players), key=lambda seat: (places[seat] or match.players + 1, seat)):
        yield seat, scores[seat]


def deciding(analysis: Analysis) -> tuple[int, int, int] | None:
    """The turn that changed most: whose it was, and who had what chance to win after it."""

    def swing(index: int) -> float:
        now, before = analysis.decisions[index].open.after, analysis.decisions[max(0, index - 1)].open.after
        return max(abs(one - other) for one, other in zip(now, before, strict=True))

    if not analysis.moments:
        return None
    decision = analysis.decisions[max(analysis.moments, key=swing)]
    leader = max(range(len(decision.open.after)), key=decision.open.after.__getitem__)
    return decision.seat, leader, round(100 * decision.open.after[leader])
