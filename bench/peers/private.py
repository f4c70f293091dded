"""MST or AIM of smartnoise-synth on cells: private.py NAME EPSILON DELTA SEED CELLS.json DRAWN.json"""

import json
import sys
import time
import warnings

warnings.filterwarnings("ignore")
import numpy as np
import pandas as pd
from snsynth.transform import LabelTransformer, TableTransformer

name, epsilon, delta, seed, source, target = sys.argv[1:]
np.random.seed(int(seed))
with open(source) as file:
    given = json.load(file)
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


transformer = TableTransformer([identity(cells) for cells in given["cells"]])
if name == "mst":
    from snsynth.mst import MSTSynthesizer as Synthesizer
else:
    from snsynth.aim import AIMSynthesizer as Synthesizer
begun = time.process_time()
synthesizer = Synthesizer(epsilon=float(epsilon), delta=float(delta))
synthesizer.fit(table, transformer=transformer)
cpu = time.process_time() - begun
drawn = synthesizer.sample(given["rows"])
if not isinstance(drawn, pd.DataFrame):
    drawn = pd.DataFrame(drawn, columns=columns)
with open(target, "w") as file:
    json.dump([[int(x) for x in drawn[c]] for c in columns], file)
print(json.dumps({"cpu": cpu}))
