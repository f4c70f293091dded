"""Measures DuckDB reading a CSV into a table of its own, one run in one process.

Prints one JSON document: wall clock and CPU seconds, largest resident memory, and a sum to compare.
"""

import argparse
import json
import resource
import time

import duckdb

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("path")
parser.add_argument("--threads", type=int, default=1)
options = parser.parse_args()

connection = duckdb.connect()
connection.execute(f"set threads = {options.threads}")
cpu_before, before = time.process_time(), time.perf_counter()
connection.execute("create table t as select * from read_csv(?)", [options.path])
seconds, cpu_seconds = time.perf_counter() - before, time.process_time() - cpu_before
first = connection.execute("select * from t limit 0").description[0][0]
rows, total = connection.execute(f'select count(*), sum("{first}") from t').fetchone()
print(
    json.dumps(
        {
            "version": duckdb.__version__,
            "seconds": seconds,
            "cpuSeconds": cpu_seconds,
            "peakBytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
            "rows": rows,
            "sum": total,
        }
    )
)
