"""The server as it runs: real processes, real sockets, a real file."""
