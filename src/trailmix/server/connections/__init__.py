"""Bytes in and out: which connections are admitted, WebSockets, and live play over them."""
