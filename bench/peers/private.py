"""Private peers on cells: private.py NAME EPSILON DELTA FITS CELLS.json DRAWN.json

mst: the published algorithm (mst.py) on the estimator of mbi; smartnoise-mst and aim: those of smartnoise-synth.
A fit is written as soon as it is done, so that whoever stops this program has those that were.
"""

import json
import sys
import time
import warnings

warnings.filterwarnings("ignore")
import numpy as np
import pandas as pd


def smartnoise(name, epsilon, delta, given):
    from snsynth.transform import LabelTransformer, TableTransformer

    columns = [f"c{j}" for j in range(len(given["cells"]))]
    table = pd.DataFrame({c: codes for c, codes in zip(columns, given["codes"])})

    def identity(cells):
        # every cell is public, also one that no row is in; its label is its number
        transformer = LabelTransformer(nullable=False)
        transformer.labels = {cell: cell for cell in range(cells)}
        transformer.categories = list(range(cells))
        transformer.category = cells
        transformer.output_width = 1
        transformer._fit_complete = True
        return transformer

    if name == "smartnoise-mst":
        from snsynth.mst import MSTSynthesizer as Synthesizer
    else:
        from snsynth.aim import AIMSynthesizer as Synthesizer
    synthesizer = Synthesizer(epsilon=epsilon, delta=delta)
    synthesizer.fit(table, transformer=TableTransformer([identity(c) for c in given["cells"]]))
    drawn = synthesizer.sample(given["rows"])
    if not isinstance(drawn, pd.DataFrame):
        drawn = pd.DataFrame(drawn, columns=columns)
    return [[int(x) for x in drawn[c]] for c in columns]


def main():
    name, epsilon, delta, fits, source, target = sys.argv[1:]
    with open(source) as file:
        given = json.load(file)
    done = []
    for fit in range(int(fits)):
        np.random.seed(fit + 1)
        begun = time.process_time()
        if name == "mst":
            from mst import mst

            codes = mst(given["cells"], given["codes"], float(epsilon), float(delta), fit + 1)
        else:
            codes = smartnoise(name, float(epsilon), float(delta), given)
        done.append({"cpu": time.process_time() - begun, "codes": codes})
        with open(target, "w") as file:
            json.dump(done, file)


main()
