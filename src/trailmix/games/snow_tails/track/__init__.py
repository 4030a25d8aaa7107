"""Courses: `box` has the pieces, `text` how a course is written, `spaces` how the rules see it.

`geometry` says where everything lies; `picture` paints that, `lanes` draws the track on a terminal, and
`overlap` tells whether a course runs over itself.
"""
