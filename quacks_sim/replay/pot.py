"""The pot as a line: chips on their spaces, droplet and rat stone, and the scoring space."""

from collections.abc import Sequence

from quacks_sim.rules.tables import SPACE_COINS, SPACE_RUBY, SPACE_VICTORY_POINTS
from quacks_sim.words import counted

DROPLET, RAT_STONE, EMPTY, SCORING = "◆", "◇", "·", "▸"

LEGEND = f"{DROPLET} droplet  {RAT_STONE} rat stone  {EMPTY} empty space  {SCORING} scoring space"

#: Width of a cell: a chip and a blank.
_CELL = 3


def space_in_words(space: int) -> str:
    """Return what a space prints: ``"10 coins, 2 points, a ruby"``."""
    words = [counted(int(SPACE_COINS[space]), "coin")]
    if SPACE_VICTORY_POINTS[space]:
        words.append(counted(int(SPACE_VICTORY_POINTS[space]), "point"))
    if SPACE_RUBY[space]:
        words.append("a ruby")
    return ", ".join(words)


def pot_lines(
    pot: Sequence[tuple[str, int]], droplet: int, start: int, width: int, indent: int = 4
) -> list[str]:
    """Return a pot drawn as one line, or more where it does not fit.

    Parameters
    ----------
    pot : sequence of (kind, space)
        Chips in placement order.
    droplet, start : int
        Space of the droplet, and of the rat stone (the same without rats).
    width : int
        Most characters of a line.
    indent : int
        Blanks before each line.

    Returns
    -------
    list of str
        Each line begins with the number of its first space; a broken pot has tens of spaces a line.
    """
    last = max((space for _, space in pot), default=start)
    cells = _cells(pot, droplet, start, last)
    number_width = 2
    room = max((width - indent - number_width - 1) // _CELL, 10)
    if len(cells) > room:
        room -= room % 10
    lines = []
    for first in range(0, len(cells), room):
        text = "".join(cell.ljust(_CELL) for cell in cells[first : first + room]).rstrip()
        lines.append(f"{' ' * indent}{droplet + first:>{number_width}} {text}")
    return lines


def _cells(pot: Sequence[tuple[str, int]], droplet: int, start: int, last: int) -> list[str]:
    # Two chips share a space only on the last one; the later one is shown.
    chips = {space: kind for kind, space in pot}
    cells = [chips.get(space, EMPTY) for space in range(droplet, last + 1)]
    cells[0] = DROPLET
    if start > droplet:
        cells[start - droplet] = RAT_STONE
    return [*cells, f"{SCORING}{last + 1}"]
