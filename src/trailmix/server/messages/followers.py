"""What clients and the server say to each other about notices: a browser that wants to hear of its turns."""

from __future__ import annotations

from typing import Annotated

import msgspec

from trailmix.server.messages.base import Struct

MOST_FOLLOWED = 100
Secret = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]


class PushAddress(Struct, frozen=True, kw_only=True):
    """Where and under which keys a browser takes messages (`PushSubscription`), in URL-safe base64."""

    endpoint: Annotated[str, msgspec.Meta(min_length=12, max_length=1000, pattern="^https?://")]
    p256dh: Annotated[str, msgspec.Meta(min_length=80, max_length=100)]
    auth: Annotated[str, msgspec.Meta(min_length=16, max_length=40)]


class Follow(Struct, frozen=True, kw_only=True):
    """The chairs that a browser holds and wants to hear of, in the place of those it named before."""

    tokens: Annotated[list[Secret], msgspec.Meta(max_length=MOST_FOLLOWED)]
    follower: Secret | None = None  # as it was given before
    push: PushAddress | None = None  # None: only the feed


class Following(Struct, frozen=True, kw_only=True):
    """A browser that is told of its turns: whoever knows `follower` can change that and end it."""

    follower: str
    feed: str  # the path of a private Atom feed: whoever knows it can read the feed, and nothing else by it
    followed: int  # so many of the chairs there are


class PushKey(Struct, frozen=True, kw_only=True):
    """The key by which browsers know this server's messages; None if it sends none."""

    key: str | None


class Unfollow(Struct, frozen=True, kw_only=True):
    """Tell this browser no more, and forget its address and its feed."""

    follower: Secret


class Unfollowed(Struct, frozen=True, kw_only=True):
    """Nothing is kept of the browser any more."""

    gone: bool  # False if there was none
