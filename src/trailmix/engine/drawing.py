"""Drawing: a view on its way to a terminal, as tall as it likes or within the lines that are free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment


class Drawing:
    """What a game's `draw` returns: rich can print it.

    Whoever prints it may give a height. If the whole does not fit, its compact form is drawn, which keeps in
    sight what the seat needs to decide.
    """

    plain: ClassVar[dict[int, int]] = {}
    """`str.maketrans` of its signs, for terminals that know no Unicode."""

    def whole(self, width: int, height: int) -> Iterable[RenderableType]:
        """All there is to see, on a terminal of that size; it may take more lines than the terminal has."""
        raise NotImplementedError

    def compact(self, width: int, height: int) -> Iterable[RenderableType]:
        """What has to be in sight, in so many lines; a game whose whole is short needs none."""
        return self.whole(width, height)

    def legend(self) -> Iterable[tuple[str, str]]:
        """What the signs mean, those of both forms."""
        return ()

    def signs(self, console: Console) -> list[tuple[str, str]]:
        """The legend as this terminal can show it."""
        plain = self.plain if console.options.ascii_only else {}
        return [(sign.translate(plain), meaning.translate(plain)) for sign, meaning in self.legend()]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The whole, or the compact form where there is a height that the whole does not fit."""
        width, terminal = options.max_width, console.size.height
        free = options.reset_height()
        lines = console.render_lines(Group(*self.whole(width, terminal)), free, pad=False)
        if options.height is not None and len(lines) > options.height:
            lines = console.render_lines(Group(*self.compact(width, options.height)), free, pad=False)
        for line in lines:
            for segment in line:
                yield (
                    segment._replace(text=segment.text.translate(self.plain))
                    if options.ascii_only
                    else segment
                )
            yield Segment.line()
