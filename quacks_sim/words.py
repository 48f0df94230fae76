"""Numbers in words for a person: rounded to what is known, with their uncertainty."""

import re
from collections.abc import Mapping, Sequence
from math import ceil, floor, isfinite, log10
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quacks_sim.cells import Standing
    from quacks_sim.comparisons import Comparison
    from quacks_sim.results import PairResult, PlayResult
    from quacks_sim.rules.books import Books
    from quacks_sim.rules.options import RuleOptions
    from quacks_sim.statistics import Estimate

#: Cells not resolved from the best that are named one by one; of more only the number is told.
_MOST_NAMED = 8


def whole(number: float) -> str:
    """Return a whole number with commas."""
    return f"{number:,.0f}"


def counted(number: float, what: str, plural: str = "") -> str:
    """Return a whole number of things: ``"1 point"``, ``"2,000 games"``, ``"3 rubies"``."""
    regular = f"{what[:-1]}ies" if re.search("[^aeiou]y$", what) else f"{what}s"
    return f"{whole(number)} {what if number == 1 else plural or regular}"


def duration(seconds: float) -> str:
    """Return a time in seconds, minutes or hours."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    if seconds < 99.5:
        return f"{seconds:.0f} s"
    if seconds < 5970:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def short(value: object) -> str:
    """Return a value as short as it is unambiguous."""
    if isinstance(value, float) or (isinstance(value, int) and not isinstance(value, bool)):
        return f"{value:.10g}"
    return str(value)


def decimals(widths: Sequence[float]) -> int:
    """Return how many decimals show two digits of the largest of some uncertainties."""
    known = [width for width in widths if isfinite(width) and width > 0]
    return min(max(1 - floor(log10(max(known))), 0), 5) if known else 2


def with_errors(estimates: "Sequence[Estimate]", scale: float = 1.0) -> list[str]:
    """Return estimates as ``mean ± half of the 95 % interval``, all with the same decimals.

    An interval that reaches 0 or 1 of a share, or is unknown, cannot be put that way: then its
    ends are shown, or a question mark. What no luck can move is "exactly" so; what was the same in
    every game that was played, which need not go on for ever, was "always" so.
    """
    widths = [estimate.half_width * scale for estimate in estimates]
    places = decimals(widths)
    texts = []
    for estimate, width in zip(estimates, widths, strict=True):
        if estimate.is_exact:
            texts.append(f"{estimate.mean * scale:.4g} exactly")
            continue
        mean = f"{estimate.mean * scale:.{places}f}"
        lop_sided = abs(estimate.low + estimate.high - 2 * estimate.mean) > estimate.half_width / 2
        if not isfinite(width):
            texts.append(f"{mean} ± ?")
        elif not width:
            texts.append(f"{mean} always")
        elif lop_sided:
            ends = f"{estimate.low * scale:.{places}f}–{estimate.high * scale:.{places}f}"
            texts.append(f"{mean} ({ends})")
        else:
            texts.append(f"{mean} ± {width:.{places}f}")
    return texts


def comparisons(result: "PlayResult") -> list[str]:
    """Return a sentence for each pair of a table; a single one if all are equals."""
    match = result.match
    if match.players > 1 and match.is_of_equals:
        return [equals(match.players)]
    return [compared(pair) for pair in result.pairs]


def equals(players: int) -> str:
    """Return what is known of a table of equals whose seats rotate, before any game is played."""
    all_of_them, part = {
        2: ("both", "half"),
        3: ("all three", "a third"),
        4: ("all four", "a quarter"),
    }[players]
    return (
        f"a table of equals: {all_of_them} play the same strategy and change seats, so each wins "
        f"exactly {part} of the games"
    )


def compared(pair: "PairResult") -> str:
    """Return a sentence on who beats whom, or that the games do not tell."""
    difference, points = pair.win_share_difference, pair.victory_point_difference
    sign = -1 if difference.mean < 0 else 1
    first, second = (pair.first, pair.second)[::sign]
    share = _plus_minus(difference, sign * 100)
    in_points = f"{_plus_minus(points, sign)} victory points"
    if pair.same:
        same = f"{first} and {second} are the same strategy"
        if difference.is_exact:
            return f"{same} and change places: exactly level"
        return f"{same}: {share} points of win share ({in_points}) are due to their seats, or luck"
    if not isfinite(difference.half_width):
        return f"not resolved: {first} and {second} need more than one deal"
    if not difference.mean and not difference.standard_error:
        return f"not resolved: {first} and {second} were level in every deal"
    if pair.resolved:
        return f"{first} beats {second} by {share} points of win share ({in_points})"
    return (
        f"not resolved: {first} is {share} points of win share ahead of {second} ({in_points}); "
        f"{needed(pair.win_share)}"
    )


def needed(comparison: "Comparison") -> str:
    """Return in words how many games would resolve a difference of this size."""
    wanted = comparison.games_to_resolve
    if wanted is None:
        return "no feasible number of games would resolve it"
    return f"about {rounded_up(wanted)} games would resolve it"


def rounded_up(number: float) -> str:
    """Return a number rounded up to two digits."""
    digit = 10 ** max(floor(log10(max(number, 1))) - 1, 0)
    return whole(ceil(number / digit) * digit)


def standing_columns(standing: "Standing") -> dict[str, list[str]]:
    """Return the columns that compare cells with the best one; a dot marks what may be as good."""
    if len(standing.comparisons) < 2:
        return {}
    scale = 1 if standing.measure == "victory_points" else 100
    behind = with_errors([each.difference for each in standing.comparisons], scale)
    behind[standing.best] = "best"
    near = {*standing.unresolved, standing.best}
    marks = ["·" if each in near else "" for each in range(len(behind))]
    return {"to the best": behind, "": marks}


def best_in_words(standing: "Standing", cells: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return which cell is best, and which are not resolved from it; `cells` are their values."""
    what = "points" if standing.measure == "victory_points" else "win share"
    text = f"best {what}: {_cell(cells[standing.best])}"
    rivals = standing.unresolved
    if not rivals:
        return [f"{text}; all others are worse beyond doubt"] if len(cells) > 1 else [text]
    names = [_cell(cells[each]) for each in rivals]
    if len(names) > _MOST_NAMED:
        text += f"; not resolved from {len(names)} others (marked ·)"
    else:
        text += f"; not resolved from {'; '.join(names)}"
    nearest = max(rivals, key=lambda each: standing.comparisons[each].difference.mean)
    games = needed(standing.comparisons[nearest])
    return [text, f"nearest, {_cell(cells[nearest])}: {games}"]


