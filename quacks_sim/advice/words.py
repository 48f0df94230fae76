"""Advice in words: a headline, the options with their values, the pot and the state of the game."""

from collections.abc import Sequence

from quacks_sim.advice.options import LEVEL, Advice, Option
from quacks_sim.advice.situation import Situation
from quacks_sim.replay.lines import Line
from quacks_sim.replay.pot import pot_lines, space_in_words
from quacks_sim.rules.chips import KINDS, format_bag
from quacks_sim.words import counted

#: Decisions whose values say how much is gained, compared with nothing.
_GAINS = ("market", "rubies", "offer", "rats", "neighbour", "purple", "green")

_HEADS = {
    "draw": "DRAW",
    "stop": "STOP",
    "flask": "USE THE FLASK",
    "back": "PUT IT BACK",
    "decline": "GO WITHOUT THE BONUS",
}

#: Options that are listed; of more only the best, and the last resort to do nothing.
MOST_LISTED = 8

#: Leads below this are close.
_CLOSE = 0.1


def headline(advice: Advice) -> str:
    """Return what to do in a few clear words: ``"DRAW"``, ``"BUY G1 R1"``."""
    best = advice.best
    name = best.name.upper()
    if advice.decision == "brew":
        return _HEADS.get(best.name, name)
    if advice.decision in ("blue", "strong choice", "beside"):
        return f"PLACE {name}"
    if advice.decision == "second chance":
        return {"again": "BEGIN AGAIN", "on": "GO ON"}[best.name]
    if advice.decision == "yellow":
        return best.words.upper()
    if advice.decision == "market":
        return "BUY NOTHING" if best.name == "none" else f"BUY {name}"
    if advice.decision == "rubies":
        return "KEEP THE RUBIES" if best.name == "none" else f"SPEND ON {name}"
    if advice.decision == "rats":
        return f"GIVE UP {name}"
    if best.name in ("yes", "no", "none"):
        return {"yes": "YES", "no": "NO", "none": "TAKE NOTHING"}[best.name]
    return f"TAKE {name}"


def lead_in_words(advice: Advice) -> str:
    """Return how clear the best option is: ``"2.22 points more than stop"``."""
    lead, other = advice.lead, advice.other
    if lead is None or other is None:
        return ""
    if lead < LEVEL:
        return f"as good as {other.name}"
    close = "close: " if lead < _CLOSE else ""
    return f"{close}{lead:.2f} points more than {other.name}"


def value_in_words(advice: Advice, option: Option) -> str:
    """Return the value of an option as text, with a sign where it is a gain."""
    if option.value is None:
        return "?"
    value = 0.0 if abs(option.value) < LEVEL else option.value
    return f"{value:+.2f}" if advice.decision in _GAINS else f"{value:.2f}"


def listed(advice: Advice, most: int = MOST_LISTED) -> list[Option]:
    """Return the options to show: the best, and that of doing nothing."""
    options = list(advice.options)
    shown = options[:most]
    return shown + [option for option in options[most:] if option.name in ("none", "0")]


def option_rows(advice: Advice, most: int = MOST_LISTED) -> list[list[str]]:
    """Return a row for each option that is shown: name, value, chance to win, words, note."""
    return [
        [
            option.name,
            value_in_words(advice, option),
            "" if option.win is None else f"{option.win:.0%}",
            option.words,
            option.note,
        ]
        for option in listed(advice, most)
    ]


def advice_lines(advice: Advice) -> list[Line]:
    """Return the advice as lines for a terminal."""
    lead = lead_in_words(advice)
    role = "bad" if advice.best.name == "stop" else "win"
    facts = [headline(advice), *([lead] if lead else [])]
    if advice.chance_to_explode is not None and len(advice.options) > 1:
        facts.append(f"the next chip explodes the pot: {advice.chance_to_explode:.0%}")
    lines = [Line(f"  {' · '.join(facts)}", role)]
    if all(option.value is not None for option in advice.options):
        lines += _table(option_rows(advice))
    lines += [Line(f"    {note}", "why") for note in advice.notes]
    return lines


def _table(rows: list[list[str]]) -> list[Line]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for name, value, win, words, note in rows:
        chance = f"  to win {win:>{widths[2]}}" if widths[2] else ""
        text = (
            f"    {name:<{widths[0]}}  {value:>{widths[1]}}{chance}  {words:<{widths[3]}}  {note}"
        )
        lines.append(Line(text.rstrip(), hang=6))
    return lines


def standing_line(situation: Situation) -> Line:
    """Return where the player stands at the beginning of a round."""
    others = ", ".join(
        f"{name} {points}" if name else str(points)
        for name, points in zip(_names(situation), situation.rivals, strict=True)
    )
    parts = [
        f"Round {situation.round}",
        counted(situation.points, "point"),
        f"others {others}",
        counted(situation.rubies, "ruby"),
        f"droplet {situation.droplet}",
        f"flask {'full' if situation.flask else 'empty'}",
    ]
    return Line(" · ".join(parts), "round", hang=2)


def _names(situation: Situation) -> Sequence[str]:
    return situation.names or ("",) * len(situation.rivals)


def bag_line(situation: Situation) -> Line:
    """Return what is in the bag; once the brew is over, all chips go back into it."""
    is_over = situation.stopped or situation.pot.exploded
    chips = format_bag(situation.owned if is_over else situation.bag)
    return Line(f"  bag: {chips or 'empty'}", hang=7)


def pot_picture(situation: Situation, width: int) -> list[Line]:
    """Return the pot, drawn and in words."""
    pot = situation.pot
    chips = [(KINDS[kind], space) for kind, space in pot.chips]
    lines = [Line("")]
    if situation.moved_to is None:
        drawn = pot_lines(chips, situation.droplet, situation.start, width, indent=2)
        lines += [Line(text, "pot") for text in drawn]
    words = [f"white {pot.white_sum} of {pot.limit}"]
    words.append(f"space {situation.scoring_space}: {space_in_words(situation.scoring_space)}")
    if pot.beside:
        words.append(f"beside the pot {' '.join(KINDS[kind] for kind in pot.beside)}")
    if pot.doubling:
        words.append("the next chip moves twice as far")
    if pot.window:
        words.append(f"{counted(pot.window, 'chip')} protected")
    words.append(bag_line(situation).text.strip())
    return [*lines, Line(f"  {' · '.join(words)}", hang=2)]
