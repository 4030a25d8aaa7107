"""Builds the browser client into the wheel. In a checkout, make builds it when its sources have changed."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ClientHook(BuildHookInterface):  # type: ignore[type-arg, misc]
    """Hatchling calls this before it packs a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, which is packed like any other file of the package."""
        if version == "editable":
            return
        spec = importlib.util.spec_from_file_location("build_client", Path(self.root, "web", "build.py"))
        assert spec is not None and spec.loader is not None  # noqa: S101 - it is beside us
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.build()
