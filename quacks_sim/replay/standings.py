"""Standings after a round, and who won and why."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quacks_sim.replay.lines import Line, counted, listed

_HEADS = ("points", "rubies", "droplet", "flask", "bag")
_WITH_TUBES = (*_HEADS[:3], "tube", *_HEADS[3:])


def standings(
    events: Sequence[Mapping[str, Any]],
    names: Sequence[str],
    number: int,
    tubes: Sequence[int] = (),
) -> Iterator[Line]:
    """Yield the table of a round's end, in the order of the seats.

    Parameters
    ----------
    events : sequence of mapping
        The ``round_end`` events of the round.
    names : sequence of str
        Strategies by seat.
    number : int
        The round.
    tubes : sequence of int
        Test tubes reached by seat; empty on the droplet side.
    """
    if not events:
        return
    head = f"after round {number}"
    width = max(len(head), *(len(name) for name in names))
    yield Line("", round=number)
    yield Line(f"  {head:<{width}}  {'  '.join(_WITH_TUBES if tubes else _HEADS)}", "seat", number)
    for event in sorted(events, key=lambda each: int(each["seat"])):
        flask = "full" if event["flask_full"] else "empty"
        cells = (
            f"{event['victory_points']:>6}",
            f"{event['rubies']:>6}",
            f"{event['droplet']:>7}",
            *([f"{tubes[event['seat']]:>4}"] if tubes else []),
            f"{flask:>5}",
            f"{event['bag_size']:>3}",
        )
        name = names[event["seat"]]
        yield Line(f"  {name:<{width}}  {'  '.join(cells)}", round=number, seat=event["seat"])


def final_table(ends: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Iterator[Line]:
    """Yield the final table, best first, and who won and why.

    Parameters
    ----------
    ends : sequence of mapping
        The ``game_end`` events.
    names : sequence of str
        Strategies by seat.
    """
    last = 10
    ranked = sorted(ends, key=lambda each: (-each["victory_points"], -each["scoring_space"]))
    width = max(len("strategy"), *(len(name) for name in names))
    yield Line("", round=last)
    yield Line("The end", "round", last)
    yield Line(f"  {'strategy':<{width}}  points  last space  win share", "seat", last)
    for event in ranked:
        share = f"{event['win_share']} / 12" if 0 < event["win_share"] < 12 else ""
        share = share or ("1" if event["win_share"] else "0")
        text = (
            f"  {names[event['seat']]:<{width}}  {event['victory_points']:>6}"
            f"  {event['scoring_space']:>10}  {share:>9}"
        )
        yield Line(text, round=last)
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
