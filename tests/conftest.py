"""What every test may rely on."""

import signal

import pytest


@pytest.fixture(autouse=True, scope="session")
def ctrl_c_is_heard() -> None:
    """Undo what a shell does to jobs in the background: they and their children ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
