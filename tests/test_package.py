"""The package as a whole: what importing it costs, which way its imports point, what it ships."""

import ast
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "quacks_sim"

HEAVY = ("numba", "pandas", "matplotlib", "typer", "pydantic", "scipy", "pyarrow")

#: What each part may know of the others; parts that are not listed may know all of these.
MAY_KNOW = {
    "rules": {"rules", "errors", "checked"},
    "kernel": {"kernel", "rules"},
    "policies": {"policies", "kernel", "rules", "errors", "checked"},
    "checked": {"errors"},
    "written": {"errors"},
    "referee": {"referee"},
}


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = f"import sys, quacks_sim; print([m for m in {HEAVY!r} if m in sys.modules])"
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert found.strip() == "[]"


def test_all_names_of_the_package_can_be_imported() -> None:
    import quacks_sim

    for name in quacks_sim.__all__:
        assert getattr(quacks_sim, name) is not None
    with pytest.raises(AttributeError):
        _ = quacks_sim.plya  # type: ignore[attr-defined]


@pytest.mark.parametrize("part", MAY_KNOW)
def test_imports_point_one_way(part: str) -> None:
    alone = PACKAGE / f"{part}.py"
    for path in [alone] if alone.is_file() else (PACKAGE / part).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
                modules = names if node.module == "quacks_sim" else [node.module]
            elif isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            for module in modules:
                parts = module.split(".")
                if parts[0] == "quacks_sim":
                    assert parts[1] in MAY_KNOW[part], f"{path.name} imports {module}"


def test_the_wheel_finds_its_tables_strategies_and_experiments(tmp_path: Path) -> None:
    run = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, ROOT]
    subprocess.run(run, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    place = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place)
    code = (
        "import quacks_sim, quacks_sim.strategy as s, quacks_sim.rules.tables as t\n"
        "from quacks_sim.shipped import shipped_files\n"
        "print(quacks_sim.__file__, 'yardstick' in s.shipped_strategies(), t.BOX_COUNT.sum(),"
        " len(shipped_files('experiments')) > 0, s.load_strategy('ruby_hunter').name)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(place), "PATH": "", "HOME": str(tmp_path)},
    ).stdout.split()
    assert found[0].startswith(str(place))
    assert found[1:] == ["True", "216", "True", "ruby_hunter"]
