"""The server: tables that people far apart share, with bots, without accounts.

`messages` is what is said, `storage` what is kept, `tables` where it happens, `verbs` and `connections` how
people reach it, and `http` the application around all that, which `starting` brings to life.
"""
