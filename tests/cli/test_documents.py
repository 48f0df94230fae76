"""What README and docs tell a person to type works as it stands, here with few games."""

import json
import re
import runpy
import shlex
import sys
import tomllib
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer
from distributed.cli import dask_scheduler, dask_worker
from distributed.core import Status

import quacks_sim as qs
from quacks_sim.cli.main import app
from quacks_sim.experiment import Experiment, shipped_experiments
from tests.advice.own_games import saved_evening
from tests.cli.conftest import ROOT, Quacks
from tests.cli.documents import (
    DOCUMENTS,
    LANGUAGES,
    SHORT,
    Document,
    below,
    command_of,
    options_of,
    without_target,
)
from tests.cluster.conftest import cluster_in

#: Games of a call in Python.
FEW = 240

#: Files that are a reader's own, by document.
OWN = {
    "docs/policies.md": {
        "theirs.toml": 'question = "Whose?"\ntables = [["mine.toml", "safe"]]\ngames = 24\n'
    },
    "docs/cluster.md": {
        "mine.toml": 'question = "How many?"\ntables = [["yardstick", "safe"]]\ngames = 24\n'
    },
}

#: A game that its reader has saved.
SAVED = "evening.json"

#: Words that stand for something of the reader's.
ADDRESS = "tcp://ADDRESS:8786"
PLACES = ("/shared/", "/home/me/", "s3://bucket/")

#: Programs whose commands are not run, because they install something, play millions of games or
#: never end. What they name is looked up instead: an extra, targets of make, options of dask.
OTHERS = ("pip", "make", "dask")

#: Options in the text that are none of ``quacks`` itself.
FOREIGN = ("--version", "--lifetime")

#: Blocks that run only on somebody's cluster; they are played on a stand-in for it.
CLUSTERS = ("on_slurm.py", "on_kubernetes.py")

named = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda each: each.name)


