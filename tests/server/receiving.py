"""Browsers that take messages, by the letter of RFC 8291, and the service that carries messages to them."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from server.running import Json, Person, mover
from trailmix.server.notices.web_push import as_text, point


class Browser:
    """What a browser does to receive messages, by the letter of the RFC."""

    def __init__(self) -> None:
        self.key: EllipticCurvePrivateKey = generate_private_key(SECP256R1())
        self.auth = os.urandom(16)

    def address(self, endpoint: str) -> Json:
        return {
            "endpoint": endpoint,
            "p256dh": as_text(point(self.key.public_key())),
            "auth": as_text(self.auth),
        }

    def read(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), sender))
        info = b"WebPush: info\0" + point(self.key.public_key()) + sender
        base = HKDF(SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(base)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(base)
        padded = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded[-1:] == b"\x02"
        return padded[:-1]


class Receiver(ThreadingHTTPServer):
    """The service that carries messages to browsers."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.messages: list[tuple[str, dict[str, str], bytes]] = []
        self.status = 201
        self.answers = threading.Event()
        """Is anything answered now, or only taken?"""
        self.answers.set()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def endpoint(self, name: str) -> str:
        return f"http://127.0.0.1:{self.server_port}/{name}"


class Handler(BaseHTTPRequestHandler):
    """Takes everything."""

    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.messages.append((self.path, headers, body))
        self.server.answers.wait(10)
        self.send_response(self.server.status)
        self.send_header("location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A service on this machine."""
    receiver = Receiver()
    yield receiver
    receiver.shutdown()
    receiver.server_close()


def follow(person: Person, push: Json | None = None, **more: Any) -> Json:
    wish = {"tokens": [person.token], "push": push, **more}
    following: Json = Person(person.server).post("/api/followers", wish)
    return following


def pass_the_turn(people: list[Person]) -> tuple[Person, Person]:
    """The one to move moves until it is the other's turn: who has moved, and whose turn it is now."""
    first = mover(people)
    other = next(person for person in people if person is not first)
    while (seen := first.view())["legal"]:
        first.move(seen["legal"][0], seq=seen["seq"])
    return first, other
