"""Settings of the tests of Snow Tails."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("snow_tails.helpers", "snow_tails.shadow")
