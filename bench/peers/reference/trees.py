"""Writes trees.json: the first questions of trees by the deviance, on counts in order.

Needs scikit-learn (written with 1.9.1).
"""

import json

import numpy
from sklearn.tree import DecisionTreeClassifier

random = numpy.random.default_rng(11)
cases = []
for cells, leaves in ((2, 4), (3, 6), (5, 8)):
    asked = random.integers(0, 9, (600, 3))
    score = 0.5 * asked[:, 0] + (asked[:, 1] > 5) * (asked[:, 2] - 3) + random.normal(0, 1.5, 600)
    codes = numpy.searchsorted(numpy.quantile(score, numpy.arange(1, cells) / cells), score)
    tree = DecisionTreeClassifier(
        criterion="entropy", min_samples_leaf=25, max_leaf_nodes=leaves, random_state=0
    ).fit(asked, codes)
    root = {"asked": int(tree.tree_.feature[0]), "below": float(tree.tree_.threshold[0])}
    n = tree.tree_.n_node_samples
    next_nodes = []
    for node in (tree.tree_.children_left[0], tree.tree_.children_right[0]):
        if tree.tree_.children_left[node] >= 0:
            next_nodes.append(
                {
                    "rows": int(n[node]),
                    "asked": int(tree.tree_.feature[node]),
                    "below": float(tree.tree_.threshold[node]),
                }
            )
    cases.append(
        {"cells": cells, "asked": asked.T.tolist(), "codes": codes.tolist(), "root": root, "next": next_nodes}
    )
with open("trees.json", "w") as file:
    json.dump(cases, file)
