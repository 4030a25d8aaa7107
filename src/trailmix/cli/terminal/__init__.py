"""A match at a terminal. Its modules are imported when a match is played: help must not wait for kernels."""
