"""The verbs of browsers that want to hear of their turns."""

from __future__ import annotations

from litestar import get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK

from trailmix.server.messages.followers import Follow, Following, PushKey, Unfollow, Unfollowed
from trailmix.server.verbs.access import Asked, address_of, language_of, tables_of


@get("/push-key", summary="The key of this server's messages")
async def push_key(request: Asked) -> PushKey:
    """For `pushManager.subscribe`; none if the server sends no messages."""
    signer = tables_of(request).followers.signer
    return PushKey(key=None if signer is None else signer.public)


@post(
    "/followers",
    status_code=HTTP_200_OK,
    summary="Tell this browser when it is its turn",
    refuses="bad_option",
)
async def follow(request: Asked, data: JSONBody[Follow]) -> Following:
    """By a private feed, and by messages if it says where; said again, it replaces what was said."""
    return await tables_of(request).followers.follow(data, address_of(request), language_of(request))


@post("/followers/forget", status_code=HTTP_200_OK, summary="Tell this browser no more")
async def unfollow(request: Asked, data: JSONBody[Unfollow]) -> Unfollowed:
    """Its address and its feed are forgotten."""
    return Unfollowed(gone=await tables_of(request).followers.unfollow(data.follower))
