"""Standings after a round, and who won and why."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quacks_sim.replay.lines import Line, listed
from quacks_sim.words import counted

_HEADS = ("points", "rubies", "droplet", "flask", "bag")
_WITH_TUBES = (*_HEADS[:3], "tube", *_HEADS[3:])


def standings(
    events: Sequence[Mapping[str, Any]],
    names: Sequence[str],
    number: int,
    width: int,
    tubes: Sequence[int] = (),
) -> Iterator[Line]:
    """Yield the table of a round's end, in the order of the seats; a sentence each where narrow.

    Parameters
    ----------
    events : sequence of mapping
        The ``round_end`` events of the round.
    names : sequence of str
        Strategies by seat.
    number : int
        The round.
    width : int
        Most characters of a line of the table.
    tubes : sequence of int
        Test tubes reached by seat; empty on the droplet side.
    """
    if not events:
        return
    head = f"after round {number}"
    name_width = max(len(head), *(len(name) for name in names))
    heads = f"  {head:<{name_width}}  {'  '.join(_WITH_TUBES if tubes else _HEADS)}"
    is_table = len(heads) <= width
    yield Line("", round=number)
    yield Line(heads if is_table else f"  {head}", "seat", number)
    for event in sorted(events, key=lambda each: int(each["seat"])):
        seat = event["seat"]
        tube = [tubes[seat]] if tubes else []
        told = _row(event, tube) if is_table else _sentence(event, tube)
        name = names[seat].ljust(name_width) if is_table else f"{names[seat]}:"
        yield Line(f"  {name}  {told}" if is_table else f"  {name} {told}", round=number, seat=seat)


def _row(event: Mapping[str, Any], tube: Sequence[int]) -> str:
    cells = (
        f"{event['victory_points']:>6}",
        f"{event['rubies']:>6}",
        f"{event['droplet']:>7}",
        *(f"{each:>4}" for each in tube),
        f"{_flask(event):>5}",
        f"{event['bag_size']:>3}",
    )
    return "  ".join(cells)


def _sentence(event: Mapping[str, Any], tube: Sequence[int]) -> str:
    facts = (
        counted(event["victory_points"], "point"),
        counted(event["rubies"], "ruby"),
        f"droplet {event['droplet']}",
        *(f"tube {each}" for each in tube),
        f"flask {_flask(event)}",
        f"{counted(event['bag_size'], 'chip')} in the bag",
    )
    return ", ".join(facts)


def _flask(event: Mapping[str, Any]) -> str:
    return "full" if event["flask_full"] else "empty"


def final_table(
    ends: Sequence[Mapping[str, Any]], names: Sequence[str], width: int
) -> Iterator[Line]:
    """Yield the final table, best first, and who won and why.

    Parameters
    ----------
    ends : sequence of mapping
        The ``game_end`` events.
    names : sequence of str
        Strategies by seat.
    width : int
        Most characters of a line of the table; each row is a sentence where it does not fit.
    """
    last = 10
    ranked = sorted(ends, key=lambda each: (-each["victory_points"], -each["scoring_space"]))
    name_width = max(len("strategy"), *(len(name) for name in names))
    heads = f"  {'strategy':<{name_width}}  points  last space  win share"
    is_table = len(heads) <= width
    yield Line("", round=last)
    yield Line("The end", "round", last)
    if is_table:
        yield Line(heads, "seat", last)
    for event in ranked:
        share = f"{event['win_share']} / 12" if 0 < event["win_share"] < 12 else ""
        share = share or ("1" if event["win_share"] else "0")
        name, points, space = names[event["seat"]], event["victory_points"], event["scoring_space"]
        text = f"{name}: {counted(points, 'point')}, last space {space}, win share {share}"
        if is_table:
            text = f"{name:<{name_width}}  {points:>6}  {space:>10}  {share:>9}"
        yield Line(f"  {text}", round=last)
    yield Line("", round=last)
    yield Line(f"  {who_won(ranked, names)}", "win", last)


def who_won(ends: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    """Return in a sentence who won and why (rule 8.4)."""
    ranked = sorted(ends, key=lambda each: (-each["victory_points"], -each["scoring_space"]))
    best = ranked[0]
    points = counted(best["victory_points"], "point")
    winners = [names[each["seat"]] for each in ranked if each["win_share"]]
    if len(ranked) == 1:
        return f"{winners[0]} ends with {points}."
    level = [each for each in ranked if each["victory_points"] == best["victory_points"]]
    if len(level) == 1:
        second = ranked[1]
        lead = best["victory_points"] - second["victory_points"]
        followers = [
            names[each["seat"]]
            for each in ranked
            if each["victory_points"] == second["victory_points"]
        ]
        return f"{winners[0]} wins with {points}, {lead} ahead of {listed(followers)}."
    tied = listed(names[each["seat"]] for each in level)
    space = best["scoring_space"]
    if len(winners) == 1:
        others = listed(f"{names[each['seat']]} {each['scoring_space']}" for each in level[1:])
        return (
            f"{tied} tie at {points}; {winners[0]} wins by the last pot: space {space}, {others}."
        )
    if len(level) > len(winners):
        behind = listed(
            f"{names[each['seat']]} {each['scoring_space']}" for each in level[len(winners) :]
        )
        return (
            f"{tied} tie at {points}; {listed(winners)} share the win on space {space}, "
            f"ahead of {behind}."
        )
    return f"{listed(winners)} share the win: {points} and space {space} each."
