"""Runs: an experiment is played into a dataset, and an interrupted run goes on where it ended."""

import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quacks_sim import checked
from quacks_sim.blocks import GAMES_PER_BLOCK, check_threads, checked_workers, pieces
from quacks_sim.errors import InputError, QuacksError, SimulationError
from quacks_sim.experiment.belongings import (
    Belongings,
    check_the_way,
    folder_to_write,
    remove_belongings,
)
from quacks_sim.experiment.dataset import Dataset
from quacks_sim.experiment.files import keep_room, locked, make_folder, remove_empty, write_file
from quacks_sim.experiment.folders import as_folder
from quacks_sim.experiment.formats import DEFAULT_FORMAT
from quacks_sim.experiment.identity import difference
from quacks_sim.experiment.manifest import (
    FILE_NAME,
    TOTALS_FOLDER,
    Manifest,
    check_is_dataset,
    entry_of,
    read_manifest,
    totals_name,
)
from quacks_sim.experiment.plan import Plan, Shard, plan_experiment, plan_match
from quacks_sim.experiment.shards import OpenShard
from quacks_sim.experiment.spec import Experiment, load_experiment
from quacks_sim.experiment.threads import Player, Threads
from quacks_sim.experiment.totals import pack_totals, unpack_totals
from quacks_sim.kernel.block import TOTALS
from quacks_sim.kernel.state import new_record
from quacks_sim.match import Match, check_seed
from quacks_sim.own_files import remove_file
from quacks_sim.plugins import Allowed, read_allowed
from quacks_sim.results import add_totals, versions
from quacks_sim.simulate import Progress, choose_seed

if TYPE_CHECKING:
    from distributed import Client

#: The manifest is written anew after this long, or after this many times as long as that takes: it
#: grows with the shards. A crash loses the shards since then.
SECONDS_BETWEEN_MANIFESTS = 2.0
MANIFESTS_BETWEEN_MANIFESTS = 20


def run_experiment(
    experiment: "str | Path | Experiment",
    out: "str | Path",
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    overwrite: bool = False,
    games: int | None = None,
    seed: int | None = None,
    format: str | None = None,
    allow_plugins: Allowed = False,
    scheduler: "str | Client | None" = None,
    workers: int | None = None,
) -> Dataset:
    """Play an experiment into a folder; the same call goes on with an interrupted run.

    Parameters
    ----------
    experiment : str, Path or Experiment
        Name of a shipped experiment, a TOML file, or an experiment.
    out : str or Path
        The folder of the dataset, or a URL; see :func:`quacks_sim.experiment.folders.as_folder`.
        It is made if it is not there.
    threads : int, optional
        All cores if not given, one for each of `workers`; the dataset does not depend on it.
    progress : callable, optional
        Called with (games done, games wanted) of all cells; games of an earlier run are counted.
    overwrite : bool
        Replace a dataset that is there.
    games, seed : int, optional
        Instead of those of the experiment. Without any seed, that of the dataset in `out` is used,
        or else a fresh one.
    format : {"parquet", "arrow"}, optional
        That of the files with rows, instead of the experiment's. Another one is another dataset.
    allow_plugins : bool or collection of paths
        Which files of Python may run, see :func:`quacks_sim.strategy.load_strategy`.
    scheduler : str or distributed.Client, optional
        Play on the workers of this Dask scheduler, as ``"tcp://host:8786"``; see
        ``docs/cluster.md``. The dataset is the same to the byte.
    workers : int, optional
        Play on so many worker processes of this machine, which end with the run.

    Returns
    -------
    Dataset
        Its `played` says how many games this call has played: 0 if all was there.

    Raises
    ------
    InputError
        For a wrong experiment, a folder that cannot be written or holds something else, or a
        dataset of another plan; nothing has been played then. For a cluster that cannot be used.
    SimulationError
        If a policy of one's own fails; finished shards are kept.
    QuacksError
        If the cluster is lost; finished shards are kept.
    """
    overwrite = checked.switch(overwrite, "overwrite")
    checked.callback(progress, "progress")
    read_allowed(allow_plugins)
    player = _player(threads, scheduler, workers)
    experiment = load_experiment(experiment)
    folder = as_folder(out)
    if seed is None:
        seed = experiment.seed
    if seed is None and not overwrite and (folder / FILE_NAME).is_file():
        seed = check_seed(read_manifest(folder)["plan"]["seed"])
    plan = plan_experiment(
        experiment,
        games=experiment.games if games is None else games,
        seed=choose_seed(seed),
        format=format,
        allow_plugins=allow_plugins,
    )
    with player as chosen:
        return run_plan(plan, folder, chosen, progress=progress, overwrite=overwrite)


def _player(
    threads: int | None, scheduler: "str | Client | None", workers: int | None
) -> AbstractContextManager[Player]:
    if workers is not None:
        workers = checked_workers(workers, "workers")
    known = check_threads(threads)
    if scheduler is None and workers is None:
        return nullcontext(Threads(known))
    from quacks_sim.experiment.cluster import connected

    return connected(scheduler, workers, threads)


