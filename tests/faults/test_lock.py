"""Two runs cannot write into one folder, and a killed one leaves no lock."""

import subprocess
import sys
from pathlib import Path

from tests.cli.conftest import Quacks, environment
from tests.faults.conftest import SMALL, content_of

#: A run that waits for ever in its first block, after it has taken the folder.
HOLDER = """
import sys, time
from quacks_sim.cli.main import main
from quacks_sim.experiment import run

def wait(self, threads):
    print("begun", flush=True)
    time.sleep(600)

run._Run.play = wait
main(sys.argv[1:])
"""


def test_the_second_run_is_refused_until_the_first_is_killed(
    quacks: Quacks, tmp_path: Path
) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, *SMALL, "--out", "data"],
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert holder.stdout
        assert holder.stdout.readline() == "begun\n"
        before = content_of(tmp_path / "data")
        for more in ((), ("--overwrite",)):
            done = quacks(*SMALL, "--out", "data", *more)
            assert done.code == 2
            cause, cure = done.err.splitlines()
            assert cause == "error: another run is writing into data"
            assert cure == "  wait for it, or name another folder"
        assert content_of(tmp_path / "data") == before
    finally:
        holder.kill()
        holder.communicate()
    assert quacks(*SMALL, "--out", "data").code == 0
