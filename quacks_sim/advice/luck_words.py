"""The luck of a game in words: one sentence, and what each decision was."""

from quacks_sim.advice.luck import Luck
from quacks_sim.advice.options import LEVEL, Option
from quacks_sim.advice.recorded import CARDS, DRAWING, Decision
from quacks_sim.rules.chips import KINDS
from quacks_sim.words import counted

#: Costs below this are told to be next to nothing.
_LITTLE = 0.05


def summary(luck: Luck) -> str:
    """Return the game in a sentence: how lucky it was, and what its decisions have cost."""
    share = luck.luckier_than
    if share is None:
        lucky = "No brew can be judged yet"
    else:
        so_far = "You were" if luck.is_over else "So far you were"
        bags = "these bags" if len(luck.brews) > 1 else "this bag"
        lucky = f"{so_far} luckier than {percent(share)} of players with {bags}"
    return f"{lucky}; {_cost_in_words(luck)}."


def _cost_in_words(luck: Luck) -> str:
    if not luck.decisions:
        return "nothing has been decided yet"
    if not luck.worst:
        return "every decision was as good as the advised one"
    if luck.cost < _LITTLE:
        return "your decisions cost next to nothing"
    dearest = luck.worst[0]
    cost = dearest.cost or 0.0
    told = f"your decisions cost {points(luck.cost)}"
    if len(luck.worst) == 1:
        return f"{told}: {deed(dearest)}"
    if cost >= luck.cost / 2:
        return f"{told}, most of it {deed(dearest)}"
    return f"{told}, {cost:.1f} of it {deed(dearest)}"


def percent(share: float) -> str:
    """Return a share as ``"62 %"``; what is not certain is never 0 or 100 %."""
    if 0 < share < 0.01:
        return "less than 1 %"
    if 0.99 < share < 1:
        return "more than 99 %"
    return f"{share:.0%}".replace("%", " %")


def points(number: float) -> str:
    """Return points to come as ``"3.1 points"``."""
    return f"{number:.1f} point{'' if f'{number:.1f}' == '1.0' else 's'}"


def deed(decision: Decision) -> str:
    """Return what was decided, and when: ``"stopping in round 4"``."""
    return f"{_what(decision)} in round {decision.round}"


def _what(decision: Decision) -> str:
    taken, about = decision.taken.name, decision.about
    if about == DRAWING:
        return "stopping" if taken == "stop" else "drawing on"
    if about == CARDS:
        return f"the choice of card {decision.situation.card}"
    return {
        "the flask": "using the flask" if taken == "flask" else "not using the flask",
        "bonuses of a move": "going without a bonus" if taken == "decline" else "taking a bonus",
        "points or coins": f"taking {taken} after the explosion",
        "purchases": "the purchase",
        "rubies": "the spending of rubies",
        "blue chips": "the choice after a blue chip",
    }.get(about, f"the choice with {about}")


def done(decision: Decision, option: Option) -> str:
    """Return an option as a player would say it: ``"buy G1 R1"``, ``"place none"``."""
    name = option.name
    chips = " ".join(word.upper() if word.upper() in KINDS else word for word in name.split())
    phase = decision.advice.decision
    if phase == "market":
        return "buy nothing" if name == "none" else f"buy {chips}"
    if phase in ("blue", "strong choice", "beside"):
        return "place none" if name == "none" else f"place {chips}"
    if phase == "rubies":
        return "keep the rubies" if name == "none" else f"spend rubies on {name}"
    if phase == "yellow":
        return option.words or name
    if phase == "second chance":
        return {"again": "begin again", "on": "go on"}.get(name, name)
    if phase == "rats":
        return f"give up {name}"
    if phase == "brew":
        return {"flask": "use the flask", "back": "put it back", "decline": "go without bonus"}.get(
            name, name
        )
    return f"take {'nothing' if name in ('none', '0') else chips}"


def moment_in_words(decision: Decision) -> str:
    """Return where a decision stood: ``"W1 O1 W2, white 3"``, ``"12 coins"``."""
    from quacks_sim.advice.market import budget

    situation = decision.situation
    phase = decision.advice.decision
    if phase == "market":
        return counted(budget(situation), "coin")
    if phase == "rubies":
        return counted(situation.rubies, "ruby")
    if phase in ("offer", "rats", "neighbour"):
        return situation.card or ""
    pot = " ".join(KINDS[kind] for kind in situation.pot.kinds)
    shown = " ".join(KINDS[kind] for kind in situation.revealed)
    parts = [pot or "empty pot", f"white {situation.pot.white_sum}"]
    return ", ".join([*parts, *([f"revealed {shown}"] if shown else [])])


def advised_instead(decision: Decision) -> str:
    """Return what was advised where something else was done: ``"advised: stop, …"``, or ``""``."""
    cost = decision.cost
    if cost is None or cost < LEVEL:
        return ""
    best = done(decision, decision.advice.best)
    return f"advised: {best}, {cost:.2f} points more"
