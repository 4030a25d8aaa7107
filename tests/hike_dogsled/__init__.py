"""Tests of Hike!, the dog-sled game."""
