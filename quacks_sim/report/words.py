"""What an answer is."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Answer:
    """An answer in words.

    Attributes
    ----------
    sentence : str
        The answer; it says "not resolved" where the intervals leave it open.
    remarks : tuple of str
        What belongs to it: who is not resolved from the best, differences, the other end.
    """

    sentence: str
    remarks: tuple[str, ...] = ()
