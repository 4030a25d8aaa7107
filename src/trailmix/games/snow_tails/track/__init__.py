"""Courses: `box` has the pieces, `text` how a course is written, `spaces` how the rules see it.

`geometry` says where everything lies, and whether a course runs over itself; `picture` paints that, `lanes`
draws the track on a terminal.
"""
