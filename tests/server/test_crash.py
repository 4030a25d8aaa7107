"""Killed in the middle of anything, the server has lost nothing that it has said."""

from __future__ import annotations

import asyncio
from pathlib import Path

from server.crashing import crash

KILLS, LANES = 50, 2


def test_every_acknowledged_move_survives_a_kill(tmp_path: Path) -> None:
    async def body() -> None:
        folders = [tmp_path / str(lane) for lane in range(LANES)]
        for folder in folders:
            folder.mkdir()
        tolls = await asyncio.gather(*(crash(folder, KILLS // LANES, folder.name) for folder in folders))
        assert sum(toll.kills for toll in tolls) == KILLS
        # The kills have hit something.
        assert sum(toll.resent for toll in tolls) > KILLS / 2
        assert sum(toll.acked for toll in tolls) > KILLS

    asyncio.run(body())
