"""Tokens: the right to act for a chair, and invites: the right to take one. Only their hashes are kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that is misread aloud
TABLE_ID_LENGTH = 10


def new_token() -> str:
    """160 random bits."""
    return secrets.token_urlsafe(20)


def new_table_id() -> str:
    """A name for a table: short enough to say, too many to try."""
    return "".join(secrets.choice(ALPHABET) for _ in range(TABLE_ID_LENGTH))


def fingerprint(token: str) -> str:
    """What is kept of a token. Tokens are long and random: a plain hash cannot be turned back."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def derived(token: str, purpose: str) -> str:
    """A token that follows from another one, which nobody can find out from it."""
    digest = hmac.digest(token.encode(errors="surrogatepass"), purpose.encode(), hashlib.sha256)
    return urlsafe_b64encode(digest).rstrip(b"=").decode()


def fits(token: str | None, kept: str | None) -> bool:
    """Is this the token whose fingerprint was kept?"""
    return token is not None and kept is not None and secrets.compare_digest(fingerprint(token), kept)
