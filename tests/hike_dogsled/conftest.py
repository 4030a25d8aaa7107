"""Settings of the tests of Hike!."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("hike_dogsled.helpers", "hike_dogsled.shadow")