def _cell(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={short(value)}" for name, value in values.items())


def family_of(pairs: "Sequence[PairResult]") -> int:
    """Return how many comparisons were made at once: a strategy is not compared with itself."""
    return sum(not pair.same for pair in pairs)


def intervals_in_words(family: int, *, anytime: bool = False) -> list[str]:
    """Return what the intervals of a result are, and the correction if several were compared."""
    known = ["± 95 % intervals that hold at every look" if anytime else "± 95 % intervals"]
    if family > 1:
        known.append(f"comparisons corrected for their number, {family} (Holm)")
    return known


def _plus_minus(estimate: "Estimate", scale: float) -> str:
    width = abs(estimate.half_width * scale)
    places = decimals([width])
    return f"{estimate.mean * scale:.{places}f} ± {width:.{places}f}"


def rules_in_words(rules: "RuleOptions", books: "Books", cards: Sequence[str] = ()) -> list[str]:
    """Return the rule options, books and cards that are not the default, one item each."""
    changed = [f"{name}={short(value)}" for name, value in rules.changed().items()]
    changed += [f"{colour} book {number}" for colour, number in books.sets().items() if number != 1]
    changed += cards
    return changed or ["default rules"]


def table_in_words(result: "PlayResult", *others: "PlayResult") -> list[str]:
    """Return what a match was played under: games, players, seed, rotation, rules.

    Of `others`, cells of the same run, only the cards may differ.
    """
    from quacks_sim.rules.cards import decks_in_words

    match = result.match
    decks = decks_in_words((each.match.players, each.match.cards) for each in (result, *others))
    cards = [f"{len(decks)} decks of cards"] if len(decks) > 1 else decks
    rotated = "seats rotated" if match.rotate else "seats not rotated"
    return [
        counted(result.games, "game"),
        counted(match.players, "player"),
        f"seed {match.seed}",
        *([rotated] if match.players > 1 else []),
        *rules_in_words(match.rules, match.books, cards),
    ]
