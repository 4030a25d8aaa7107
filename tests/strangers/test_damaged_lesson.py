"""A package that brings a lesson that cannot be used: the server says why, and everything else goes on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.running import BOT, HUMAN, QUICK, Person, Started, make
from strangers.installing import TRICK, install, seeing

LESSON = "/api/games/trick/lesson"
BROKEN = "[[step]]\nname = 'follow'\nposition = 'nothing that can be read'\n" * 2
WHY = "The lesson cannot be given: trick/lesson.toml, step 1 (follow): another step has the same name."


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Started]:
    """A server beside which the package is installed."""
    site = install(TRICK, tmp_path_factory.mktemp("site"))
    (site / "trick" / "lesson.toml").write_text(BROKEN)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in seeing(site).items():
            patch.setenv(name, value)
        running = Started(tmp_path_factory.mktemp("server"), **QUICK)
    yield running
    running.stop()
    assert '"trace"' not in running.log(), running.log()


def test_a_lesson_that_cannot_be_read_gets_a_sentence_and_changes_nothing(server: Started) -> None:
    nobody = Person(server)
    before = nobody.get("/api/tables")
    assert nobody.refused("GET", LESSON) == (500, "damaged", WHY)
    assert nobody.refused("GET", f"{LESSON}/recording") == (500, "damaged", WHY)
    assert nobody.refused("POST", LESSON, {"step": 0}) == (500, "damaged", WHY)
    assert nobody.get("/api/tables") == before
    (me,) = make(server, HUMAN, BOT, game="trick")
    me.move(me.view()["legal"][0])
    assert nobody.get("/api/games/alpina/lesson")["name"] == "Alpina", "the lessons of others are given"


def test_at_plain_speed_no_lesson_is_written_down(server: Started) -> None:
    status, code, _ = Person(server).refused("GET", "/api/games/alpina/lesson/recording")
    assert (status, code) == (503, "stopping")
