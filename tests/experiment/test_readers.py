"""The rows of a dataset are the same in whatever reads them."""

from pathlib import Path

import pyarrow.parquet as pq
import pytest

from quacks_sim.experiment import Dataset, load, run_experiment
from quacks_sim.experiment.formats import FORMATS
from tests.experiment.conftest import BOLD, CAREFUL, make
from tests.readers.reading import KINDS, READERS, of_frame

#: What every reader of Parquet knows, the oldest versions among them.
ENCODINGS = {"PLAIN", "RLE", "RLE_DICTIONARY"}


@pytest.fixture(scope="module")
def datasets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Dataset]:
    """Return a dataset in each format, of several files that do not name the same strategies."""
    folder = tmp_path_factory.mktemp("datasets")
    experiment = make(
        tables=[[CAREFUL, BOLD], [BOLD, CAREFUL, BOLD]], level="rounds", games=130, vary={}
    )
    return {
        format: load(run_experiment(experiment, folder / format, format=format).path)
        for format in FORMATS
    }


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("library", "format"), READERS)
def test_all_values_are_those_of_load(
    datasets: dict[str, Dataset], library: str, format: str, kind: str
) -> None:
    dataset = datasets[format]
    expected = of_frame(getattr(dataset, kind)())
    found = READERS[library, format](dataset.path / kind)
    assert list(found) == list(expected)
    for name, values in expected.items():
        assert found[name] == values, name


def test_parquet_keeps_to_what_all_readers_know(tmp_path: Path) -> None:
    run_experiment(make(level="rounds", games=24), tmp_path / "data")
    for path in (tmp_path / "data").glob("*/*.parquet"):
        metadata = pq.read_metadata(path)
        for number in range(metadata.num_columns):
            column = metadata.row_group(0).column(number)
            assert set(column.encodings) <= ENCODINGS, (path, column.path_in_schema)
            if path.parent.name != "totals":
                assert column.compression == "LZ4"
