"""The server: tables that people far apart share, with bots, without accounts.

`protocol` is what is said, `store` what is kept, `table` one table, `tables` all of them, `app` the web
around them.
"""