def prepare_experiment(
    experiment: "str | Path | Experiment",
    *,
    allow_plugins: Allowed = False,
    compiling: bool = True,
) -> list[str]:
    """Compile what an experiment needs, so that time can be taken without it.

    Parameters
    ----------
    experiment : str, Path or Experiment
        As in :func:`run_experiment`.
    allow_plugins : bool or collection of paths
        As in :func:`run_experiment`.
    compiling : bool
        Whether to compile; a run on other machines needs nothing here.

    Returns
    -------
    list of str
        What of the strategies can do nothing in their cells, in a line each.

    Raises
    ------
    InputError
        For a wrong experiment.
    """
    loaded = load_experiment(experiment)
    plan = plan_experiment(loaded, games=1, seed=0, allow_plugins=allow_plugins)
    if compiling:
        for cell in plan.cells:
            cell.match.prepare()
    return plan.notes


def record_match(
    match: Match,
    games: int,
    out: "str | Path",
    *,
    level: str = "games",
    format: str = DEFAULT_FORMAT,
    threads: int | None = None,
    progress: Progress | None = None,
    overwrite: bool = False,
) -> Dataset:
    """Play the first games of a single table into a folder, as :func:`run_experiment` does.

    Parameters
    ----------
    match : Match
        See :func:`quacks_sim.match.make_match`.
    games : int
        How many games.
    out : str or Path
        The folder of the dataset.
    level : {"summary", "games", "rounds"}
        Which rows are kept.
    format, threads, progress, overwrite
        As in :func:`run_experiment`.

    Returns
    -------
    Dataset

    Raises
    ------
    InputError, SimulationError
        As :func:`run_experiment`.
    """
    plan = plan_match(match, games, level, format)
    player = Threads(check_threads(threads))
    return run_plan(plan, as_folder(out), player, progress=progress, overwrite=overwrite)


def run_plan(
    plan: Plan, folder: Path, player: Player, *, progress: Progress | None, overwrite: bool
) -> Dataset:
    """Play a plan into a folder; see :func:`run_experiment`."""
    place = folder_to_write(folder)
    is_new = not (place / FILE_NAME).is_file()
    if is_new or overwrite:  # whoever cannot play leaves everything as it is
        player.meet()
    made = make_folder(place)
    try:
        with locked(place):
            run = _Run(plan, place, progress)
            try:
                run.begin(overwrite)
                run.play(player)
            except Exception as error:
                # A policy that failed has played: where, its dataset tells.
                if is_new and not run.has_files and not isinstance(error, SimulationError):
                    run.take_back()
                    remove_empty(made)
                raise
    except OSError as error:
        raise QuacksError(
            f"{place}: the dataset cannot be written: {error.strerror or error}",
            "finished shards are kept: put that right and give the same command again",
        ) from error
    return Dataset(folder, read_manifest(place), played=run.played, remade=run.damaged)


