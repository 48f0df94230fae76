"""What others claim about a question, so that the answer can stand beside it."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from quacks_sim.axes import Label
from quacks_sim.errors import InputError, in_short, nearest


class Claim(BaseModel):
    """A claim, where it comes from and, if numbers can decide it, what it says of the cells.

    Attributes
    ----------
    claim : str
        In our own words.
    source : str
        Who says so.
    better, than : int, float or str, optional
        The claim says that the value `better` of an axis beats the value `than` of the same one.
    best : tuple of int, float or str
        The claim says that the best value of an axis is one of these.
    among : int, float or str, optional
        It speaks only of cells with this value of another axis.
    measure : {"win_share", "victory_points"}, optional
        By what `better` and `than` are compared; what the experiment is judged by if not given.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    claim: str = Field(min_length=1)
    source: str = Field(min_length=1)
    better: Label | None = None
    than: Label | None = None
    best: tuple[Label, ...] = ()
    among: Label | None = None
    measure: Literal["win_share", "victory_points"] | None = None

    @model_validator(mode="after")
    def _check_test(self) -> "Claim":
        if (self.better is None) != (self.than is None):
            raise ValueError("better and than go together")
        if self.better is not None and self.best:
            raise ValueError("a claim says either what is better than something, or what is best")
        return self

    @property
    def labels(self) -> tuple[Label, ...]:
        """The values of an axis that the claim speaks of."""
        named = (each for each in (self.better, self.than, self.among) if each is not None)
        return (*named, *self.best)


def read_claim(content: Any) -> Claim:
    """Return the claim that a section of an experiment's file describes.

    Raises
    ------
    InputError
        For anything that is not a claim.
    """
    example = 'write claim = "…" and source = "…"; better and than, or best, let numbers decide'
    if not isinstance(content, Mapping):
        raise InputError(f"a claim is {in_short(content)}, not a section", example)
    for key in content:
        if key not in Claim.model_fields:
            raise InputError(
                f"a claim has the unknown key {in_short(key)}",
                f"keys are {', '.join(Claim.model_fields)}{nearest(key, Claim.model_fields)}",
            )
    try:
        return Claim(**content)
    except ValidationError as error:
        first = error.errors()[0]
        where = f"{first['loc'][0]}: " if first["loc"] else ""
        message = first["msg"].removeprefix("Value error, ")
        raise InputError(f"a claim is wrong: {where}{message}", example) from None
