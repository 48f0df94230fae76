"""Which tests pin which rule: the last column of docs/rules.md.

``python -m tests.rules_index`` lists rules with their tests, or those of the rules named after it;
``--write`` brings docs/rules.md up to date.
"""

import ast
import re
import sys
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

from quacks_sim.rules.options import RuleOptions, option_range, option_values
from tests.mutants.run import MUTANTS
from tests.worked_examples import worked_examples

ROOT = Path(__file__).resolve().parents[1]
DOCUMENT = ROOT / "docs" / "rules.md"
COLUMNS = 6
STATUS, TESTS = 4, 5

#: Between these lines stands the table of options.
OPTIONS_BEGIN, OPTIONS_END = "<!-- options -->", "<!-- end of the options -->"

#: The worked examples that pin a rule; each is run on the kernel and by the referee.
EXAMPLES: dict[str, str] = {
    "0.3": "E28 E34",
    "0.4": "E01 E02 E27",
    "0.5": "E68",
    "1.5": "E84 E85",
    "1.7": "E68",
    "3.1": "E61 E62 E64",
    "3.2": "E63",
    "3.3": "E62",
    "3.5": "E61 E63",
    "4.1.1": "E59 E60",
    "4.2.1": "E05 E13",
    "4.2.2": "E14 E15",
    "4.2.3": "E13",
    "4.3.1": "E01 E04",
    "4.3.2": "E25 E26",
    "4.3.3": "E04 E27",
    "4.4": "E15 E38",
    "4.5.1": "E02 E03",
    "4.5.2": "E03",
    "4.5.3": "E07 E12",
    "4.6.1": "E07 E08 E09 E10 E11 E23",
    "4.6.2": "E04 E06",
    "4.6.3": "E08",
    "4.7.1": "E35 E36",
    "4.7.2": "E38 E39",
    "4.7.3": "E37 E80",
    "4.8.1": "E14",
    "4.8.2": "E05 E36",
    "5.1": "E01 E04",
    "5.2": "E16 E17 E21",
    "5.2.1": "E18 E19 E26",
    "5.2.2": "E18 E20",
    "5.2.3": "E21 E22",
    "5.2.4": "E23 E24",
    "5.2.5": "E39",
    "5.3": "E25 E26",
    "5.4": "E27 E29 E30",
    "5.4.1": "E28",
    "5.5": "E31 E32 E33 E34",
    "5.6": "E76 E77",
    "5.7.1": "E69 E70 E71",
    "5.7.2": "E72 E73 E74 E75",
    "6.A": "E78 E79 E80",
    "6.D": "E92 E93 E94",
    "6.E.1": "E81 E82 E83 E87 E88 E89",
    "6.E.2": "E86",
    "6.F": "E90 E91",
    "7.3": "E68",
    "8.3": "E97 E98 E99",
    "8.4": "E100 E101 E102",
    "9.1": "E66 E67",
    "FB3": "E45 E103 E104",
    "FB5": "E40 E41",
    "FB6": "E42",
    "FB7": "E46",
    "FB8": "E96",
    "FB10": "E43 E44",
    "FB11": "E95",
    "12": "E106 E107",
    "11.4": "E47 E48 E49 E50 E51 E52 E53 E54 E55 E56 E57 E58",
}


