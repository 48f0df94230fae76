"""A phase of a round: what it brings by itself, what it asks, and what an answer does."""

from quacks_sim.advice.gains import advise_gains, chosen
from quacks_sim.advice.options import Advice, Option
from quacks_sim.advice.situation import Situation
from quacks_sim.advice.terms import Terms

#: A situation, and whether this phase still asks (on entering) or is done (on an answer).
Moved = tuple[Situation, bool]


class Phase:
    """A phase without a question; others override what they need."""

    name = ""

    def enter(self, situation: Situation) -> Moved:
        """Return the situation with what the phase brings by itself, and whether it asks."""
        return situation, True

    def prompt(self, situation: Situation) -> str:
        """Return the question."""
        return ""

    def advise(self, situation: Situation, terms: Terms) -> Advice | None:
        """Return what to answer, None where facts are asked."""
        return None

    def answer(self, situation: Situation, text: str) -> Moved:
        """Return the situation after an answer, and whether the phase is done.

        Raises
        ------
        InputError
            For an answer that makes no sense; nothing has happened then.
        """
        raise NotImplementedError


class Choice(Phase):
    """A phase that asks for one of some options, each of which is a gain."""

    #: Begins the line of news.
    why = ""
    is_fact = False

    def options(self, situation: Situation) -> list[Option]:
        """Return the options; with none or a single one nothing is asked."""
        raise NotImplementedError

    def enter(self, situation: Situation) -> Moved:
        """Take a single option at once."""
        options = self.options(situation)
        if len(options) == 1:
            return self.take(situation, options[0]), False
        return situation, bool(options)

    def take(self, situation: Situation, option: Option) -> Situation:
        """Return the situation after an option."""
        if option.gain == type(option.gain)():
            return situation
        return situation.gained(option.gain, self.title(situation))

    def title(self, situation: Situation) -> str:
        """Return what begins the line of news."""
        return self.why

    def advise(self, situation: Situation, terms: Terms) -> Advice | None:
        """Return the options, the best first."""
        if self.is_fact:
            return None
        return advise_gains(self.name, self.options(situation), situation, terms)

    def answer(self, situation: Situation, text: str) -> Moved:
        """Take the option that is named."""
        return self.take(situation, chosen(text, self.options(situation))), True
