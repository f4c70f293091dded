"""Measures scikit-learn's random forest on one thread.

Reads a CSV of a training and one of a test set whose last column is the class (0 or 1). Prints one
JSON document: the CPU seconds of each fit and prediction, and the AUC on the test set, by seed.
"""

import argparse
import json
import time

import numpy
import sklearn
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import roc_auc_score

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("train")
parser.add_argument("test")
parser.add_argument("--trees", type=int, required=True)
parser.add_argument("--mtry", type=int, required=True)
parser.add_argument("--seeds", type=int, default=1)
options = parser.parse_args()


def read(path):
    table = numpy.loadtxt(path, delimiter=",", skiprows=1)
    return table[:, :-1], table[:, -1].astype(int)


train_x, train_y = read(options.train)
test_x, test_y = read(options.test)
grow_seconds, predict_seconds, auc = [], [], []
for seed in range(options.seeds):
    forest = RandomForestClassifier(
        n_estimators=options.trees, max_features=options.mtry, n_jobs=1, random_state=seed
    )
    before = time.process_time()
    forest.fit(train_x, train_y)
    between = time.process_time()
    probability = forest.predict_proba(test_x)[:, 1]
    predict_seconds.append(time.process_time() - between)
    grow_seconds.append(between - before)
    auc.append(roc_auc_score(test_y, probability))
print(
    json.dumps(
        {
            "version": sklearn.__version__,
            "growSeconds": grow_seconds,
            "predictSeconds": predict_seconds,
            "auc": auc,
        }
    )
)
