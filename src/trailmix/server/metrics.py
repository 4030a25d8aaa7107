"""What a running server can be asked about itself, in Prometheus' form."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1.0)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("trailmix_moves", "Moves stored", ["game"], registry=self.registry)
        self.made = Counter("trailmix_tables_made", "Tables made", ["game"], registry=self.registry)
        self.refusals = Counter("trailmix_refusals", "Messages refused", ["code"], registry=self.registry)
        self.tables = Gauge("trailmix_tables_open", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("trailmix_sockets", "WebSocket connections", registry=self.registry)
        self.answer = Histogram(
            "trailmix_move_seconds", "From a move to its ack", buckets=BUCKETS, registry=self.registry
        )

    def text(self) -> bytes:
        """All of it."""
        return generate_latest(self.registry)
