"""The games that are kept: chosen so that every event, decision and reward occurs."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent

_SET = "green={0},blue={0},red={0},yellow={0},purple={0}"


@dataclass(frozen=True)
class Case:
    """A game to be kept; its numbers were chosen among the first few hundred for what happens."""

    name: str
    strategies: tuple[str, ...]
    game: int
    rules: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    books: str = ""
    cards: str = "none"

    @property
    def path(self) -> Path:
        """The file of the journal."""
        return FOLDER / f"{self.name}.txt"


CASES = (
    Case("solo", ("balanced",), 34),
    Case("solo_house", ("random",), 93, {"solo_rats": 4, "solo_black": "nothing"}),
    Case(
        "full_pot",
        ("pushing+stop=never",),
        67,
        {"explosion_limit": 9, "solo_rats": 23, "blue_on_last_space": "performed"},
    ),
    Case("after_full", ("pushing",), 2, {"draw_after_pot_full": "yes", "solo_rats": 23}),
    Case("duel", ("yardstick+stop.max_risk=0.1", "cautious"), 31),
    Case("duel_black", ("black_first", "edinburgh_black"), 45, {"black_zero_zero": "droplet_each"}),
    Case("duel_random", ("random", "random"), 68, {"explosion_limit": 8}),
    Case(
        "purple",
        ("yardstick+purchase=priority+purchase.purple=9+purple=random", "random"),
        12,
        {"bonus_die_faces": "double_ruby"},
    ),
    Case(
        "adjacent",
        ("flask_first", "random"),
        76,
        {
            "flask_target": "any_chip",
            "first_chip_placement": "always_adjacent",
            "starting_rubies": 2,
            "droplet_cap": 51,
        },
    ),
    Case(
        "exploding",
        ("reckless", "reckless"),
        19,
        {
            "explosion_limit": 5,
            "final_conversion_exploded": "both",
            "bonus_die_faces": "five_faces",
        },
    ),
    Case(
        "three",
        ("random", "green_collector+stop=chips:5", "tylorlilley_yellow+stop=chips:6"),
        20,
        {"ruby_supply": 20, "min_purchases": 1, "may_stop_before_first_draw": "no"},
    ),
    Case(
        "four",
        ("random", "safe", "black_first+stop=chips:5", "random"),
        44,
        {"rats_above_50": "own_table", "rat_tails": [0, 2, 3, 5, 8, 13, 21, 34, 55]},
    ),
    Case("set_2", ("yardstick+purchase=random+beside=random", "random"), 4, books=_SET.format(2)),
    Case("set_3", ("yardstick+purchase=random", "random"), 3, books=_SET.format(3)),
    Case("set_4", ("yardstick+purchase=random", "random"), 1, books=_SET.format(4)),
    Case(
        "cards_choices",
        ("yardstick+card=random", "random+stop=bust_risk:0.3"),
        0,
        cards="1=FP1,2=FP3,5=FP13,6=FP9,7=FP10",
    ),
    Case(
        "cards_brewing",
        ("yardstick+stop=chips:6+card=random", "random+stop=chips:5"),
        14,
        cards="2=FP6,3=FB3,4=FB10,5=FB7,6=FB6,7=FB5",
    ),
    Case(
        "cards_gains",
        ("yardstick+card=random", "random+stop=bust_risk:0.3"),
        5,
        cards="1=FP2,2=FP4,3=FP5,4=FP8,5=FP11,6=FP12,7=FB1,8=FB2,9=FB8",
    ),
    Case(
        "cards_three",
        ("safe+stop=chips:3+flask=white_at_least:1", "safe+stop=chips:4", "safe+card=points"),
        0,
        cards="2=FP7,3=FB4,6=FB9,7=FB11",
    ),
    Case(
        "variants",
        ("yardstick+stop=chase+droplet=tube+purchase=random", "random+stop=chips:6"),
        17,
        {"pot_side": "test_tubes", "tube_purchase_round_9": "yes", "synchronized": "yes"},
    ),
)
