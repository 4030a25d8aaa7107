"""Web Push: a message for one browser, encrypted (RFC 8291) and signed (VAPID, RFC 8292).

The service that carries it learns neither what it says nor from which table it is.
"""

from __future__ import annotations

import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from urllib.parse import urlsplit

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = SECP256R1()
KEY_BYTES, AUTH_BYTES, SALT_BYTES = 32, 16, 16
RECORD_BYTES = 4096
MOST_BYTES = 3000
"""More than any message of ours; services take 4096 with what is added."""
SIGNED_SECONDS = 12 * 3600.0
LAST = b"\x02"
"""Ends the last record of a message; ours have one."""


def as_text(content: bytes) -> str:
    """As keys are written in messages."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def as_bytes(text: str) -> bytes:
    """Read what `as_text` writes; ValueError if it is not that."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key: EllipticCurvePublicKey) -> bytes:
    """A public key as it is sent."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def read_keys(p256dh: str, auth: str) -> tuple[EllipticCurvePublicKey, bytes]:
    """The keys of a browser; ValueError if they are none."""
    secret = as_bytes(auth)
    if len(secret) != AUTH_BYTES:
        raise ValueError("the secret has another length")
    return EllipticCurvePublicKey.from_encoded_point(CURVE, as_bytes(p256dh)), secret


def encrypt(
    message: bytes,
    receiver: EllipticCurvePublicKey,
    auth: bytes,
    sender: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body that only the browser with these keys can read. Key and salt are made anew for each."""
    if len(message) > MOST_BYTES:
        raise ValueError("the message is too long")
    sender, salt = sender or generate_private_key(CURVE), salt or os.urandom(SALT_BYTES)
    shared = sender.exchange(ECDH(), receiver)
    public = point(sender.public_key())
    base = _derived(shared, auth, b"WebPush: info\0" + point(receiver) + public, KEY_BYTES)
    key = _derived(base, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(base, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(key).encrypt(nonce, message + LAST, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


class Signer:
    """The server's own key, by which services know that messages come from who was allowed to send them."""

    def __init__(self, secret: bytes, contact: str) -> None:
        self._key = derive_private_key(int.from_bytes(secret, "big"), CURVE)
        self.contact = contact
        self.public = as_text(point(self._key.public_key()))

    @staticmethod
    def new_secret() -> bytes:
        """A new key, to be kept."""
        value = generate_private_key(CURVE).private_numbers().private_value
        return value.to_bytes(KEY_BYTES, "big")

    def authorization(self, endpoint: str) -> str:
        """The header for a message to an endpoint; no other service can use it."""
        scheme, host, *_ = urlsplit(endpoint)
        claims = {"aud": f"{scheme}://{host}", "exp": int(time.time() + SIGNED_SECONDS)}
        if self.contact:
            claims["sub"] = self.contact
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        signed = ".".join(as_text(msgspec.json.encode(part)) for part in parts)
        numbers = decode_dss_signature(self._key.sign(signed.encode(), ECDSA(SHA256())))
        signature = b"".join(number.to_bytes(KEY_BYTES, "big") for number in numbers)
        return f"vapid t={signed}.{as_text(signature)}, k={self.public}"
