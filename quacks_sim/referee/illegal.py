"""Refusals: what the referee says when an answer from the tape breaks a rule."""

from __future__ import annotations

# The rule that says when each decision may be taken; cards and their decisions share a name.
DECISION_RULES = {
    "stop": "4.2.1",
    "flask": "4.6.1",
    "blue": "5.2",
    "red": "5.3",
    "yellow": "5.4",
    "green": "5.5",
    "purple": "5.6",
    "order": "6.B",
    "beside": "red-2",
    "explosion": "6.D",
    "rubies": "6.F",
    "droplet": "11.2",
}


def rule_of_decision(decision: str) -> str:
    """Name the rule behind a decision; a card's decision is ruled by the card itself."""
    return DECISION_RULES.get(decision, decision)


class IllegalMove(Exception):
    """An answer that the rules do not allow.

    Parameters
    ----------
    rule : str
        Number of the rule that is broken, or the name of the card or book.
    message : str
        One line that says what was wrong.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"rule {rule}: {message}")
        self.rule = rule
        self.message = message


class InvariantBroken(Exception):
    """One of the invariants of rule 10 does not hold after an event."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(f"rule {rule}: {message}")
        self.rule = rule
        self.message = message


class BadSetup(ValueError):
    """A game that cannot be set up: unknown option, too many seats, no such book."""
