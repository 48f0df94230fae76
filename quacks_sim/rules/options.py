"""Rule options: the switches for readings of the rules that differ, each declared here and once.

A field of :class:`RuleOptions` gives name, values, default and words; the kernel, the command line,
the documents and random games read them from there. Most are those of rule 12. The options of a
lone player are this program's own: the rules know no game for one.
"""

import difflib
from collections.abc import Mapping
from typing import Any, Literal, Self, get_args, get_origin

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from quacks_sim import checked
from quacks_sim.errors import InputError, in_short, nearest

_CURE = 'write {"explosion_limit": 8}, or in a file a section [rules]'


class RuleOptions(BaseModel):
    """One reading of the rules; every option has the default of rule 12.

    Numbers may also be given as text, as on a command line.

    Raises
    ------
    InputError
        For an unknown option, or a value that it does not have.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    starting_rubies: Literal[0, 1, 2] = Field(
        1, description="rubies of each player at the start (rule 1.1)"
    )
    flask_target: Literal["white_only", "any_chip"] = Field(
        "white_only", description="which chip the flask puts back (rule 4.6.1)"
    )
    first_chip_placement: Literal["by_value", "always_adjacent"] = Field(
        "by_value",
        description="the first chip moves its value, or lies next to the start (rule 4.3.1)",
    )
    may_stop_before_first_draw: Literal["yes", "no"] = Field(
        "yes", description="a player may leave the pot empty (rule 4.2.1)"
    )
    min_purchases: Literal[0, 1] = Field(
        0, description="fewest chips to buy while one is affordable (rule 6.E.1)"
    )
    final_conversion_exploded: Literal["choose", "both"] = Field(
        "choose",
        description="round 9: an exploded player takes points or coins, or both (rule 8.3)",
    )
    draw_after_pot_full: Literal["no", "yes"] = Field(
        "no", description="drawing may go on once a chip lies on the last space (rule 4.7.2)"
    )
    blue_on_last_space: Literal["forfeited", "performed"] = Field(
        "forfeited", description="what blue does on the last space (rule 5.2.5)"
    )
    black_zero_zero: Literal["nothing", "droplet_each"] = Field(
        "nothing",
        description="two players without black: nothing, or a droplet for both (rule 5.7.1)",
    )
    bonus_die_faces: Literal["double_1vp", "double_ruby", "five_faces"] = Field(
        "double_1vp", description="the faces of the bonus die (rule 6.A)"
    )
    chip_supply: Literal["limited", "unlimited"] = Field(
        "limited", description="the box holds 216 chips, or as many as are wanted (rule 1.3)"
    )
    ruby_supply: Literal["unlimited", 20] = Field(
        "unlimited", description="rubies in the box (rule 1.4)"
    )
    droplet_cap: Literal[52, 51] = Field(52, description="the last space of the droplet (rule 6.F)")
    rats_above_50: Literal["loop", "none", "own_table"] = Field(
        "loop", description="rat tails beyond the first lap of the score track (rule 3.2)"
    )
    rat_tails: tuple[int, ...] = Field(
        (), description="with rats_above_50 = own_table: every score after which a tail stands"
    )
    explosion_limit: Literal[5, 6, 7, 8, 9] = Field(
        7, description="the highest white total that does not explode (rule 4.5.1)"
    )
    price_green_s3_4: Literal[21, 18] = Field(
        21, description="price of the green 4-chip in the book of Set 3, in coins"
    )
    price_blue_s4_4: Literal[20, 19] = Field(
        20, description="price of the blue 4-chip in the book of Set 4, in coins"
    )
    purple_s3_space: Literal["printed_number", "index"] = Field(
        "printed_number", description="the number by which purple of Set 3 scores its space"
    )
    yellow_s2_scope: Literal["whole_move", "value_only"] = Field(
        "whole_move", description="what yellow of Set 2 doubles: a move with its bonuses, or not"
    )
    green_s2_locked_books: Literal["not_allowed", "allowed"] = Field(
        "not_allowed",
        description="green of Set 2 gives yellow and purple before their books are out",
    )
    blue_s2_window: Literal["max", "cap_4"] = Field(
        "max",
        description="chips protected by blue of Set 2: the greater number, or the sum up to 4",
    )
    red_s2_aside: Literal["counted", "ignored"] = Field(
        "counted",
        description="a chip put beside the pot by red of Set 2 uses up protection by blue of Set 2 "
        "and ends the time for the flask, or does neither",
    )
    round6_white: Literal["before_event", "after_event"] = Field(
        "before_event", description="when the extra white chip of round 6 comes (rule 2.3)"
    )
    second_chance_explosion: Literal["protected", "rescue", "none"] = Field(
        "protected",
        description="card FB3: the first five chips cannot explode, an explosion can be undone, or"
        " it ends the brew",
    )
    second_chance_timing: Literal["before_action", "after_action"] = Field(
        "before_action", description="card FB3: asked before or after the action of the fifth chip"
    )
    strong_ingredient_deferred: Literal["suppressed", "counted"] = Field(
        "suppressed", description="card FB7: what the chip placed by it pays in step B"
    )
    schadenfreude_timing: Literal["end_of_brewing", "immediately"] = Field(
        "end_of_brewing", description="card FB2: when the neighbour of an exploded pot gains"
    )
    wheel_and_deal_orange: Literal["allowed", "forbidden"] = Field(
        "allowed", description="card FP3: whether the ruby may buy an orange chip"
    )
    good_start_amount: Literal["1_to_3_by_choice", "all_or_nothing"] = Field(
        "1_to_3_by_choice", description="card FP9: how many rats may be given up for rubies"
    )
    rats_friends_rats_after: Literal["kept", "used_up"] = Field(
        "kept", description="card FP10: whether rats still help after paying points"
    )
    choose_wisely_early_purple: Literal["no", "yes"] = Field(
        "no", description="card FP11: purple before its book is out"
    )
    flea_market_white: Literal["no", "yes"] = Field(
        "no", description="card FP13: whether a white chip may be exchanged for a higher one"
    )
    pot_side: Literal["droplet", "test_tubes"] = Field(
        "droplet",
        description="variant: the side of the pots; test tubes offer another way to every droplet "
        "step (rule 11.2)",
    )
    tube_purchase_round_9: Literal["no", "yes"] = Field(
        "no", description="with test tubes: two rubies buy a tube in round 9 (rule 11.2)"
    )
    synchronized: Literal["no", "yes"] = Field(
        "no", description="variant: all pots are brewed together in every round (rule 11.1)"
    )
    start_player: Literal["first_seat", "random"] = Field(
        "first_seat", description="who starts round 1 (rule 1.7): seat 0, or a seat by lot"
    )
    solo_rats: int = Field(
        0, ge=0, le=23, description="house mode: rat tails of a lone player from round 2 on"
    )
    solo_black: Literal["beats_zero", "nothing"] = Field(
        "beats_zero",
        description="house mode: black beats the zero of nobody (droplet and ruby), or nothing",
    )
    solo_die: Literal["when_intact", "never"] = Field(
        "when_intact",
        description="house mode: a lone intact pot rolls the bonus die, or never does",
    )

    def __init__(self, **values: Any) -> None:
        converted = {name: self._convert(name, value) for name, value in values.items()}
        try:
            super().__init__(**converted)
        except ValidationError as error:
            first = error.errors()[0]
            cause = first["msg"].removeprefix("Value error, ")
            name = ".".join(str(part) for part in first["loc"])
            raise InputError(
                f"rule option {name}: {cause}" if name else cause,
                "quacks rules lists every option with its values",
            ) from None

    @model_validator(mode="after")
    def _check_rat_tails(self) -> Self:
        if (self.rats_above_50 == "own_table") != bool(self.rat_tails):
            raise ValueError("rat_tails and rats_above_50 = own_table go together")
        if list(self.rat_tails) != sorted(set(self.rat_tails)) or any(
            not 0 <= score <= 1000 for score in self.rat_tails
        ):
            raise ValueError("rat_tails must be rising scores from 0 to 1000")
        return self

    @classmethod
    def read(cls, rules: "Mapping[str, Any] | RuleOptions | None") -> "Self | RuleOptions":
        """Return the options given by name, the others at their defaults; or options as they are.

        Parameters
        ----------
        rules : mapping of str to int or str, RuleOptions or None
            None leaves all at their defaults.

        Raises
        ------
        InputError
            For an unknown option, or a value that it does not have.
        """
        if isinstance(rules, RuleOptions):
            return rules
        if rules is None:
            return cls()
        return cls(**checked.mapping(rules, "rules", _CURE))

    @classmethod
    def _convert(cls, name: str, value: Any) -> Any:
        if name not in cls.model_fields:
            raise InputError(
                f"there is no rule option {in_short(name)}",
                f"quacks rules lists them all{nearest(name, cls.model_fields)}",
            )
        if option_range(name):
            try:
                return _whole(value)
            except (TypeError, ValueError):
                raise InputError(
                    f"rule option {name} is {in_short(value)}, not a whole number",
                    "write for example: solo_rats=2",
                ) from None
        choices = option_values(name)
        if not choices:
            return _scores(value)
        given = value if isinstance(value, str) else _as_text(value)
        for choice in choices:
            if given == str(choice):
                return choice
        listed = [str(choice) for choice in choices]
        close = difflib.get_close_matches(given, listed, n=1)
        raise InputError(
            f"rule option {name} cannot be {in_short(value)}",
            f"it is one of {', '.join(listed)}" + (f"; did you mean {close[0]}?" if close else ""),
        )

    def changed(self) -> dict[str, Any]:
        """Return the options that differ from the default, by name."""
        plain = type(self)()
        return {
            name: getattr(self, name)
            for name in type(self).model_fields
            if getattr(self, name) != getattr(plain, name)
        }


def option_values(name: str) -> tuple[int | str, ...]:
    """Return the values of an option, the empty tuple if it is a number from a range, or a list."""
    kind = RuleOptions.model_fields[name].annotation
    return get_args(kind) if get_origin(kind) is Literal else ()


def option_range(name: str) -> tuple[int, int] | None:
    """Return the lowest and the highest value of an option that is a number, else None."""
    bounds = RuleOptions.model_fields[name].metadata
    if not bounds:
        return None
    (low,) = (each.ge for each in bounds if hasattr(each, "ge"))
    (high,) = (each.le for each in bounds if hasattr(each, "le"))
    return int(low), int(high)


def _whole(value: Any) -> int:
    if isinstance(value, str):
        return int(value)
    if not checked.is_whole(value):
        raise TypeError("not a whole number")
    return int(value)


def _as_text(value: object) -> str:
    """Return how a whole number is written; everything else has no text that means an option."""
    return str(value) if checked.is_whole(value) and abs(value) < 1_000 else ""


def _scores(value: Any) -> tuple[int, ...]:
    parts = value.replace(",", " ").split() if isinstance(value, str) else value
    try:
        return tuple(_whole(part) for part in parts)
    except (TypeError, ValueError):
        raise InputError(
            f"rat_tails is {in_short(value)}, not a list of scores",
            "write for example: rat_tails=1,4,7,10",
        ) from None
