"""The page about policies is up to date, and its example works."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from quacks_sim.kernel.decisions import DECISION_NAMES
from quacks_sim.policies.describe import describe_policies, updated
from quacks_sim.policies.registry import shipped_policies
from quacks_sim.testing import check_policy

PAGE = Path(__file__).parents[2] / "docs" / "policies.md"


def test_the_page_is_up_to_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert updated(text) == text, "run python -m quacks_sim.policies.describe docs/policies.md"


def test_every_policy_and_parameter_is_described() -> None:
    text = describe_policies()
    for decision in DECISION_NAMES:
        section = text.partition(f"### `{decision}`")[2].partition("### ")[0]
        for policy in shipped_policies(decision).values():
            row = re.search(rf"^\| `{policy.name}` \|.*$", section, re.MULTILINE)
            assert row is not None
            for parameter in policy.parameters:
                assert f"`{parameter.name}` = {parameter.default:g} " in row[0]


def test_fields_are_described_with_their_meaning() -> None:
    assert "`may_skip` (1 if buying nothing is legal" in describe_policies()


def test_a_page_without_marks_is_refused() -> None:
    with pytest.raises(ValueError, match="lacks the line"):
        updated("nothing to see")


def test_the_example_of_the_page_keeps_the_contract(tmp_path: Path) -> None:
    source = re.search(r"```python\n(.*?def risk_or_chips.*?)```", PAGE.read_text(), re.DOTALL)
    assert source is not None
    path = tmp_path / "mine.py"
    path.write_text(source[1], encoding="utf-8")
    names: dict[str, Any] = {"__name__": "mine"}
    exec(compile(source[1], str(path), "exec"), names)
    assert check_policy(names["risk_or_chips"]) > 0
