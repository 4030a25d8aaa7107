"""What a running server can be asked about itself, in Prometheus' form."""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0)


class Times(Collector):
    """How long something takes. The event loop alone counts: Prometheus' own histogram takes a lock twice."""

    def __init__(self, name: str, about: str) -> None:
        self._name, self._about = name, about
        self._counts = [0] * (len(BUCKETS) + 1)
        self._total = 0.0

    def observe(self, seconds: float) -> None:
        """Once more, and so long."""
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._total += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """What Prometheus asks for."""
        limits = [*map(str, BUCKETS), "+Inf"]
        counts = list(zip(limits, itertools.accumulate(self._counts), strict=True))
        yield HistogramMetricFamily(self._name, self._about, counts, self._total)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("trailmix_moves", "Moves stored", ["game"], registry=self.registry)
        self.made = Counter("trailmix_tables_made", "Tables made", ["game"], registry=self.registry)
        self.refusals = Counter("trailmix_refusals", "Messages refused", ["code"], registry=self.registry)
        self.tables = Gauge("trailmix_tables_open", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("trailmix_sockets", "WebSocket connections", registry=self.registry)
        self.answer = Times("trailmix_move_seconds", "From a move to its ack")
        self.registry.register(self.answer)

    def text(self) -> bytes:
        """All of it."""
        return generate_latest(self.registry)
