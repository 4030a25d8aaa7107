"""The games, one folder each, with the same modules in every folder."""
