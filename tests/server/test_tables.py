"""Tables: making them, finding them, joining them, and what becomes of them."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

import trailmix
from server.running import BOT, HUMAN, OPEN, QUICK, Json, Person, Running, eventually, make, play_out
from server.sockets import hear, sit, socket_at

PUBLIC = {"privacy": "public"}


def named(name: str) -> Json:
    return {"kind": "human", "name": name}


def kinds(person: Person) -> list[str]:
    return [chair["kind"] for chair in person.get(".")["chairs"]]


# --- making


def test_a_table_has_the_chairs_that_were_wished_for(server: Running) -> None:
    (host,) = make(server, named("Ann"), {"kind": "bot", "level": "random"}, OPEN)
    table = host.get(".")
    assert [(chair["kind"], chair["name"], chair["level"]) for chair in table["chairs"]] == [
        ("human", "Ann", None),
        ("bot", "Kira", "random"),
        ("open", None, None),
    ]
    assert (table["status"], table["privacy"], table["host"], table["seq"]) == ("waiting", "private", 0, 0)
    assert all(chair["seat"] is None for chair in table["chairs"])
    assert len(table["commitment"]) == 64


def test_every_bot_has_a_name_of_its_own(server: Running) -> None:
    (host,) = make(server, named("Nanuk"), *[BOT] * 7, game="hike_cards")
    names = [chair["name"] for chair in host.get(".")["chairs"]]
    assert names[:4] == ["Nanuk", "Kira", "Togo", "Luna"]
    assert len(set(names)) == 8
    assert len({name[0] for name in names}) == 8


def test_the_first_human_chair_is_the_hosts(server: Running) -> None:
    (host,) = make(server, OPEN, HUMAN)
    assert host.get(".")["host"] == 1


def test_a_full_table_starts_at_once(server: Running) -> None:
    (host,) = make(server, HUMAN, BOT)
    table = host.get(".")
    assert table["status"] == "running"
    assert sorted(chair["seat"] for chair in table["chairs"]) == ["A", "B"]


def test_options_are_the_games(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN, options={"colours": ["purple", "red"]})
    assert host.get(".")["options"] == {"colours": ["purple", "red"]}
    host.post("./start")
    assert [seat["colour"] for seat in host.view()["view"]["seats"]] == ["purple", "red"]


def test_what_a_game_comes_with_is_told_without_a_table(server: Running) -> None:
    (host,) = make(server, HUMAN, BOT)
    assert Person(server).get("/api/games/alpina/fixed") == host.get("./fixed")
    assert Person(server).refused("GET", "/api/games/chess/fixed")[:2] == (404, "no_such_game")


def test_a_game_is_described_to_clients_that_do_not_know_it(server: Running) -> None:
    told = Person(server).get("/api/games/alpina/shape")
    assert (told["game"], told["name"], told["rules"]["AL-GRID-4"] != "") == ("alpina", "Alpina", True)
    assert {"name": "hand", "label": "Hand", "shape": {"kind": "list", "of": {"kind": "name"}}} in told["own"]
    (me,) = make(server, HUMAN, BOT)
    seen = me.view()
    assert [field["name"] for field in told["view"]] == list(seen["view"])
    assert [field["name"] for field in told["own"]] == list(seen["own"])
    assert Person(server).refused("GET", "/api/games/chess/shape")[:2] == (404, "no_such_game")


def test_a_corrected_deck_is_played_with(server: Running) -> None:
    data = (Path(trailmix.__file__).parent / "games/alpina/alpina.toml").read_text(encoding="utf-8")
    mine, theirs = make(server, HUMAN, HUMAN, data="# my box\n" + data)
    usual, _ = make(server, HUMAN, HUMAN)
    assert mine.get("./fixed")["cards"] == usual.get("./fixed")["cards"]
    play_out([mine, theirs])
    assert mine.get("./verify")["fair"]
    assert mine.get("./replay")["data"].startswith("# my box")


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"game": "chess"}, 404, "no_such_game"),
        ({"chairs": [HUMAN]}, 422, "bad_option"),
        ({"chairs": [HUMAN] * 5}, 422, "bad_option"),
        ({"chairs": [HUMAN] * 9}, 400, "bad_message"),
        ({"chairs": []}, 400, "bad_message"),
        ({"chairs": [BOT, BOT]}, 422, "bad_option"),
        ({"chairs": [OPEN, OPEN]}, 422, "bad_option"),
        ({"chairs": [HUMAN, {"kind": "bot", "level": "genius"}]}, 422, "bad_option"),
        ({"chairs": [HUMAN, {"kind": "dog"}]}, 400, "bad_message"),
        ({"chairs": [named("Ann"), named("Ann")]}, 422, "bad_option"),
        ({"chairs": [named(" "), OPEN]}, 422, "bad_option"),
        ({"chairs": [named("A\u202enn"), OPEN]}, 422, "bad_option"),
        ({"chairs": [named("x" * 41), OPEN]}, 400, "bad_message"),
        ({"options": {"colours": ["pink"]}}, 422, "bad_option"),
        ({"options": {"colour": []}}, 422, "bad_option"),
        ({"data": "not = a deck"}, 422, "bad_option"),
        ({"data": "[[["}, 422, "bad_option"),
        ({"privacy": "secret"}, 400, "bad_message"),
        ({"clock": {"kind": "move", "seconds": 0}}, 400, "bad_message"),
        ({"clock": {"kind": "sand"}}, 400, "bad_message"),
        ({"seed": 7}, 400, "bad_message"),
    ],
    ids=str,
)
def test_a_wish_that_cannot_be_is_refused_with_a_sentence(
    server: Running, wish: Json, status: int, code: str
) -> None:
    body = {"game": "alpina", "chairs": [HUMAN, OPEN], **wish}
    assert Person(server).refused("POST", "/api/tables", body)[:2] == (status, code)


def test_a_table_that_is_not_there_is_not_found(server: Running) -> None:
    for path in ("", "/view", "/log", "/chat", "/fixed", "/replay", "/verify"):
        assert Person(server, "nowhere").refused("GET", "." + path)[:2] == (404, "no_such_table")


# --- finding


def test_public_tables_are_listed_until_they_are_over(server: Running) -> None:
    def listed(table: str) -> bool:
        return any(found["table"] == table for found in Person(server).get("/api/tables"))

    (waiting,) = make(server, HUMAN, OPEN, **PUBLIC)
    running = make(server, HUMAN, HUMAN, **PUBLIC)
    (private,) = make(server, HUMAN, OPEN)
    assert listed(waiting.table) and listed(running[0].table) and not listed(private.table)
    statuses = [found["status"] for found in Person(server).get("/api/tables")]
    assert statuses == sorted(statuses, reverse=True)  # waiting before running
    play_out(running)
    assert not listed(running[0].table)


def test_my_tables_are_found_by_my_tokens(server: Running) -> None:
    ann, ben = make(server, HUMAN, HUMAN)
    (alone,) = make(server, OPEN, HUMAN)
    found = Person(server).post("/api/mine", {"tokens": [ben.token, alone.token, "unknown"]})
    assert {(mine["table"]["table"], mine["chair"]) for mine in found} == {(ann.table, 1), (alone.table, 1)}
    assert Person(server).post("/api/mine", {"tokens": []}) == []


# --- watching


def test_a_private_table_is_seen_with_its_invite_only(server: Running) -> None:
    people = make(server, HUMAN, HUMAN)
    stranger = Person(server, people[0].table)
    for path in ("", "/view", "/log", "/chat", "/fixed"):
        assert stranger.refused("GET", "." + path)[:2] == (403, "forbidden")
        wrong = {"headers": {"Trailmix-Invite": "wrong"}}
        assert stranger.refused("GET", "." + path, **wrong)[:2] == (403, "forbidden")
        right = {"headers": {"Trailmix-Invite": people[0].invite}}
        assert stranger.ask("GET", "." + path, **right).status_code == 200
    play_out(people)
    assert stranger.get("./view")["view"]["to_move"] is None  # a finished match is open


def test_onlookers_see_no_hand_and_have_no_actions(server: Running) -> None:
    people = make(server, HUMAN, HUMAN, **PUBLIC)
    seen = Person(server, people[0].table).view()
    assert (seen["seat"], seen["legal"], seen["may_undo"]) == (None, [], False)
    assert {person.view()["seat"] for person in people} == {"A", "B"}


# --- the start


def test_the_host_starts_and_bots_fill_the_open_chairs(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN, OPEN)
    assert host.post("./start")["status"] == "running"
    assert kinds(host) == ["human", "bot", "bot"]
    assert host.refused("POST", "./start")[:2] == (409, "not_now")


def test_only_the_host_starts_sets_chairs_and_mutes(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN, OPEN)
    joined = Person(server, host.table).post("./join", {"name": "Ben", "invite": host.invite})
    guest = Person(server, host.table, joined["token"])
    assert guest.refused("POST", "./start")[:2] == (403, "forbidden")
    assert guest.refused("POST", "./mute", {"muted": True})[:2] == (403, "forbidden")
    assert guest.refused("POST", "./chairs", {"chair": 2, "kind": "bot"})[:2] == (403, "forbidden")
    assert kinds(host) == ["human", "human", "open"]


def test_the_host_sets_chairs_before_the_start(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN, OPEN)
    host.post("./chairs", {"chair": 1, "kind": "bot", "level": "random"})
    assert host.get(".")["chairs"][1]["level"] == "random"
    host.post("./chairs", {"chair": 1, "kind": "open"})
    assert kinds(host) == ["human", "open", "open"]
    assert host.refused("POST", "./chairs", {"chair": 0, "kind": "bot"})[:2] == (409, "not_now")
    assert host.refused("POST", "./chairs", {"chair": 7, "kind": "bot"})[:2] == (409, "not_now")
    no_bot = {"chair": 1, "kind": "bot", "level": "genius"}
    assert host.refused("POST", "./chairs", no_bot)[:2] == (422, "bad_option")
    host.post("./chairs", {"chair": 1, "kind": "bot"})
    assert host.post("./chairs", {"chair": 2, "kind": "bot"})["status"] == "running"
    assert host.refused("POST", "./chairs", {"chair": 2, "kind": "open"})[:2] == (409, "not_now")


def test_before_the_start_there_is_nothing_to_see_or_play(server: Running) -> None:
    (host,) = make(server, HUMAN, OPEN)
    assert host.refused("GET", "./view")[:2] == (409, "not_now")
    assert host.refused("GET", "./fixed")[:2] == (409, "not_now")
    assert host.refused("GET", "./replay")[:2] == (409, "not_now")
    move = {"t": "move", "id": "1", "seq": 0, "actions": [0]}
    assert host.refused("POST", "./moves", move)[:2] == (409, "not_now")
    assert host.refused("POST", "./undo", {"t": "undo", "id": "1", "seq": 0})[:2] == (409, "not_now")
    assert host.get("./log") == []


def test_one_browser_may_hold_several_seats(server: Running) -> None:
    people = make(server, named("Ann"), named("Ben"), named("Cem"))
    assert len({person.token for person in people}) == 3
    assert {person.view()["seat"] for person in people} == {"A", "B", "C"}
    play_out(people)
    assert people[0].get(".")["status"] == "over"


# --- rematch


def test_a_rematch_brings_everyone_to_the_same_new_table(server: Running) -> None:
    people = make(server, named("Ann"), BOT, named("Ben"))
    assert people[0].refused("POST", "./rematch")[:2] == (409, "not_now")
    play_out(people)
    first = people[0].post("./rematch")
    assert people[0].get(".")["rematch"] == first["table"]["table"] != people[0].table
    assert (first["table"]["status"], first["chair"]) == ("waiting", 0)
    again = people[0].post("./rematch")  # the answer was lost: asked once more
    assert again["table"]["table"] == first["table"]["table"]
    other = people[1].post("./rematch")
    assert (other["table"]["table"], other["chair"]) == (first["table"]["table"], 2)
    assert other["table"]["status"] == "running"
    assert [chair["name"] for chair in other["table"]["chairs"]] == ["Ann", "Kira", "Ben"]
    assert other["table"]["commitment"] != people[0].get(".")["commitment"]
    late = people[1].post("./rematch")  # even now a lost answer costs nobody the chair
    ben = Person(server, late["table"]["table"], late["token"])
    assert ben.view()["seat"] in ("A", "B", "C")
    assert (again["token"], late["token"]) == (first["token"], other["token"]), "on each of their devices"
    assert len({people[0].token, people[1].token, first["token"], other["token"]}) == 4
    for old in people:
        assert Person(server, ben.table, old.token).refused("GET", ".")[:2] == (401, "no_such_token")


def test_whoever_joins_the_rematch_on_a_second_device_throws_nobody_out(server: Running) -> None:
    people = make(server, named("Ann"), named("Ben"))
    play_out(people)
    ann = people[0]
    joined = ann.post("./rematch")
    here = Person(server, joined["table"]["table"], joined["token"])
    with socket_at(server, here) as socket:
        sit(socket, here)
        assert ann.post("./rematch")["token"] == here.token, "the same person, elsewhere"
        socket.send('{"t": "ping"}')
        hear(socket, "pong")
        # Whoever has ended the tokens of all their devices here has ended what followed from them.
        anew = Person(server, ann.table, ann.post("./token")["token"])
        assert ann.refused("POST", "./rematch")[:2] == (401, "no_such_token")
        again = Person(server, here.table, anew.post("./rematch")["token"])
        assert again.get("./chat") == []
        with pytest.raises(ConnectionClosed):
            hear(socket, "pong")
    assert here.refused("GET", "./chat")[:2] == (401, "no_such_token")


def test_the_rematch_of_a_private_table_is_told_to_its_people_only(server: Running) -> None:
    """Strangers may look at a finished match, and do not follow its people to the next one."""
    people = make(server, named("Ann"), named("Ben"))
    play_out(people)
    ann, stranger = people[0], Person(server, people[0].table)
    invited = {"headers": {"Trailmix-Invite": ann.invite}}
    hellos: list[tuple[Person, Json]] = [
        (ann, {}),
        (stranger, {"tokens": []}),
        (stranger, {"tokens": [], "invite": ann.invite}),
    ]
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket_at(server, ann)) for _ in hellos]
        for socket, (person, hello) in zip(sockets, hellos, strict=True):
            assert sit(socket, person, **hello)["table"]["rematch"] is None
        made = ann.post("./rematch")["table"]["table"]
        revision = ann.get(".")["revision"]
        known = []
        for socket in sockets:
            while (told := hear(socket, "table")["table"])["revision"] < revision:
                pass
            known.append(told["rematch"])
        assert known == [made, None, made]
    assert people[1].get(".")["rematch"] == made
    assert stranger.get(".")["rematch"] is None
    assert stranger.ask("GET", ".", **invited).json()["rematch"] == made
    with socket_at(server, stranger) as socket:
        assert sit(socket, stranger, tokens=[])["table"]["rematch"] is None
    (mine,) = stranger.post("/api/mine", {"tokens": [ann.token]})
    assert mine["table"]["rematch"] == made


def test_a_rematch_counts_as_a_table_for_whoever_asks_first(tmp_path: Path) -> None:
    running = Running(tmp_path, **QUICK | {"tables_per_hour": 2})
    try:
        people = make(running, named("Ann"), named("Ben"))
        play_out(people)
        joined = [person.post("./rematch") for person in people]  # one table made
        people = [Person(running, j["table"]["table"], j["token"], j["chair"]) for j in joined]
        play_out(people)
        assert people[0].refused("POST", "./rematch")[:2] == (429, "too_many")
        assert people[0].get(".")["rematch"] is None
    finally:
        running.stop()


def test_a_rematch_may_start_without_who_does_not_come(server: Running) -> None:
    ann, ben = make(server, named("Ann"), named("Ben"))
    play_out([ann, ben])
    joined = ben.post("./rematch")
    host = Person(server, joined["table"]["table"], joined["token"])
    assert joined["table"]["host"] == 1  # whoever came first
    started = host.post("./start")
    assert started["status"] == "running"
    assert [(c["kind"], c["name"]) for c in started["chairs"]] == [("human", "Ann"), ("human", "Ben")]
    assert started["chairs"][0]["stand_in"], "until she comes"
    late = ann.post("./rematch")
    assert late["table"]["table"] == host.table
    assert Person(server, host.table, late["token"]).post("./back")["chairs"][0]["stand_in"] is None


def test_with_a_clock_of_days_nobody_plays_for_who_comes_late_to_a_rematch(server: Running) -> None:
    ann, ben = make(server, named("Ann"), named("Ben"), clock={"kind": "move", "seconds": 172800})
    play_out([ann, ben])
    joined = ben.post("./rematch")
    host = Person(server, joined["table"]["table"], joined["token"])
    assert [chair["stand_in"] for chair in host.post("./start")["chairs"]] == [None, None]
    assert ann.post("./rematch")["table"]["table"] == host.table


def rematch_of(person: Person) -> str | None:
    """The rematch that somebody is told of among their tables."""
    (mine,) = person.post("/api/mine", {"tokens": [person.token]})
    found: str | None = mine["table"]["rematch"]
    return found


def test_whoever_missed_all_of_the_rematch_makes_another(server: Running) -> None:
    ann, ben = make(server, named("Ann"), named("Ben"))
    play_out([ann, ben])
    joined = ben.post("./rematch")
    host = Person(server, joined["table"]["table"], joined["token"], joined["chair"])
    assert rematch_of(ann) == host.table
    host.post("./start")
    host.post("./stand-in", {"chair": host.chair})
    eventually(lambda: bool(host.get(".")["status"] == "over"))
    assert (rematch_of(ann), rematch_of(ben)) == (None, host.table)
    another = ann.post("./rematch")["table"]["table"]
    assert another not in (host.table, ann.table)
    assert (rematch_of(ann), rematch_of(ben)) == (another, another)


def test_whoever_got_up_before_the_rematch_may_sit_down_again(server: Running) -> None:
    ann, ben = make(server, named("Ann"), named("Ben"))
    play_out([ann, ben])
    joined = ann.post("./rematch")
    Person(server, joined["table"]["table"], joined["token"]).post("./leave")
    assert rematch_of(ann) == joined["table"]["table"]
    again = ann.post("./rematch")
    assert (again["table"]["table"], again["chair"]) == (joined["table"]["table"], joined["chair"])
    assert again["table"]["chairs"][0]["name"] == "Ann"


def test_nobody_takes_a_strangers_chair_by_a_rematch(server: Running) -> None:
    ann, ben = make(server, named("Ann"), named("Ben"))
    play_out([ann, ben])
    held = [person.post("./rematch") for person in (ann,)]
    left = Person(server, held[0]["table"]["table"], held[0]["token"])
    left.post("./leave")
    cem = Person(server, left.table).post("./join", {"name": "Cem", "invite": ann.invite})
    assert cem["chair"] == 0
    assert rematch_of(ann) is None
    assert ann.post("./rematch")["table"]["table"] not in (left.table, ann.table)
    assert [chair["name"] for chair in Person(server, left.table, cem["token"]).get(".")["chairs"]] == [
        "Cem",
        "Ben",
    ]
