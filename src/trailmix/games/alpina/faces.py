"""A card of Alpina on a terminal: four lines of text, and the signs that they are written in.

Apart from ``≠`` all signs stand in the oldest of screen fonts, and each is one column wide.
"""

from collections.abc import Callable

from rich.text import Text

from trailmix.engine.drawing import border
from trailmix.games.alpina import state
from trailmix.games.alpina.view import CardView, Cell, Spot, View

Laid = Callable[[CardView, Spot, View, str, int], list[Text]]
Free = Callable[[Cell, bool, int], list[Text]]  # how a cell is drawn with a card, and without one
PAWNS = {"yellow": "#f4c542", "light blue": "#7fccf5", "purple": "#d08af5", "red": "#ff8272"}
LANDS = {"mountain": "▲", "lake": "≈", "forest": "♣"}
AREAS = dict(zip(state.AREAS, ("↔", "↕", "↔↕", "←", "→", "↑", "↓", "┼", "■", "▒", "∞"), strict=True))
THINGS = LANDS | {"nutcracker": "nutcr", "chamois": "cham", "frog": "frog", "hikers": "hiker"}
THINGS |= {"animal-types": "≠animal", "land-types": "≠land"}
LEGEND = (
    "▲ mountain ≈ lake ♣ forest ┼ edges ■ around ▒ grid ∞ linked ≠ kinds hk/ hiker on ! self (4) if taken"
)
PLAIN = str.maketrans("▲≈♣↔↕←→↑↓┼■▒∞≠×·●▸╭─╮│╰╯┏━┓┃┗┛╔═╗║╚╝", "^~&-|<>^v+#%8!x.o>.-.|''+=+|+++=+|++")
"""For terminals that know no Unicode."""

TINTS = {"mountain": "#5a6070", "lake": "#10459b", "forest": "#0b7029"}
FREE, LAID, CLAIMED = "╭─╮│╰╯", "┏━┓┃┗┛", "╔═╗║╚╝"


def landscape(card: CardView) -> str:
    """The style of a card's inside."""
    return f"#ffffff on {TINTS[card.land]}"


def strip(card: CardView, width: int) -> str:
    """The condition in a few signs, e.g. ``1+1×frog ↔↕``: the roomiest form that fits."""
    thing = THINGS.get(card.count) or f"hk/{THINGS[card.count.removeprefix('hikers-on-')]}"
    points = f"{card.base}+{card.per}" if card.base else f"{card.per}"
    area = AREAS[card.where] + ("!" if card.own else "")
    form = f"{points}×{thing} {area}"
    return form if len(form) <= width else form.replace(" ", "")[:width]


def card_lines(card: CardView, spot: Spot, view: View, pawn: str, width: int) -> list[Text]:
    """A card in the grid; `pawn` is the colour of the hiker on it."""
    box, style, badge, points = FREE, "", ("", ""), (f"({spot.points})", "bright_black")
    if spot.hiker:
        box, style, badge = CLAIMED, pawn, (spot.hiker, f"bold black on {pawn}")
        points = (str(spot.points), "bold")
    elif spot.cell == view.laid:
        box, style, badge = LAID, "bold", ("new", "bold reverse")
    name = f"{spot.card}{'*' if spot.cell == (0, 0) else ''}"
    cell = (f"{spot.cell[0]},{spot.cell[1]}", "")
    if spot.cell in view.hiker_cells:
        cell = (f"{cell[0]}?", "bold reverse")
    inside, side = width - 2, (box[3], style)
    glyphs = LANDS[card.land] * (2 if width > len(card.animal) + 4 else 1)
    return [
        border(box[:3], (name, "bold"), badge, width, style),
        Text.assemble(side, (f"{card.animal:<{inside - len(glyphs)}}{glyphs}", landscape(card)), side),
        Text.assemble(side, (f"{strip(card, inside):<{inside}}", landscape(card)), side),
        border(box[4] + box[1] + box[5], cell, points, width, style),
    ]


def short_lines(card: CardView, spot: Spot, view: View, pawn: str, width: int) -> list[Text]:
    """A card in two lines: what it is and earns and who stands on it, and its condition."""
    name = f"{spot.card}{'*' if spot.cell == (0, 0) else ' '}{LANDS[card.land]}"
    points = str(spot.points) if spot.hiker else f"({spot.points})"
    mark, style = " ", ""
    if spot.hiker:
        mark, style = spot.hiker, f"bold black on {pawn}"
    elif spot.cell in view.hiker_cells:
        mark, style = "?", "bold reverse"
    elif spot.cell == view.laid:
        mark, style = "+", "bold reverse"
    inside = width - 1
    return [
        Text.assemble((f"{name}{points:>{inside - len(name) - 2}} ", landscape(card)), (mark, style), " "),
        Text.assemble((f"{strip(card, inside):<{inside}}", landscape(card)), " "),
    ]


def open_lines(cell: Cell, is_open: bool, width: int) -> list[Text]:
    """A place without a card: dotted if one can be laid there."""
    if not is_open:
        return [Text(" " * width) for _ in range(4)]
    dots = ("· " * width)[: width - 1 + width % 2]  # a dot at either end, so an odd number of columns
    lines = [Text(f"{line:<{width}}", "bright_black") for line in (dots, f"·{'':{len(dots) - 2}}·")]
    name = Text(f"{f'{cell[0]},{cell[1]}':^{len(dots) - 2}}")
    middle = Text.assemble(lines[1][:1], name, lines[1][len(dots) - 1 :])
    return [lines[0], lines[1], middle, lines[0]]


def short_open(cell: Cell, is_open: bool, width: int) -> list[Text]:
    """The same in two lines."""
    name = f"· {cell[0]},{cell[1]} ·" if is_open else ""
    return [Text(f"{name:^{width}}", "bright_black"), Text(" " * width)]
