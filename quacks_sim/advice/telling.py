"""A game at a real table in words: what was drawn, advised and done, round by round."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from quacks_sim.advice.dialogue import Dialogue
from quacks_sim.advice.luck_words import advised_instead, done
from quacks_sim.advice.notes import value_notes
from quacks_sim.advice.phases import BREWING
from quacks_sim.advice.recorded import Decision, Step, decision_of, steps_of
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.words import bag_line, listed, pot_picture, standing_line, value_in_words
from quacks_sim.replay.lines import Line
from quacks_sim.replay.pot import LEGEND
from quacks_sim.rules.chips import KINDS
from quacks_sim.words import rules_in_words


def tell_game(dialogue: Dialogue, *, width: int = 100, reasons: bool = False) -> list[Line]:
    """Return a game that was played by a dialogue, in words.

    Parameters
    ----------
    dialogue : Dialogue
    width : int
        Most characters of the line of a pot; other lines are broken by whoever prints them.
    reasons : bool
        Whether to add at each decision what its options were worth.

    Returns
    -------
    list of Line
    """
    lines = list(_title(dialogue))
    telling = _Telling(width, reasons)
    lines += telling.round(dialogue.first)
    for step in steps_of(dialogue):
        lines += telling.step(step, decision_of(step, dialogue.values))
    return [*lines, *telling.end(dialogue.situation)]


def _title(dialogue: Dialogue) -> Iterator[Line]:
    first = dialogue.first
    others = [first.name_of(each) for each in range(len(first.rivals))]
    yield Line("A game at your table, advised by quacks advise", "title")
    yield Line(f"  you · {' · '.join(others)}", hang=2)
    rules = rules_in_words(first.rules, first.books)
    yield Line(f"  {' · '.join(rules) or 'default rules'}", hang=2)
    for note in (LEGEND, *value_notes(first, dialogue.values)):
        yield Line(f"  {note}", "why", hang=2)


class _Telling:
    """Tells step by step.

    Chips that were drawn as advised, one after the other, share a line.
    """

    def __init__(self, width: int, reasons: bool) -> None:
        self._width = width
        self._reasons = reasons
        self._drawn: list[str] = []

    def round(self, now: Situation) -> Iterator[Line]:
        """Tell how a round begins, or where the dialogue did."""
        yield Line("", round=now.round)
        yield replace(standing_line(now), round=now.round)
        yield from self._said([f"  {each}" for each in now.news], now.round)
        if now.phase not in BREWING:
            yield replace(bag_line(now), round=now.round)
        elif now.draws:
            yield from self._pot(now)

    def step(self, step: Step, decision: Decision | None) -> Iterator[Line]:
        """Tell a step."""
        number = step.before.round
        instead = advised_instead(decision) if decision else ""
        if self._reasons and decision:
            yield from self._close(number)
            yield Line(f"    {_worths(decision)}", "why", number, hang=6)
        text = "" if step.is_draw else _told(step, decision)
        if text or instead:
            yield from self._close(number)
        if step.is_draw:
            self._drawn.append(step.answer.upper())
        if text:
            yield Line(f"  {text}{f' · {instead}' if instead else ''}", round=number, hang=4)
        elif instead:
            yield from self._close(number, instead)
        if step.before.phase in BREWING and step.after.phase not in BREWING:
            yield from self._close(number)
            yield from self._pot(step.before.changed(draws=step.after.draws))
        if step.after.round > number:
            yield from self.round(step.after)
        elif step.after.news:
            news = step.after.news[bool(text) and _says_it(step) :]
            if news:
                yield from self._close(number)
                yield from self._said([f"  {each}" for each in news], number)

    def end(self, now: Situation) -> Iterator[Line]:
        """Tell where a game stands that was saved before its end."""
        yield from self._close(now.round)
        if now.phase == "over":
            return
        if now.phase in BREWING and now.draws:
            yield from self._pot(now)
        yield Line("  Here the game was saved.", "why", now.round)

    def _close(self, number: int, instead: str = "") -> Iterator[Line]:
        """Tell the chips drawn since the last line."""
        if self._drawn:
            advised = f" · {instead}" if instead else ""
            yield Line(f"  You draw {' '.join(self._drawn)}{advised}", round=number, hang=4)
            self._drawn = []

    def _pot(self, now: Situation) -> Iterator[Line]:
        for line in pot_picture(now, self._width)[1:]:
            yield replace(line, round=now.round)

    def _said(self, texts: Sequence[str], number: int) -> Iterator[Line]:
        for text in texts:
            role = "bad" if "BOOM" in text else "win" if "You win" in text else "plain"
            yield Line(text, role, number, hang=4)


def _says_it(step: Step) -> bool:
    """Return whether the first news of a step are what was done."""
    return step.before.phase == "market" or step.answer in ("flask", "back")


def _told(step: Step, decision: Decision | None) -> str:
    """Return what a step did that was no draw; empty if its news say it."""
    before, phase = step.before, step.before.phase
    if step.is_correction:
        return ""
    if phase in ("blue", "strong"):
        return f"{_shown_by(before)} reveals {_chips(step.after.revealed)}"
    if phase == "drawn":
        return f"{before.card} shows {_chips(step.after.revealed)}"
    if phase == "scores":
        points = [
            f"{before.name_of(each)}: {points}" for each, points in enumerate(step.after.rivals)
        ]
        return f"You have {before.points} points; {', '.join(points)}"
    if step.answer in ("flask", "back"):
        how = "with the flask" if step.answer == "flask" else f"by card {before.card}"
        return f"You put {KINDS[before.draws[-1].kind]} back {how}"
    if decision is not None:
        return f"You {done(decision, decision.taken)}"
    return "You stop" if step.answer == "stop" else ""


def _shown_by(before: Situation) -> str:
    return KINDS[before.draws[-1].kind] if before.phase == "blue" else str(before.card)


def _chips(kinds: Sequence[int]) -> str:
    return " ".join(KINDS[kind] for kind in kinds)


def _worths(decision: Decision) -> str:
    """Return what the options of a decision were worth: ``"draw 7.2, stop 5.1 → draw"``."""
    advice = decision.advice
    options = [f"{each.name} {value_in_words(advice, each)}" for each in listed(advice)]
    risk = ""
    if advice.chance_to_explode is not None:
        risk = f"; the next chip explodes the pot: {advice.chance_to_explode:.0%}"
    about = "" if advice.is_exact else " (approximate)"
    return f"{', '.join(options)}{about}{risk} → {decision.taken.name}"
