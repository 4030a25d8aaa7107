"""The verb for clients that do not know a game: what its views are made of, and its rules."""

from __future__ import annotations

from litestar import get

from trailmix import ledger
from trailmix.engine.described import described
from trailmix.server.messages.protocol import GameShape
from trailmix.server.verbs.access import Asked, beside, language_of, tables_of
from trailmix.server.verbs.courses import Slug


@get("/games/{slug:str}/shape", summary="What a client needs to show a game that it does not know")
async def game_shape(request: Asked, slug: Slug) -> GameShape:
    """Each field of a view with its label and what it is, and the rules of the game's ledger."""
    game = tables_of(request).game(slug)
    words = game.words_in(language_of(request))
    return GameShape(
        game=slug,
        name=game.name,
        about=words.say(game.about),
        view=described(game.view_type, words),
        own=described(game.own_type, words),
        rules=await beside(request, lambda: ledger.texts(slug)),
    )
