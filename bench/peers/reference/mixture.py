"""Writes mixture.json: scikit-learn's BayesianGaussianMixture on a few columns, from given clusters.

Needs scikit-learn (written with 1.9.1). The settings are those of CTGAN's normalisation.
"""

import json
import warnings
from pathlib import Path

import numpy
from sklearn.mixture import BayesianGaussianMixture

warnings.filterwarnings("ignore")


class FromClusters(BayesianGaussianMixture):
    """The first responsibilities are ones for the given clusters."""

    def __init__(self, labels=None, **settings):
        super().__init__(**settings)
        self.labels = labels

    def _initialize_parameters(self, X, random_state, **_):
        self._initialize(X, numpy.eye(self.n_components)[self.labels])


draw = numpy.random.default_rng(5)
two = numpy.where(draw.random(150) < 0.3, draw.normal(-3, 0.5, 150), draw.normal(2, 1.5, 150))
columns = {
    "twoModes": two,
    "skewed": 4000 * draw.lognormal(0, 1.2, 200),
    "tied": numpy.round(draw.gamma(2, 3, 101)),
    "spike": numpy.where(draw.random(120) < 0.5, 0.0, draw.normal(50, 10, 120)),
}
result = {}
for name, values in columns.items():
    values = numpy.round(values, 6)
    # equal parts by rank, in an order that is not theirs
    parts = numpy.argsort(numpy.argsort(values, kind="stable")) * 10 // len(values)
    labels = (parts * 7 + 3) % 10
    fit = FromClusters(
        labels=labels,
        n_components=10,
        weight_concentration_prior_type="dirichlet_process",
        weight_concentration_prior=0.001,
        n_init=1,
    ).fit(values.reshape(-1, 1))
    result[name] = {
        "values": values.tolist(),
        "labels": labels.tolist(),
        "rounds": int(fit.n_iter_),
        "weights": fit.weights_.tolist(),
        "means": fit.means_[:, 0].tolist(),
        "sds": numpy.sqrt(fit.covariances_[:, 0, 0]).tolist(),
        "responsibilities": fit.predict_proba(values[:3].reshape(-1, 1)).tolist(),
    }
Path(__file__).with_suffix(".json").write_text(json.dumps(result) + "\n")
