"""Another process takes over under the pages: people reconnect without noticing, and no draft is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from browser.browsing import Browsing, Pages
from browser.games import PLAYABLE, against_bots, playing
from server.interim import Interim
from server.running import Person, eventually


@pytest.fixture
def interim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Interim]:
    """A server that has not handed over yet."""
    server = Interim(tmp_path_factory.mktemp("interim"))
    yield server
    assert server.stop() == 0
    assert '"trace"' not in server.log(), server.log()


def wait_for_more(seat: Person, seq: int) -> None:
    """Until more was played at a table."""
    eventually(lambda: bool(seat.view()["seq"] > seq))


def test_a_draft_outlives_the_hand_over(pages: Pages, interim: Interim) -> None:
    """In every game: what was begun before is confirmed afterwards, and the match goes on."""
    people = Browsing(pages, interim)
    seats = {game: against_bots(interim, game) for game in PLAYABLE}
    screens = {game: people.at(seat) for game, seat in seats.items()}
    played = {}
    for game, screen in screens.items():
        screen.page.bring_to_front()
        assert screen.my_turn()
        playing(game).whole_turn(screen)
        expect(screen.confirm).to_be_enabled()
        played[game] = seats[game].view()["seq"]
    assert not interim.has_handed_over
    interim.hand_over()
    for game, screen in screens.items():
        screen.page.bring_to_front()
        expect(screen.confirm).to_be_enabled()
        assert seats[game].view()["seq"] == played[game]
        screen.confirm.click()
        wait_for_more(seats[game], played[game])
        assert screen.my_turn()
        expect(screen.banner).to_have_count(0)
        assert sum(message["t"] == "welcome" for message in screen.heard) == 2
    assert people.end() == []
