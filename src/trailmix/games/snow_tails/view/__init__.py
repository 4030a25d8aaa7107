"""What a seat sees of Snow Tails: declared in `shape`, filled by the kernels of `look` and `look_own`."""

from trailmix.games.snow_tails.view.look import look
from trailmix.games.snow_tails.view.look_own import look_own
from trailmix.games.snow_tails.view.shape import Own, View, names, prompt, table_view

__all__ = ["Own", "View", "look", "look_own", "names", "prompt", "table_view"]
