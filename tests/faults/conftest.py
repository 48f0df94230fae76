"""Commands run as in the tests of the command line; a small dataset is made once."""

from pathlib import Path

import pytest

from quacks_sim.cli.main import main
from tests.cli.conftest import plain_environment, quacks, warm_kernel

__all__ = ["plain_environment", "quacks", "warm_kernel"]

SMALL = ("play", "yardstick", "safe", "--games", "12", "--seed", "1", "--level", "rounds")


@pytest.fixture(scope="session")
def small_dataset(tmp_path_factory: pytest.TempPathFactory, warm_kernel: None) -> Path:
    """Return a dataset of twelve games."""
    folder = tmp_path_factory.mktemp("small") / "data"
    assert main([*SMALL, "--out", str(folder), "--quiet"]) == 0
    return folder


def content_of(folder: Path) -> dict[str, bytes | None]:
    """Return everything in a folder by relative name: the bytes of files, None for folders."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(folder.rglob("*"))
    }
