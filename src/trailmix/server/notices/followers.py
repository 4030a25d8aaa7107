"""Browsers that are told when it is their turn: by a message (Web Push), and by a private feed."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from trailmix.engine.words import Message
from trailmix.server.config import Config
from trailmix.server.messages.followers import Follow, Following, PushAddress
from trailmix.server.messages.refusals import No
from trailmix.server.notices.delivery import Delivery, NotThere, PushMessage, check, is_public_name
from trailmix.server.notices.web_push import Signer, encrypt, read_keys
from trailmix.server.security.tokens import derived, fingerprint, new_token
from trailmix.server.storage.errors import StoreError
from trailmix.server.storage.followers import Follower, Found
from trailmix.server.storage.store import Store
from trailmix.server.words import words

KEPT_DAYS = 60.0
"""A browser that has not been here for so long is forgotten."""
KEY = "push key"
SHORTEST_KEPT, LONGEST_KEPT = 24 * 3600, 28 * 24 * 3600
"""Seconds for which services keep a message; more than that none does."""
TOPIC_LENGTH = 32
"""As long as RFC 8030 allows."""
log = logging.getLogger("trailmix.push")


class Notice(msgspec.Struct, frozen=True, kw_only=True):
    """What a browser is told: nothing that is not seen from afar."""

    title: str
    body: str
    table: str


class Turn(NamedTuple):
    """Whose turn it is, and where."""

    token_hash: str
    """Of the chair."""
    game: str
    """Its name, as people read it."""
    others: tuple[str, ...]
    """Those at the other chairs."""
    table: str
    topic: str
    """By which a newer message takes the place of an older one; nobody else can tell the table from it."""
    seconds_left: float | None
    """For which it stays theirs by the clock; None: without a limit."""
    is_on: Callable[[], bool]
    """Is it still theirs, and are they still away?"""


def feed_of(follower: str) -> str:
    """The name of a browser's feed: it is given to those who read feeds for people, so it is no key."""
    return derived(follower, "feed")


def key_of_follower(follower: str) -> str:
    """Under what a browser is kept: what is found by its feed, too."""
    return fingerprint(feed_of(follower))


def contact_of(config: Config) -> str:
    """Whom the services that carry messages may ask about them: whoever has the site, unless it is said."""
    secure = [origin for origin in config.origins if urlsplit(origin).scheme == "https"]
    names = [name for name in (*(urlsplit(origin).hostname for origin in secure), *config.hosts) if name]
    public = (f"https://{name}" for name in names if is_public_name(name))
    return config.push_contact or next(public, "")


def _kept_seconds(left: float | None) -> int:
    """So long a service keeps a message for a browser that is off. Of a topic it keeps the newest only."""
    return LONGEST_KEPT if left is None else int(min(max(left, SHORTEST_KEPT), LONGEST_KEPT))


class Followers:
    """The browsers that follow their chairs at this server."""

    def __init__(
        self, store: Store, config: Config, counted: Callable[[str], AbstractContextManager[None]]
    ) -> None:
        """`counted`: a new follower, and a new place to send to, count as a new table does, by address."""
        self.store, self.config = store, config
        self.delivery = Delivery(anywhere=config.push_anywhere)
        self.signer: Signer | None = None
        self._counted = counted

    async def start(self) -> None:
        """Make ready: the key is made at the first start, and shared by all processes."""
        if self.config.push:
            secret = await self.store.secret(KEY, Signer.new_secret())
            contact = contact_of(self.config)
            if not contact:
                log.info(  # no warning: at home there is no such name
                    "some services may refuse messages: neither `push_contact` nor a public name is set"
                )
            self.signer = Signer(secret, contact)
            self.delivery.start()

    async def close(self) -> None:
        """Send nothing more."""
        await self.delivery.close()

    async def follow(self, wish: Follow, address: str, language: str) -> Following:
        """Tell a browser of its chairs from now on; those that there are not are passed over."""
        push = wish.push
        if push is not None:
            self._check(push)
        tokens = {fingerprint(token) for token in wish.tokens}
        held = await self.store.holding_tokens(sorted(tokens))
        follower = Follower(tokens=tuple(held), push=push, language=language)
        token, known = wish.follower, None
        if token is not None:
            known = await self.store.follower(key_of_follower(token))
        if token is None or known is None:
            token = new_token()  # nobody chooses their own, which others might guess
        before = None if known is None else known.push
        is_elsewhere = push is not None and (before is None or before.endpoint != push.endpoint)
        with self._counted(address) if known is None or is_elsewhere else contextlib.nullcontext():
            await self.store.keep_follower(key_of_follower(token), follower)
        return Following(follower=token, feed=f"/feeds/{feed_of(token)}", followed=len(held))

    async def found_by_feed(self, feed: str) -> Follower | None:
        """The browser that a feed is for, None if there is no such feed."""
        return await self.store.follower(fingerprint(feed))

    def _check(self, push: PushAddress) -> None:
        """No if nothing can be sent there."""
        if self.signer is None:
            raise No("bad_option.no_push")
        try:
            read_keys(push.p256dh, push.auth)
            check(push.endpoint, anywhere=self.config.push_anywhere)
        except (ValueError, NotThere):
            raise No("bad_option.no_push_address") from None

    async def unfollow(self, token: str) -> bool:
        """Forget a browser; False if there was none."""
        return await self.store.forget_follower(key_of_follower(token))

    # --- telling

    async def tell_turn(self, turn: Turn) -> None:
        """It is a chair's turn, and nobody who holds it is there."""
        if self.signer is None:
            return
        try:
            for found in await self.store.followers_of(turn.token_hash):
                self._tell(found, turn)
        except StoreError as error:
            log.warning("nobody could be told", extra={"why": str(error)})

    def _tell(self, found: Found, turn: Turn) -> None:
        push, signer = found.follower.push, self.signer
        if push is None or signer is None:
            return
        said = words(found.follower.language)
        notice = Notice(
            title=said.say(Message("notice.title", {"game": turn.game})),
            body=said.say(Message("notice.with", {"names": ", ".join(turn.others)})),
            table=turn.table,
        )
        receiver, auth = read_keys(push.p256dh, push.auth)

        async def gone() -> None:
            # The browser itself is kept, for the feed: nobody but its page knows whether that is read.
            await self.store.end_push(found.key, push.endpoint)

        self.delivery.send(
            PushMessage(
                endpoint=push.endpoint,
                body=encrypt(msgspec.json.encode(notice), receiver, auth),
                authorization=signer.authorization(push.endpoint),
                topic=turn.topic,
                kept_seconds=_kept_seconds(turn.seconds_left),
                gone=gone,
                is_wanted=turn.is_on,
            )
        )
