"""Browsers that are told when it is their turn: by a message (Web Push), and by a private feed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import NamedTuple

import msgspec

from trailmix.engine.words import Message
from trailmix.server.config import Config
from trailmix.server.messages.followers import Follow, Following, PushAddress
from trailmix.server.messages.refusals import No
from trailmix.server.notices.delivery import Delivery, NotThere, PushMessage, check
from trailmix.server.notices.web_push import Signer, encrypt, read_keys
from trailmix.server.security.tokens import fingerprint, new_token
from trailmix.server.storage.errors import StoreError
from trailmix.server.storage.followers import Follower, Found
from trailmix.server.storage.store import Store
from trailmix.server.words import words

KEPT_DAYS = 60.0
"""A browser that has not been here for so long is forgotten."""
KEY = "push key"
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
    table: str
    topic: str
    """By which a newer message takes the place of an older one; nobody else can tell the table from it."""


class Followers:
    """The browsers that follow their chairs at this server."""

    def __init__(
        self, store: Store, config: Config, counted: Callable[[str], AbstractContextManager[None]]
    ) -> None:
        """`counted`: a new follower counts as a new table does, by the address that it comes from."""
        self.store, self.config = store, config
        self.delivery = Delivery(anywhere=config.push_anywhere)
        self.signer: Signer | None = None
        self._counted = counted

    async def start(self) -> None:
        """Make ready: the key is made at the first start, and shared by all processes."""
        if self.config.push:
            secret = await self.store.secret(KEY, Signer.new_secret())
            self.signer = Signer(secret, self.config.push_contact)
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
        if (token := wish.follower) is not None and await self.store.follower(fingerprint(token)) is not None:
            await self.store.keep_follower(fingerprint(token), follower)
        else:
            token = new_token()  # nobody chooses their own, which others might guess
            with self._counted(address):
                await self.store.keep_follower(fingerprint(token), follower)
        return Following(follower=token, feed=f"/feeds/{token}", followed=len(held))

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
        return await self.store.forget_follower(fingerprint(token))

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
            body=said.say(Message("notice.your_turn", {"game": turn.game})),
            table=turn.table,
        )
        receiver, auth = read_keys(push.p256dh, push.auth)

        async def gone() -> None:
            await self.store.forget_follower(found.key)

        self.delivery.send(
            PushMessage(
                endpoint=push.endpoint,
                body=encrypt(msgspec.json.encode(notice), receiver, auth),
                authorization=signer.authorization(push.endpoint),
                topic=turn.topic,
                gone=gone,
            )
        )
