"""Messages that nobody means well: bytes at random, damaged messages, wrong types, absurd sizes."""

from __future__ import annotations

import asyncio
import json
import random
import struct
from collections.abc import Iterator

from server.client import Place

MOVE = '{"t":"move","id":"x1","seq":3,"actions":["N07@-1,0",{"hiker":[0,0]},17]}'
HEALTHY = (
    MOVE,
    '{"t":"undo","id":"x2","seq":4}',
    '{"t":"chat","id":"x3","text":"hello"}',
    '{"t":"ping"}',
    '{"t":"hello","protocol":2,"tokens":["a"],"invite":null,"since":0}',
)
ODD = (
    *("null", "true", "0", "-1", "1e999", "-1e999", "NaN", "Infinity", "-0", "1" * 400, "1" * 5000, "0.1"),
    *(
        '""',
        '"\\ud800"',
        '"\\u0000"',
        '"\\uDFFF\\uD800"',
        '"' + "x" * 3000 + '"',
        '"\u202e\u0007🏔"',
        '"none"',
    ),
    *("[]", "{}", "[" * 2000, "[" * 900 + "]" * 900, '{"a":' * 700 + "1" + "}" * 700, "[[[]]]", '{"":{}}'),
    *(
        '{"card":"N07","cell":[1,"x"]}',
        '{"hiker":[1e400,0]}',
        '{"hiker":[9223372036854775808,0]}',
        "2305843009213693952",
    ),
)
FIELDS = ("t", "id", "seq", "actions", "text", "protocol", "tokens", "invite", "since", "x", "T")


def messages(seed: str) -> Iterator[str]:
    """Without end."""
    chance = random.Random(seed)
    kinds = (_noise, _damaged, _damaged, _wrong_types, _wrong_types, _senseless)
    while True:
        text = chance.choice(kinds)(chance)
        # What Python itself can send: no lone surrogates as characters, within the size of a frame.
        yield text.encode(errors="replace")[:60_000].decode(errors="ignore")


def _noise(chance: random.Random) -> str:
    return chance.randbytes(chance.randrange(80)).decode(
        chance.choice(("latin-1", "utf-16", "utf-8")), "replace"
    )


def _damaged(chance: random.Random) -> str:
    """A healthy message with a few bytes changed, lost or doubled."""
    text = chance.choice(HEALTHY)
    for _ in range(chance.randrange(1, 4)):
        at, length = chance.randrange(len(text) + 1), chance.randrange(6)
        put = chance.choice(
            ("", text[at : at + length] * 2, chance.choice('{}[]",:\\\x00 eE+-.0'), chance.choice(ODD))
        )
        text = text[:at] + put + text[at + length :]
    return text


def _wrong_types(chance: random.Random) -> str:
    """An object with fields of the protocol, holding anything."""
    tag = chance.choice(("move", "undo", "chat", "ping", "hello", "welcome", "", "MOVE"))
    names = chance.sample(FIELDS, chance.randrange(5))
    fields = [f'"t":"{tag}"', *(f'"{name}":{chance.choice(ODD)}' for name in names)]
    return "{" + ",".join(fields) + "}"


def _senseless(chance: random.Random) -> str:
    """Right in form, wrong in everything else."""
    action = chance.choice((*ODD, '"N07@9,9"', '"hiker 99999999999999999999,0"', "-5", "99999"))
    name, seq = chance.random(), chance.choice((0, 1, 5, 2**53 - 1, 2**53, 2**64))
    actions = ",".join([action] * chance.randrange(1, 70))
    return chance.choice(
        (
            f'{{"t":"move","id":"{name}","seq":{seq},"actions":[{actions}]}}',
            f'{{"t":"undo","id":"{name}","seq":{seq}}}',
            f'{{"t":"hello","protocol":{seq},"invite":"{name}","tokens":[]}}',
        )
    )


def frame(payload: bytes, opcode: int = 1, *, last: bool = True) -> bytes:
    """A frame of a client, masked with zeros."""
    first, size = 0x80 * last | opcode, len(payload)
    if size < 126:
        head = struct.pack("!BB", first, 0x80 | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", first, 0x80 | 126, size)
    else:
        head = struct.pack("!BBQ", first, 0x80 | 127, size)
    return head + bytes(4) + payload


def in_frames(payload: bytes, *, in_pieces: bool) -> bytes:
    """A message in one frame, or in two with a ping between."""
    if not in_pieces:
        return frame(payload)
    half = len(payload) // 2
    return frame(payload[:half], last=False) + frame(b"", 9) + frame(payload[half:], 0)


class RawSocket:
    """A WebSocket by hand: fast, and able to send what a well-behaved library would not."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, port: int, place: Place) -> RawSocket:
        """Connect and say hello."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET /api/tables/{place.table}/socket HTTP/1.1\r\nHost: localhost\r\n".encode()
            + b"Upgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        head = await reader.readuntil(b"\r\n\r\n")
        assert b" 101 " in head
        socket = cls(reader, writer)
        await socket.send(json.dumps(place.hello()).encode())
        return socket

    async def send(self, payload: bytes, opcode: int = 1) -> None:
        """One frame."""
        self.writer.write(frame(payload, opcode))
        await self.writer.drain()

    async def receive(self) -> tuple[int, bytes]:
        """The next frame: its opcode and payload."""
        first, size = await self.reader.readexactly(2)
        if size == 126:
            (size,) = struct.unpack("!H", await self.reader.readexactly(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", await self.reader.readexactly(8))
        return first & 15, await self.reader.readexactly(size)

    async def until(self, words: bytes) -> int:
        """Read up to a message that has these words in it; the number of messages before it."""
        count = 0
        while True:
            opcode, payload = await self.receive()
            if opcode == 9:  # the server asks whether we are there: on a busy machine this takes that long
                await self.send(payload, 10)
                continue
            assert opcode == 1, (opcode, payload)
            if words in payload:
                return count
            count += 1

    async def close_code(self) -> int:
        """Read to the end; the code that it was closed with."""
        while True:
            opcode, payload = await self.receive()
            if opcode == 8:
                return int.from_bytes(payload[:2])

    async def close(self) -> None:
        """Without a word."""
        self.writer.close()
        await self.writer.wait_closed()