@cache
def marked_tests() -> dict[str, list[str]]:
    """Return the tests marked with each rule, as ``file::name`` within the folder of tests."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        of_module = [
            rule
            for node in tree.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
            for rule in _rules(node.value)
        ]
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                rules = [rule for mark in node.decorator_list for rule in _rules(mark)]
                for rule in dict.fromkeys([*of_module, *rules]):
                    name = path.relative_to(ROOT / "tests").as_posix()
                    found[rule].append(f"{name}::{node.name}")
    return dict(found)


def _rules(mark: ast.expr) -> list[str]:
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
        return [str(ast.literal_eval(argument)) for argument in mark.args]
    return []


def pinned_by(rule: str) -> list[str]:
    """Return everything that pins a rule: tests, worked examples and mutants by name."""
    return [
        *marked_tests().get(rule, []),
        *EXAMPLES.get(rule, "").split(),
        *(f"mutant {mutant.name}" for mutant in MUTANTS if mutant.rule == rule),
    ]


def cell(rule: str) -> str:
    """Return what stands in the last column of a rule."""
    files = Counter(test.partition("::")[0] for test in marked_tests().get(rule, []))
    parts = [f"{name.removesuffix('.py')} {count}" for name, count in files.items()]
    parts += [" ".join(EXAMPLES[rule].split())] if rule in EXAMPLES else []
    mutants = [mutant.name for mutant in MUTANTS if mutant.rule == rule]
    parts += [f"mutants: {', '.join(mutants)}"] if mutants else []
    return "; ".join(parts) or "—"


def rows(text: str) -> dict[str, list[str]]:
    """Return the cells of the table's rows by rule."""
    found = {}
    for line in text.splitlines():
        cells = [each.strip() for each in line.strip("|").split("|")]
        if line.startswith("| ") and len(cells) == COLUMNS and cells[0] != "Rule":
            found[cells[0]] = cells
    return found


def filled(text: str) -> str:
    """Return the document with its last column up to date."""
    lines = []
    for line in text.splitlines(keepends=True):
        cells = [each.strip() for each in line.strip().strip("|").split("|")]
        if line.startswith("| ") and len(cells) == COLUMNS and cells[0] != "Rule":
            line = f"| {' | '.join([*cells[:TESTS], cell(cells[0])])} |\n"
        lines.append(line)
    return with_options("".join(lines))


def files_naming(name: str) -> Counter[str]:
    """Return how many tests in each file name a rule option in their code."""
    return Counter(
        {file: count for file, sources in _sources().items() if (count := _naming(name, sources))}
    )


def _naming(name: str, sources: list[str]) -> int:
    word = re.compile(rf"\b{name}\b")
    return sum(bool(word.search(source)) for source in sources)


@cache
def _sources() -> dict[str, list[str]]:
    """Return the code of all test functions, by file, with the marks on top of them."""
    found: dict[str, list[str]] = {}
    for folder in ("kernel", "referee", "rules"):
        for path in sorted((ROOT / "tests" / folder).glob("test_*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found[f"{folder}/{path.stem}"] = [
                ast.unparse(node)
                for node in tree.body
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
            ]
    return found


def examples_by_option() -> dict[str, list[str]]:
    """Return the worked examples with each rule option; kernel and referee run them all."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for case in worked_examples():
        for name in case.options:
            found[name].append(case.id)
    return dict(found)


def options_table() -> str:
    """Return the table of all rule options and of the tests in which they change something."""
    plain = RuleOptions()
    examples = examples_by_option()
    lines = [
        "| Option | Values (default first) | What it decides | Tests |",
        "|---|---|---|---|",
    ]
    for name, field in RuleOptions.model_fields.items():
        default = getattr(plain, name)
        others = [value for value in option_values(name) if value != default]
        values = ", ".join(str(value) for value in [default, *others]) or "–"
        if bounds := option_range(name):
            values = f"{bounds[0]} to {bounds[1]}"
        elif not others:
            values = "a list of scores"
        pinned = [f"{file} {count}" for file, count in files_naming(name).items()]
        pinned += [" ".join(examples[name])] if name in examples else []
        tests = "; ".join(pinned)
        lines.append(f"| `{name}` | {values} | {field.description} | {tests or '—'} |")
    return "\n".join(lines)


def with_options(text: str) -> str:
    """Return the document with its table of options up to date."""
    before, _, rest = text.partition(OPTIONS_BEGIN)
    _, _, after = rest.partition(OPTIONS_END)
    return f"{before}{OPTIONS_BEGIN}\n{options_table()}\n{OPTIONS_END}{after}"


def known_examples() -> set[str]:
    """Return the ids of all worked examples."""
    return {case.id for case in worked_examples()}


def main(arguments: list[str]) -> int:
    """List tests of rules, or write the document."""
    text = DOCUMENT.read_text(encoding="utf-8")
    if arguments == ["--write"]:
        DOCUMENT.write_text(filled(text), encoding="utf-8")
        return 0
    for rule in arguments or rows(text):
        print(rule, *pinned_by(rule), sep="\n  ")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
