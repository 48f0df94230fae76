"""Numbers as people write them."""

import pytest

from quacks_sim.errors import InputError
from quacks_sim.written import read_whole, refuse_two_meanings


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("100000", 100_000),
        ("100_000", 100_000),
        ("100,000", 100_000),
        ("1,234,567", 1_234_567),
        ("1e5", 100_000),
        ("2.5E6", 2_500_000),
        ("-5", -5),
        ("+5", 5),
        (" 7 ", 7),
        ("007", 7),
        ("1e30", 10**30),
    ],
)
def test_whole_numbers_are_read(text: str, number: int) -> None:
    assert read_whole(text) == number


@pytest.mark.parametrize(
    "text",
    [
        *("", "1.5", "1e-5", "1.5e0", "1,00", "1,0000", ",100", "1,,000", "1_", "_1", "1__0"),
        *("100 000", "0x10", "٣", "²", "nan", "inf", "1e400", "9" * 5_000, "100,000_000", "1e"),
    ],
)
def test_everything_else_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="not a whole number") as found:
        read_whole(text)
    assert "100,000" in found.value.cure


@pytest.mark.parametrize(
    ("text", "meanings"),
    [("1.000", "1 or 1000"), ("12.500", "12.5 or 12500"), ("1.000.000", "1000000")],
)
def test_a_point_that_may_divide_thousands_is_refused(text: str, meanings: str) -> None:
    for read in (read_whole, refuse_two_meanings):
        with pytest.raises(InputError) as found:
            read(text)
        assert found.value.cause.endswith(f"could mean {meanings}")
        assert found.value.cure == f"write {meanings}"


@pytest.mark.parametrize("text", ["0.125", "1.5", "1000.000", "0.1", "1", "1.0000"])
def test_a_decimal_of_one_meaning_is_none(text: str) -> None:
    refuse_two_meanings(text)
