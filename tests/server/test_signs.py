"""Signs beside the chat: seen by those who may read it, counted and silenced as remarks are, and not kept."""

from __future__ import annotations

import json
from pathlib import Path

from websockets.sync.client import ClientConnection

from server.running import HUMAN, QUICK, Json, Person, Running, make
from server.sockets import hear, sit, socket_at


def sign(socket: ClientConnection, name: str, kind: str = "wow") -> Json:
    """Give a sign, and hear whether that was right."""
    socket.send(json.dumps({"t": "react", "id": name, "kind": kind}))
    while True:
        message: Json = json.loads(socket.recv(10))
        if message["t"] in ("ack", "refused"):
            return message


def test_a_sign_is_seen_by_those_who_are_there_and_not_kept(server: Running) -> None:
    ann, ben = make(server, HUMAN, HUMAN)
    with socket_at(server, ann) as hers, socket_at(server, ben) as his:
        sit(hers, ann)
        sit(his, ben)
        assert sign(his, "1", "well_played")["t"] == "ack"
        seen = hear(hers, "reaction")
        assert (seen["chair"], seen["name"], seen["kind"]) == (1, "Guest 2", "well_played")
        assert sign(his, "2", "rude")["code"] == "bad_message"
        assert ann.get("./chat") == []


def test_onlookers_give_no_signs(server: Running) -> None:
    ann, ben = make(server, HUMAN, HUMAN)
    with socket_at(server, ben) as his, socket_at(server, ann) as other:
        sit(his, ben)
        sit(other, Person(server, ann.table, ann.token), tokens=[], invite=ann.invite)
        assert sign(other, "1")["code"] == "forbidden"
        sign(his, "1")
        assert hear(other, "reaction")["chair"] == 1  # who was invited reads the chat, too


def test_signs_are_bounded_and_silenced_as_the_chat_is(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK | {"remarks_per_minute": 3})
    try:
        ann, ben = make(running, HUMAN, HUMAN)
        with socket_at(running, ben) as his:
            sit(his, ben)
            ann.post("./mute", {"muted": True})
            assert sign(his, "muted")["code"] == "forbidden"
            ann.post("./mute", {"muted": False})
            assert [sign(his, str(n))["t"] for n in range(3)] == ["ack"] * 3
            assert sign(his, "more")["code"] == "too_many"
            body = {"t": "chat", "id": "more", "text": "then in words"}
            assert ben.refused("POST", "./chat", body)[1] == "too_many"
    finally:
        running.stop()