def with_blocks(*languages: str) -> pytest.MarkDecorator:
    """Run a test for each document that has such blocks."""
    found = [each for each in DOCUMENTS if each.blocks(*languages)]
    return pytest.mark.parametrize("document", found, ids=lambda each: each.name)


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of what ``make demo`` leaves, with few games."""
    return play_into(tmp_path_factory.mktemp("demo"), "demo").path


def play_into(folder: Path, name: str) -> qs.Dataset:
    return qs.run_experiment(name, folder / name, games=FEW)


@pytest.fixture
def desk(demo: Path, document: Document, tmp_path: Path) -> Path:
    """Return the folder of a reader: with the datasets and files that a document speaks of."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "demo").symlink_to(demo)
    for name in re.findall(r'qs\.load\("out/(\w+)"\)', document.text):
        if name != "demo":
            play_into(tmp_path / "out", name)
    for name, text in OWN.get(document.name, {}).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    if SAVED in document.text:
        (tmp_path / SAVED).write_text(saved_evening(), encoding="utf-8")
    for block in document.blocks():
        if block.file:
            (tmp_path / block.file).write_text(block.text, encoding="utf-8")
    return tmp_path


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with one worker."""
    with cluster_in(tmp_path_factory.mktemp("scheduler")) as cluster:
        cluster.add_worker()
        yield cluster.address


def here(words: list[str], folder: Path, scheduler: str) -> list[str]:
    """Return the words of a command with places and the scheduler that are here."""
    made = []
    for word in words:
        for place in PLACES:
            word = word.replace(place, f"{folder}/")
        made.append(scheduler if word == ADDRESS else word)
    return made


def test_there_is_something_to_try() -> None:
    assert len(DOCUMENTS) >= 14
    assert sum(words[0] == "quacks" for each in DOCUMENTS for words in each.lines()) >= 20
    assert sum(len(each.blocks("python")) for each in DOCUMENTS) >= 8


@named
def test_every_block_says_what_it_is(document: Document) -> None:
    for block in document.blocks():
        assert block.language in LANGUAGES, block


@with_blocks("sh")
def test_the_commands_of_a_document_work(
    document: Document, desk: Path, quacks: Quacks, request: pytest.FixtureRequest
) -> None:
    # Those of blocks, and of a table of questions.
    lines = [*document.lines(), *document.rows("quacks")]
    seen: list[list[str]] = []
    for words in lines:
        program, *arguments = words
        if program in OTHERS or arguments in seen:
            continue
        assert program == "quacks", words
        seen.append(arguments)
        address = request.getfixturevalue("scheduler") if ADDRESS in arguments else ""
        arguments = here(arguments, desk, address)
        arguments, target = without_target(arguments)
        if "--workers" in arguments:
            arguments[arguments.index("--workers") + 1] = "1"
            arguments += ["--out", "out/with_workers"]
        done = quacks(*arguments, *SHORT.get(arguments[0], []))
        assert done.code == 0, (words, done.err)
        assert done.out
        if target:
            Path(target).write_text(done.out, encoding="utf-8")


@with_blocks("python")
def test_the_python_of_a_document_works(
    document: Document, desk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(qs.sweep.__kwdefaults__, "games", FEW)
    monkeypatch.setitem(qs.tournament.__kwdefaults__, "games", FEW)
    for name, few in {"games": 24, "generations": 2, "verdict_games": 24}.items():
        monkeypatch.setitem(qs.tune.__kwdefaults__, name, few)
    monkeypatch.syspath_prepend(desk)
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    known: dict[str, Any] = {}
    for number, block in enumerate(document.blocks("python")):
        if block.file in CLUSTERS:
            continue
        file = desk / (block.file or f"block_{number}.py")
        file.write_text(re.sub(r"\bgames=[\d_]+", f"games={FEW}", block.text), encoding="utf-8")
        known = runpy.run_path(str(file), known)


@with_blocks("toml")
def test_the_toml_of_a_document_is_read(document: Document, desk: Path, quacks: Quacks) -> None:
    for number, block in enumerate(document.blocks("toml")):
        if "question" in tomllib.loads(block.text):
            assert Experiment.from_dict(tomllib.loads(block.text)).question
            continue
        file = desk / (block.file or f"strategy_{number}.toml")
        file.write_text(block.text, encoding="utf-8")
        done = quacks("strategies", "check", file, "--allow-plugins")
        assert done.code == 0, done.err


@with_blocks("json")
def test_the_journal_of_a_document_has_the_parts_of_a_real_one(
    document: Document, quacks: Quacks
) -> None:
    (block,) = document.blocks("json")
    shown = json.loads(block.text)
    (words,) = document.commands("quacks")
    real = quacks(*words[1:]).document
    assert set(shown) == set(real)
    for key in set(shown) - {"rules", "events"}:
        assert shown[key] == real[key], key
    assert set(shown["rules"]) - {"..."} < set(real["rules"])
    assert shown["events"][:-1] == real["events"][: len(shown["events"]) - 1]


@named
def test_commands_in_the_text_exist_with_their_options(document: Document) -> None:
    for words in document.commands("quacks"):
        command, left = command_of(words[1:])
        assert command.name != "quacks" or left == ["--help"], words
        assert {each for each in left if each.startswith("-")} <= options_of(command), words
        if command.name == "run" and left and "/" not in left[0]:
            assert left[0] in shipped_experiments()


@named
def test_options_in_the_text_exist(document: Document) -> None:
    known = set(FOREIGN)
    todo = [typer.main.get_command(app)]
    for command in todo:
        known |= options_of(command)
        todo += below(command).values()
    for span in document.spans():
        if span.startswith("--"):
            assert span.split()[0] in known, span


def test_the_extras_that_are_installed_exist() -> None:
    found = [words for each in DOCUMENTS for words in each.lines() if words[0] == "pip"]
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    known = extras["project"]["optional-dependencies"]
    assert {(*words[:2], words[2].partition("[")[0]) for words in found} == {
        ("pip", "install", "quacks-sim")
    }
    assert {words[2].partition("[")[2].rstrip("]") for words in found} <= set(known)


def test_the_commands_of_dask_have_these_options() -> None:
    programs = {"scheduler": dask_scheduler.main, "worker": dask_worker.main}
    found = [words for each in DOCUMENTS for words in each.lines() if words[0] == "dask"]
    assert {words[1] for words in found} == set(programs)
    for _, name, *arguments in found:
        programs[name].make_context(name, arguments)


@named
def test_make_has_these_targets(document: Document) -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    told = [words for words in document.lines() if words[0] == "make"]
    told += [span.split() for span in document.spans() if span.startswith("make ")]
    for words in told:
        assert words[1] in targets, words


@named
def test_programs_of_the_project_in_the_text_exist(document: Document) -> None:
    for words in document.commands("python"):
        if words[1] == "-m":
            assert find_spec(words[2]), words
        else:
            assert (ROOT / words[1]).is_file(), words
    for words in document.commands("pytest"):
        for word in words[1:]:
            if word.startswith("tests/"):
                assert (ROOT / word).exists(), words


class StandIn:
    """A cluster that is there already, in the place of one that SLURM or Kubernetes would start."""

    status = Status.running

    def __init__(self, address: str) -> None:
        self.scheduler_address = address

    def __await__(self) -> Generator[Any, Any, "StandIn"]:
        yield from ()
        return self

    def __enter__(self) -> "StandIn":
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def scale(self, workers: int) -> None:
        assert workers > 0

    def adapt(self, *, minimum_jobs: int, maximum_jobs: int) -> None:
        assert 0 < minimum_jobs < maximum_jobs


@pytest.mark.parametrize("document", [Document(ROOT / "docs" / "cluster.md")], ids=["cluster.md"])
def test_the_scripts_for_clusters_run_an_experiment(
    document: Document, desk: Path, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = {name: ModuleType(name) for name in ("dask_jobqueue", "dask_kubernetes.operator")}
    slurm, kubernetes = modules.values()
    worker = {"spec": {"worker": {"spec": {"containers": [{}]}}}}
    slurm.SLURMCluster = kubernetes.KubeCluster = (  # type: ignore[attr-defined]
        lambda **settings: StandIn(scheduler)
    )
    kubernetes.make_cluster_spec = lambda **settings: worker  # type: ignore[attr-defined]
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    for name in CLUSTERS:
        file = desk / name
        (text,) = here([file.read_text(encoding="utf-8")], desk / name.removesuffix(".py"), "")
        file.write_text(text, encoding="utf-8")
        runpy.run_path(str(file), run_name="__main__")
        assert qs.load(desk / name.removesuffix(".py") / "mine").complete


@pytest.mark.parametrize("document", [Document(ROOT / "docs" / "cluster.md")], ids=["cluster.md"])
def test_the_commands_that_compile_for_a_cluster_work(document: Document, quacks: Quacks) -> None:
    found = re.findall(r"quacks play [^\"&>\n]*", "".join(b.text for b in document.blocks()))
    assert len(found) == 2
    for line in found:
        done = quacks(*shlex.split(line)[1:])
        assert (done.code, done.err) == (0, "")


def headings(text: str) -> set[str]:
    """Return what GitHub calls the headings of a page in links."""
    found = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", each.lower()).strip().replace(" ", "-") for each in found}


@named
def test_links_lead_somewhere(document: Document) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", document.text):
        if target.startswith("http"):
            continue
        place, _, part = target.partition("#")
        file = document.path.parent / place if place else document.path
        assert file.exists(), target
        if part:
            assert part in headings(file.read_text(encoding="utf-8")), target