class _Run:
    """One call of :func:`run_plan`: what is there, what is missing, and the work between them."""

    def __init__(self, plan: Plan, folder: Path, progress: Progress | None) -> None:
        self.plan = plan
        self.folder = folder
        self.progress = progress
        self.played = 0
        self.damaged: list[str] = []
        self.manifest = Manifest(plan, folder, {"versions": versions()})
        self.open: dict[int, OpenShard] = {}
        self.counted: dict[int, int] = {}
        self.counted_totals: Any = None

    @property
    def has_files(self) -> bool:
        """Whether there is anything that a next run can go on with."""
        return bool(self.manifest.shards or self.manifest.totals)

    def begin(self, overwrite: bool) -> None:
        """Take over what an earlier run has left, and remove what a new one replaces."""
        manifest, wanted = self.manifest, Belongings(self.manifest.to_dict())
        found: dict[str, Any] | None = None
        if (self.folder / FILE_NAME).is_file():
            found = check_is_dataset(self.folder) if overwrite else self._found()
        before = None if found is None else Belongings(found)
        check_the_way(self.folder, wanted, before)
        if overwrite and before is not None:
            # The old manifest last: while it is there, it says whose these files are.
            remove_belongings(self.folder, before)
            old = [self.folder / each for each in before.folders if each not in wanted.folders]
            remove_empty(old)
        elif found is not None:
            self._adopt(found)
        if found is None or overwrite or manifest.to_dict() | {"run": 0} != found | {"run": 0}:
            manifest.save()
        remove_belongings(self.folder, wanted, kept=Belongings(manifest.to_dict()))
        for each in wanted.folders:
            (self.folder / each).mkdir(exist_ok=True)

    def _found(self) -> dict[str, Any]:
        found = read_manifest(self.folder)
        if found["identity"] != self.manifest.identity:
            changed = difference(found["plan"], self.manifest.document)
            raise InputError(
                f"{self.folder} holds another run: {changed}",
                "name another folder, or replace it with --overwrite",
            )
        return found

    def _adopt(self, found: Mapping[str, Any]) -> None:
        self.damaged += self.manifest.adopt(found)
        for cell in range(len(self.plan.cells)):
            self._load_totals(cell)
        self.damaged += [
            f"{TOTALS_FOLDER}/{totals_name(entry['cell'])}"
            for entry in found["totals"]
            if entry["cell"] not in self.counted
        ]

    def take_back(self) -> None:
        """Remove what a run has made that has played nothing."""
        own = Belongings(self.manifest.to_dict())
        remove_belongings(self.folder, own)
        remove_file(self.folder / FILE_NAME)
        remove_empty([self.folder / each for each in own.folders])

    def _load_totals(self, cell: int) -> Any:
        path = self.folder / TOTALS_FOLDER / totals_name(cell)
        if path.is_file():
            content = path.read_bytes()
            found = unpack_totals(content, cell, self.manifest.identity)
            if found is not None:
                self.counted[cell] = found[1]
                self._note_totals(cell, content)
                return found[0]
        return new_record(TOTALS)

    def _note_totals(self, cell: int, content: bytes) -> None:
        path = self.folder / TOTALS_FOLDER / totals_name(cell)
        entry = entry_of(path, content, 1)
        self.manifest.totals[cell] = {"cell": cell, "games": self.counted[cell], **entry}

    def play(self, player: Player) -> None:
        """Play what is missing; whatever happens, the manifest then has all finished shards."""
        total = self.plan.games * len(self.plan.cells)
        missing = sum(shard.last - shard.first for shard in self._missing())
        done = total - missing
        if not missing:
            return
        saved, pause = time.monotonic(), SECONDS_BETWEEN_MANIFESTS
        totals: Any = None
        cell = -1
        room = keep_room(self.folder / FILE_NAME, self._bytes_of_manifest())
        try:
            # Closing waits for the threads, so that nothing is written after this function.
            with closing(player.play(self._opened(), self.folder)) as stream:
                for piece in stream:
                    shard = self.open[piece.number]
                    if shard.shard.cell != cell:
                        self._save_totals(cell)
                        cell = shard.shard.cell
                        totals = self._load_totals(cell)
                    if not shard.is_counted:
                        add_totals(totals, piece.totals)
                    self.played += piece.last - piece.first
                    if piece.last == shard.shard.last:
                        self._close(piece.number, totals)
                        begun = time.monotonic()
                        if begun - saved >= pause:
                            self._save_totals(cell)
                            self.manifest.save()
                            saved = time.monotonic()
                            takes = MANIFESTS_BETWEEN_MANIFESTS * (saved - begun)
                            pause = max(SECONDS_BETWEEN_MANIFESTS, takes)
                    if self.progress:
                        self.progress(done + self.played, total)
        finally:
            if room is not None:
                remove_file(room)
            self._remove_unfinished()
            try:
                self._save_totals(cell)
            finally:  # a disk may be too full for the sums only, which can be played again
                self.manifest.save()

    def _bytes_of_manifest(self) -> int:
        """Return how many bytes manifest and sums may take, generously."""
        shards = sum(1 for cell in range(len(self.plan.cells)) for _ in self.plan.shards(cell))
        return 2**16 + 2**10 * shards

    def _remove_unfinished(self) -> None:
        """Remove what belongs to no finished shard, which a next run would not look at."""
        for shard in self.open.values():
            for entry in shard.files.values():
                remove_file(self.folder / entry["file"])

    def _missing(self) -> Iterator[Shard]:
        for cell in range(len(self.plan.cells)):
            for shard in self.plan.shards(cell):
                if shard.last > self.counted.get(cell, 0) or not self.manifest.has_rows(shard):
                    yield shard

    def _opened(self) -> Iterator[tuple[int, OpenShard]]:
        match = self.plan.cells[0].match
        cell = -1
        for number, shard in enumerate(self._missing()):
            if shard.cell != cell:
                cell = shard.cell
                # A copy, because a match keeps its compiled table, and there may be many cells.
                match = replace(self.plan.cells[cell].match)
            self.open[number] = OpenShard(
                shard,
                match,
                dict(pieces(shard.first, shard.last, GAMES_PER_BLOCK)),
                "summary" if self.manifest.has_rows(shard) else self.plan.level,
                is_counted=shard.last <= self.counted.get(cell, 0),
            )
            yield number, self.open[number]

    def _save_totals(self, cell: int) -> None:
        """Write the sums of a cell, if those of more games have come since it was done last."""
        games = self.counted.get(cell, 0)
        if games > self.manifest.totals.get(cell, {"games": 0})["games"]:
            content = pack_totals(self.counted_totals, cell, games, self.manifest.identity)
            write_file(self.folder / TOTALS_FOLDER / totals_name(cell), content)
            self._note_totals(cell, content)

    def _close(self, number: int, totals: Any) -> None:
        """Note a shard of which all pieces are done; its files are written already."""
        shard = self.open.pop(number)
        if not shard.is_counted:
            self.counted[shard.shard.cell] = shard.shard.last
            # Soon pieces of a shard that may not come to its end are added.
            self.counted_totals = totals.copy()
        if shard.files:
            self.manifest.add_shard(shard.shard, shard.files)
