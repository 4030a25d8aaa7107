"""Structured logs: one JSON object a line. Tokens, invites, names and chat never go in."""

from __future__ import annotations

import logging
import sys

import msgspec

FIELDS = (
    "table",
    "game",
    "bot",
    "why",
    "code",
    "number",
    "task",
    "status",
    "method",
    "path",
    "address",
    "url",
)


class JsonLines(logging.Formatter):
    """A record as JSON: when, how grave, what, and the known fields of `extra`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        said = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        said |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said).decode()


def _not_the_clients_fault(record: logging.LogRecord) -> bool:
    """Uvicorn reports what is not UTF-8 or HTTP, and unknown upgrades. That the client is told is enough."""
    return not record.getMessage().startswith(
        (
            "Invalid UTF-8 sequence received from client",
            "Invalid HTTP request received",
            "Unsupported upgrade request",
        )
    )


def set_up(level: str) -> None:
    """Send Trailmix's and the web server's logs to standard error, as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("trailmix").setLevel(level.upper())
    logging.getLogger("uvicorn.error").addFilter(_not_the_clients_fault)
