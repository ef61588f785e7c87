#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""oracle.py FILE: makes the frozen cases of statistics with SciPy and R, which must agree to 1e-9;
the answers kept are R's where R has one.

Each line of FILE is a case: kind, then lists of numbers, then the answers, divided by "|". Needs
Debian's python3-scipy and r-base-core; the versions stand in the first line. Kinds:

    summary | samples | minimum, quartiles (type 7), p95, maximum, MAD       (order: min q1 med q3 p95 max mad)
    rank    | first | second | u, two-sided p, Cliff's delta                 (R's rule for exact or normal)
    holm    | p | corrected p
    student | p, degrees of freedom | quantile
    normal  | z | upper tail"""
import pathlib
import random
import subprocess
import sys
import tempfile

import numpy
import scipy
from scipy import stats

HERE = pathlib.Path(__file__).resolve().parent
SEED = 20261121


def text(values):
    return " ".join(repr(float(value)) for value in values)


def samples(rng, count):
    """Times as they come: skewed, some rounded so that values tie, some of wide range."""
    return [float(f"{value:.7g}") for value in raw_samples(rng, count)]


def raw_samples(rng, count):
    shape = rng.choice(["skewed", "rounded", "wide", "integers"])
    if shape == "skewed":
        return [0.002 * (1 + abs(rng.gauss(0, 0.01))) for _ in range(count)]
    if shape == "rounded":
        return [round(0.002 * (1 + abs(rng.gauss(0, 0.01))), 6) for _ in range(count)]
    if shape == "wide":
        return [10 ** rng.uniform(-6, 3) for _ in range(count)]
    return [float(rng.randint(1, 12)) for _ in range(count)]


def summary(a):
    return [min(a), *numpy.quantile(a, [.25, .5, .75, .95]), max(a), stats.median_abs_deviation(a)]


def rank(a, b):
    exact = len(a) < 50 and len(b) < 50 and len(set(a + b)) == len(a) + len(b)
    if len(set(a + b)) == 1:
        return [len(a) * len(b) / 2, 1.0, 0.0]  # R has no answer: nothing differs
    test = stats.mannwhitneyu(a, b, method="exact" if exact else "asymptotic")
    delta = numpy.sign(numpy.subtract.outer(a, b)).mean()
    return [test.statistic, min(1.0, test.pvalue), delta]


def holm(p):
    order = numpy.argsort(p)
    steps = numpy.maximum.accumulate(numpy.array(p)[order] * (len(p) - numpy.arange(len(p))))
    corrected = numpy.empty(len(p))
    corrected[order] = numpy.minimum(1, steps)
    return list(corrected)


def cases(rng):
    for count in [1, 2, 3, 4, 5, 7, 10, 30, 63, 64, 65, 100, 301] * 10:
        yield "summary", [samples(rng, count)]
    for _ in range(300):
        a = samples(rng, rng.choice([1, 3, 5, 8, 12, 20, 49, 60]))
        scale = rng.choice([1, 1, 1.002, 1.02, 2])
        b = [float(f"{value * scale:.7g}") for value in rng.choice([a, samples(rng, rng.choice([4, 5, 9, 25, 51]))])]
        rng.shuffle(b)
        yield "rank", [a, b]
    for _ in range(60):
        yield "holm", [[rng.choice([rng.random(), rng.random() / 50]) for _ in range(rng.randint(1, 9))]]
    for freedom in [1, 2, 3, 4, 7, 9, 19, 99, 5000]:
        for p in [0.6, 0.9, 0.95, 0.975, 0.995]:
            yield "student", [[p, freedom]]
    for z in [0, 0.1, 0.5, 1, 1.5, 1.96, 2.5, 3, 4, 6, 8, 12]:
        yield "normal", [[z]]


ANSWERS = {"summary": summary, "rank": rank, "holm": holm,
           "student": lambda a: [stats.t.ppf(*a)], "normal": lambda a: [stats.norm.sf(a[0])]}


def answers_of_r(lines):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        done = subprocess.run(["Rscript", HERE / "oracle.R", file.name], capture_output=True,
                              text=True, check=True)
    return [[float(word) for word in line.split()] for line in done.stdout.splitlines()]


def main(path):
    rng = random.Random(SEED)
    todo = list(cases(rng))
    lines = ["|".join([kind, *map(text, lists)]) for kind, lists in todo]
    second = answers_of_r(lines)
    version = subprocess.run(["Rscript", "--version"], capture_output=True, text=True, check=True)
    version = (version.stdout + version.stderr).split("version ")[1].split()[0]
    out = [f"# oracle.py: SciPy {scipy.__version__}, NumPy {numpy.__version__}, R {version}, seed {SEED}"]
    for line, (kind, lists), other in zip(lines, todo, second):
        answer = ANSWERS[kind](*lists)
        for one, two in zip(answer, other):
            most = 1e-8 if kind == "student" else 1e-9  # SciPy 1.10 finds t by iteration
            agree = abs(one - two) <= most * max(abs(one), abs(two)) or two != two
            if not agree:
                sys.exit(f"SciPy and R differ: {line}: {one!r} {two!r}")
        kept = [one if two != two else two for one, two in zip(answer, other)]
        out.append(line + "|" + text(kept + answer[len(kept):]))
    pathlib.Path(path).write_text("\n".join(out) + "\n", encoding="utf-8")
    print(f"{len(todo)} cases")


if __name__ == "__main__":
    main(sys.argv[1])
