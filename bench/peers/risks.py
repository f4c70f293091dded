"""Singling out, linkability and inference by anonymeter, one thread: risks with 95 % intervals and CPU seconds.

Usage: risks.py CASES.json, where each case names its files (real, synthetic, control) and what is attacked.
"""

import importlib.metadata
import json
import sys
import time
import warnings

import numpy as np
import pandas as pd
from anonymeter.evaluators import InferenceEvaluator, LinkabilityEvaluator, SinglingOutEvaluator

warnings.filterwarnings("ignore")


def rate(found):
    return {"estimate": found.value, "low": found.value - found.error, "high": found.value + found.error}


def told(evaluator):
    results = evaluator.results(confidence_level=0.95)
    risk = evaluator.risk(confidence_level=0.95)
    return {
        "main": rate(results.attack_rate),
        "control": rate(results.control_rate),
        "residual": {"estimate": risk.value, "low": risk.ci[0], "high": risk.ci[1]},
    }


def read(case):
    return tuple(pd.read_csv(case[name]) for name in ("real", "synthetic", "control"))


def measure(case, real, synthetic, control, seed=0):
    tables = {"ori": real, "syn": synthetic, "control": control, "n_attacks": case["attacks"]}
    found = {}
    for mode in ("univariate", "multivariate"):
        evaluator = SinglingOutEvaluator(**tables, n_cols=case["width"], seed=seed)
        try:
            evaluator.evaluate(mode=mode)
            found[f"singling out, {mode}"] = told(evaluator)
        except RuntimeError as error:
            found[f"singling out, {mode}"] = {"absent": str(error)[:120]}
    evaluator = LinkabilityEvaluator(**tables, aux_cols=tuple(case["linked"]), n_neighbors=1)
    evaluator.evaluate(n_jobs=1)
    found["linkability"] = told(evaluator)
    for secret in case["sensitive"]:
        known = [name for name in case["known"] if name != secret]
        is_number = pd.api.types.is_numeric_dtype(real[secret]) and real[secret].nunique() > 2
        evaluator = InferenceEvaluator(**tables, aux_cols=known, secret=secret, regression=is_number)
        evaluator.evaluate(n_jobs=1)
        found[f"inference of {secret}"] = told(evaluator)
    return found


cases = json.load(open(sys.argv[1]))
# what is compiled at the first call is not counted
measure({**cases[0], "attacks": 20}, *read(cases[0]))
answers = []
for case in cases:
    before = time.process_time()
    tables = read(case)
    found = []
    for seed in range(1, case["seeds"] + 1):
        np.random.seed(seed)
        found.append(measure(case, *tables, seed))
    answers.append({"seconds": time.process_time() - before, "risks": found})
json.dump({"version": importlib.metadata.version("anonymeter"), "cases": answers}, sys.stdout)
