# SPDX-License-Identifier: MIT
"""The answer check of the Python twins of integrate2d; integrate2d_reference.cc says why it is so.

Each row (or block of rows) is compared with its own closed form, cos(x_i + phase) / sin(h / 2), and
random points of the same device function with the sine, both in extended precision. The same code adds up
some rows with a drawn weight for each column, which nothing but adding up gives. An error is relative to the largest that a row can be, or a point.
"""
import numpy as np

import gpujob_twin_ceiling as ceilings

TOLERANCE = {"float32": 5e-7, "float64": 1e-13, "mixed": 5e-8}
OF_POINTS = {**TOLERANCE, "float32": 1e-6}
POINTS = 4096
SUMS = 8  # that are added up with weights, too
UNIT = 2.0 ** -24  # to which float32 rounds


def draw_points(n, draw):
    """Indices (i, j) of the points that are compared one by one."""
    return np.array([(draw.randrange(n), draw.randrange(n)) for _ in range(POINTS)], np.int64)


def draw_weights(n, draw, kind):
    """1/2 or 1 for each column: products with them are exact, so that weighed sums err no more than plain ones."""
    return np.array([draw.choice((0.5, 1)) for _ in range(n)], kind)


def draw_sums(count, draw):
    """Which sums are weighed: the last, which may be of fewer rows, and some others."""
    return sorted({count - 1, *(draw.randrange(count) for _ in range(SUMS - 1))})


def worst_of(errors):
    """Largest error and its index; not-a-number counts as the worst."""
    sizes = np.where(np.isfinite(errors), np.abs(errors), np.inf)
    index = int(np.argmax(sizes))
    return float(sizes[index]), index


def tolerance_of(precision, largest):
    """Of sums: in mixed what float32 rounds them to, where that is more. `largest`: that each can be."""
    rounded = 2.0 ** (np.floor(np.log2(largest)) - 24) / largest
    return max(TOLERANCE[precision], 1.01 * rounded.max()) if precision == "mixed" else TOLERANCE[precision]


def rounded_alike(h, rows):
    """Whether float32 rounds x alike in all rows: they go by about a multiple of 2^-22."""
    units = h * 2 ** 22
    return abs(units - np.rint(units)) * rows < 8


def off_alike(errors, angles, side):
    """What is done alike in each block, as a column that is left out of one row of each, adds to it some
    A sin(x + phase + b): A, fitted to the errors of all blocks together, which leaves nothing of what
    is rounded by chance, less what rounding h does. `angles`: x + side / 2 + phase of each block."""
    middle = (angles[0] + angles[-1]) / 2
    waves = np.array([np.sin(angles - middle), np.cos(angles - middle)])
    sizes = np.sqrt((waves ** 2).sum(axis=1))
    even, odd = side / 2, side / 2 / np.tan(side / 2) - 1
    step = sizes * [odd * np.cos(middle) - even * np.sin(middle), even * np.cos(middle) + odd * np.sin(middle)]
    found = waves @ errors / sizes
    by = np.clip(found @ step / (step @ step), -UNIT, UNIT)
    return float(np.hypot(*(found - by * step)) / sizes.max())


def weighed_errors(run, h, largest):
    """Of the sums with weights, which no closed form gives, as of the others."""
    errors = []
    for number, given in zip(run.weighed_at, run.weighed_sums):
        rows = np.arange(number * run.rows_a_sum, min(run.n, (number + 1) * run.rows_a_sum))
        angles = h * (rows[:, None] + np.arange(run.n)[None, :] + 1) + run.phase
        expected = float((np.sin(angles.astype(np.float64)) * run.weights).sum())
        errors.append((given - expected) / (len(rows) * float(largest)))
    return np.array(errors)


def check(run, precision):
    """`run` has n, width, phase, rows_a_sum, sums, at, values, integral; with `weighed_sums` also weights and
    weighed_at."""
    n, phase = run.n, np.longdouble(run.phase)
    side = np.arccos(np.longdouble(-1)) * np.longdouble(run.width)
    h = side / n
    largest = np.sin(side / 2) / np.sin(h / 2)  # that the sum of a row can be
    middles = h * (np.arange(n, dtype=np.longdouble) + 0.5) + side / 2
    starts = np.arange(0, n, run.rows_a_sum)
    expected = np.add.reduceat(largest * np.sin(middles + phase), starts)
    count = np.minimum(run.rows_a_sum, n - starts)
    errors = (run.sums.astype(np.longdouble) - expected) / (count * largest)
    error, index = worst_of(errors)
    angles = h * (run.at[:, 0] + run.at[:, 1] + 1) + phase
    point_error, point = worst_of(run.values.astype(np.longdouble) - np.sin(angles))
    alike = 0
    if (run.rows_a_sum > 1 and len(starts) >= 256 and precision == "float32"
            and not rounded_alike(h, n)):
        alike = off_alike(errors, h * (starts + count / 2) + side / 2 + phase, side)
    tolerance, what = tolerance_of(precision, (count * largest).astype(np.float64)), "row" if run.rows_a_sum == 1 else "block"
    value, whole = run.integral, float(expected.sum() * h * h)
    weighed, weighed_index = worst_of(weighed_errors(run, h, largest)) if hasattr(run, "weighed_sums") else (0, 0)
    problem = None
    if not error <= tolerance:
        problem = f"{what} {index} is off by {error:.6g}"
    elif not alike <= UNIT:
        problem = f"the blocks are all off alike, by {alike:.6g}"
    elif not point_error <= OF_POINTS[precision]:
        i, j = run.at[point]
        problem = f"point ({i}, {j}) is off by {point_error:.6g}"
    elif not weighed <= tolerance:
        problem = f"{what} {run.weighed_at[weighed_index]} with weights is off by {weighed:.6g}"
    of_weights = {"weighed": {"error": weighed, "sums": len(run.weighed_sums)}} if hasattr(run, "weighed_sums") else {}
    return {"value": value, "reference": whole, "error": abs(value - whole),
            "worst": {"error": error, "index": index, "what": what},
            "pointwise": {"error": point_error, "points": POINTS}, **of_weights, "tolerance": tolerance,
            "valid": problem is None, "problem": problem, "inputs": {"phase": run.phase}}


def work(run, arithmetic):
    """`arithmetic`: "float32" or "float64". Operations are those of the cheapest pointwise form known
    (poly): what is spent beyond them shows as a lower share of the ceiling."""
    points = float(run.n) * run.n
    return {"points": points, "bytes_read": 0, "bytes_written": run.sums.nbytes,
            "operations": points * (7 if arithmetic == "float32" else 10),
            "special_functions": 0}


def ceiling(run, arithmetic):
    """Of library sines, which spend more than the polynomial that is counted. Cores add the sine of a point to
    the sum in units that do not multiply."""
    declared = work(run, arithmetic)
    adds = 0 if run.device.own_memory else declared["points"]
    found = ceilings.fma(run.device, arithmetic, declared["operations"] - adds)
    return {**found, "what": f"{found['what']}, work counted as poly"}
