"""Prints the scores of scikit-learn's logistic regression that trainAndTest.test.ts compares with.

Call it with the folder of the shared data; needs numpy and scikit-learn (made with 1.9.1). The mean
loss of n rows with a penalty of strength s is scikit-learn's with C = 1 / (n s).
"""

import json
import sys

import numpy
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import balanced_accuracy_score, brier_score_loss, roc_auc_score
from sklearn.preprocessing import StandardScaler


def read(name):
    table = numpy.loadtxt(f"{sys.argv[1]}/{name}.csv", delimiter=",", skiprows=1)
    return table[:, :-1], table[:, -1].astype(int)


for train_name, test_name in [
    ("real_data_I_d20", "real_data_I_d20_test"),
    ("real_support2_small", "test_support2_small"),
]:
    (train_x, train_y), (test_x, test_y) = read(train_name), read(test_name)
    scale = StandardScaler().fit(train_x)
    n = len(train_y)
    for name, settings in [
        ("logistic", {"C": numpy.inf}),
        ("ridge", {"C": 1 / (0.05 * n)}),
        ("lasso", {"C": 1 / (0.01 * n), "l1_ratio": 1, "solver": "saga"}),
    ]:
        model = LogisticRegression(tol=1e-10, max_iter=100_000, **settings)
        model.fit(scale.transform(train_x), train_y)
        p = model.predict_proba(scale.transform(test_x))[:, 1]
        scores = roc_auc_score(test_y, p), balanced_accuracy_score(test_y, p > 0.5)
        print(train_name, name, json.dumps([*scores, brier_score_loss(test_y, p)]))
