"""A bot that plays over plain HTTP, with Python's standard library alone: python http_bot.py [ADDRESS]."""

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

SERVER = (sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8421").rstrip("/")


def ask(path: str, body: object = None, token: str = "") -> Any:
    """Ask the server something; a body makes it a POST, a token says who asks."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"} if token else {}
    data = None if body is None else json.dumps(body).encode()
    headers.setdefault("Content-Type", "application/json")
    with urlopen(Request(f"{SERVER}/api{path}", data, headers)) as answer:  # noqa: S310
        return json.load(answer)


chairs = [{"kind": "human", "name": "Example"}, {"kind": "bot", "level": "greedy"}]
made = ask("/tables", {"game": "alpina", "chairs": chairs, "privacy": "public"})
table, token = made["table"]["table"], made["tokens"]["0"]
print("watch it at", f"{SERVER}/api/tables/{table}")

seq = -1
while True:
    # Waits until something has happened after entry `seq`, and answers with all that our seat may know.
    seen = ask(f"/tables/{table}/view?since={seq}&wait=20", token=token)
    seq = seen["seq"]
    for entry in seen["log"]:
        for event in entry["events"]:
            print(event["text"])
    if seen["legal"]:
        action = random.choice(seen["legal"])  # noqa: S311
        move = {"t": "move", "id": f"move {seq}", "seq": seq, "actions": [action]}
        ask(f"/tables/{table}/moves", move, token)
    elif seen["view"]["to_move"] is None:
        break

print(json.dumps(ask(f"/tables/{table}/verify"), indent=1))
