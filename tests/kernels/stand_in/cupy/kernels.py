# SPDX-License-Identifier: MIT
"""Kernels of the stand-in for CuPy: the bodies are read as Python and computed by NumPy, each value in
the type that C would give it (a literal number excepted, which NumPy lets follow the arrays)."""
import re

import numpy as np

from .arrays import unwrap

# The one loop that kernels have.
LOOP = re.compile(r"(?P<before>[^{]*;) for \(int r = 0; r < rounds; \+\+r\) \{(?P<body>[^}]*)\}(?P<after>.*)")
CASTS = {"float": np.float32, "double": np.float64, "short": np.int16}
FUNCTIONS = {"sin": np.sin, "cos": np.cos, "exp": np.exp, "sqrt": np.sqrt, "tanh": np.tanh, "abs": np.abs,
             "max": np.maximum, "min": np.minimum}
NAMES = {**FUNCTIONS, **{name: lambda value, kind=kind: np.asarray(value).astype(kind)
                         for name, kind in CASTS.items()}}


def parameters(text):
    """(name, type) of each of "float32 x, float64 mean"."""
    pairs = [one.split() for one in text.split(",")]
    return [(name, np.dtype(kind)) for kind, name in pairs]


def typed(value, kind):
    """An argument as the kernel declares it: arrays must have that type, numbers are given it."""
    value = unwrap(value)
    if isinstance(value, np.ndarray):
        if value.dtype != kind:
            raise TypeError(f"Type is mismatched. {value.dtype} {kind}")
        return value
    # An array of one, since NumPy would let a number follow the others' type.
    return np.array([value], kind)


def evaluate(expression, names):
    """C of the subset is Python; this is the sources' own text."""
    return eval(expression, {"__builtins__": {}}, {**NAMES, **names})  # pylint: disable=eval-used


def store(out, value):
    np.copyto(out, np.broadcast_to(value, out.shape), casting="unsafe")


def statements(text):
    """(type or None, name, expression) of each `float x = y;` and `x = y;`."""
    for one in filter(None, (part.strip() for part in text.split(";"))):
        left, expression = (side.strip() for side in one.split("=", 1))
        *kind, name = left.split()
        yield kind[0] if kind else None, name, expression


def execute(text, names):
    for kind, name, expression in statements(text):
        value = evaluate(expression, names)
        names[name] = value.astype(CASTS[kind]) if kind else value


class ElementwiseKernel:
    def __init__(self, in_params, out_params, operation, name="kernel"):
        self.inputs, self.out = parameters(in_params), parameters(out_params)[0]
        self.operation = operation
        assert re.fullmatch(r"[a-z_0-9]+", name), name
        assert "i" not in dict(self.inputs), "i is the index"

    def __call__(self, *values):
        *given, out = values
        assert len(given) == len(self.inputs), "number of arguments"
        names = {name: typed(value, kind) for (name, kind), value in zip(self.inputs, given)}
        target = typed(out, self.out[1])
        names["i"] = np.arange(target.size).reshape(target.shape)
        loop = LOOP.fullmatch(self.operation)
        execute(loop["before"] if loop else self.operation, names)
        for _ in range(int(names["rounds"][0]) if loop else 0):
            execute(loop["body"], names)
        execute(loop["after"] if loop else "", names)
        store(target, names[self.out[0]])


class ReductionKernel:
    """Of sums: the reducing expression has to be `a + b`, from 0."""

    def __init__(self, in_params, out_params, map_expr, reduce_expr, post_map_expr, identity, name="kernel"):
        assert (reduce_expr, identity) == ("a + b", "0") and re.fullmatch(r"[a-z_0-9]+", name)
        self.inputs, self.out = parameters(in_params), parameters(out_params)[0]
        self.term, (self.result, self.after) = map_expr, post_map_expr.split(" = ")

    def __call__(self, *values, axis):
        *given, out = values
        names = {name: typed(value, kind) for (name, kind), value in zip(self.inputs, given)}
        target = typed(out, self.out[1])
        terms = evaluate(self.term, names).astype(target.dtype)
        assert self.result == self.out[0]
        store(target, evaluate(self.after, {"a": terms.sum(axis=axis)}))
