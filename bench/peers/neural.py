"""CTGAN and TVAE of the package `ctgan` on PyTorch (CPU), beside ours.

`time`: median seconds of one epoch, after a few that warm up. `sample`: a synthetic table.
Prints one JSON document. All columns but the named discrete ones are numbers.
"""

import argparse
import json
import time
import warnings

warnings.filterwarnings("ignore")
parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("command", choices=["time", "sample"])
parser.add_argument("table")
parser.add_argument("--model", choices=["ctgan", "tvae"], required=True)
parser.add_argument("--discrete", default="")
parser.add_argument("--rows", type=int)
parser.add_argument("--batch", type=int, required=True)
parser.add_argument("--latent", type=int, default=128)
parser.add_argument("--epochs", type=int, default=20)
parser.add_argument("--few", type=int, default=5)
parser.add_argument("--threads", type=int, default=1)
parser.add_argument("--seed", type=int, default=0)
parser.add_argument("--draw", type=int, default=0)
parser.add_argument("--out")
options = parser.parse_args()

import ctgan
import numpy
import pandas
import torch
from rdt.transformers.numerical import ClusterBasedNormalizer

torch.set_num_threads(options.threads)
table = pandas.read_csv(options.table)
if options.rows:
    table = table.iloc[: options.rows]
discrete = [name for name in options.discrete.split(",") if name]


def fit(epochs, seed):
    numpy.random.seed(seed)
    torch.manual_seed(seed)
    # the package fits its mixtures with one seed for all runs, which hides a part of their spread
    ClusterBasedNormalizer._get_current_random_seed = lambda _: seed
    if options.model == "ctgan":
        model = ctgan.CTGAN(batch_size=options.batch, epochs=epochs, enable_gpu=False)
    else:
        model = ctgan.TVAE(
            batch_size=options.batch, epochs=epochs, embedding_dim=options.latent, enable_gpu=False
        )
    model.fit(table, discrete)
    return model


class Marks:
    """In place of the progress bar: the clocks at the beginning of every epoch."""

    wall, cpu = [], []

    def __init__(self, epochs, **_):
        self.epochs = epochs

    def __iter__(self):
        for epoch in self.epochs:
            Marks.wall.append(time.perf_counter())
            Marks.cpu.append(time.process_time())
            yield epoch


versions = {"ctgan": ctgan.__version__, "torch": torch.__version__}
if options.command == "time":
    ctgan.synthesizers.ctgan.tqdm = ctgan.synthesizers.tvae.tqdm = Marks
    fit(options.few + options.epochs + 1, options.seed)
    wall, cpu = (float(numpy.median(numpy.diff(marks)[options.few :])) for marks in (Marks.wall, Marks.cpu))
    print(json.dumps({**versions, "seconds": wall, "cpuSeconds": cpu}))
else:
    wall = time.perf_counter()
    model = fit(options.epochs, options.seed)
    wall = time.perf_counter() - wall
    model.sample(options.draw).to_csv(options.out, index=False)
    print(json.dumps({**versions, "seconds": wall}))
