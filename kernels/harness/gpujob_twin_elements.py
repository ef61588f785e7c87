# SPDX-License-Identifier: MIT
"""Python twins of workloads that give one value an element: where their arrays are, how they get
there, and the check, as element_run.h and elements.h have it for the C++ programs.

A twin derives from ElementRun and gives `inputs` (NumPy arrays, drawn anew in each process),
`compile`, `compute` and `reference`. Arrays are on the device from the start (data: resident), or
go up and come down in each run (data: host)."""
import math

import numpy as np
from numba import cuda, njit, prange

import gpujob_twin as twin
import gpujob_twin_device as devices

BLOCK = 256  # elements whose errors are judged together
THREADS = 512  # a block of the grid


def check_elements(given, reference, tolerance, scale=0.0, what="element"):
    """Relative L2 error of each block of 256 elements; references below `scale` count as that."""
    given = given.astype(np.float64).reshape(-1)
    error = np.where(np.isfinite(given), given - reference, np.inf)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        starts = np.arange(0, len(given), BLOCK)
        squares = np.add.reduceat(error * error, starts)
        sizes = np.add.reduceat(np.maximum(reference * reference, scale * scale), starts)
        blocks = np.where(squares == 0, 0, np.sqrt(squares / sizes))
    blocks = np.where(np.isfinite(blocks), blocks, np.inf)
    worst_block = int(np.argmax(blocks))
    first = worst_block * BLOCK
    index = first + int(np.argmax(np.abs(error[first:first + BLOCK])))
    worst, value, total = float(blocks[worst_block]), float(given.sum()), float(reference.sum())
    right = worst <= tolerance
    return {"value": value, "reference": total, "error": abs(value - total),
            "worst": {"error": worst, "index": index, "what": what}, "tolerance": tolerance,
            "valid": right, "problem": None if right else f"{what} {index} is off by {worst:.6g}",
            "inputs": {}}


def storage_of(precision):
    """Type of what is stored; mixed stores float32 and computes in float64."""
    return {"float64": np.float64, "int16": np.int16}.get(precision, np.float32)


def arithmetic_of(precision):
    return np.float32 if precision == "float32" else np.float64


class ElementRun(twin.Experiment):
    """`host`: the copies are part of the run."""

    def __init__(self, numba, choice, draw, host=False):
        self.choice, self.host = choice, host
        self.device = devices.numba_device(numba)
        self.cuda = self.device.cuda
        self.storage = storage_of(choice.precision)
        self.host_inputs = self.inputs(np.random.default_rng(draw.getrandbits(64)))
        self.count = self.host_inputs[0].size
        self.host_out = np.zeros(self.out_shape(), self.storage)
        self.device_inputs = [self.to_device(array) for array in self.host_inputs]
        self.out = self.to_device(self.host_out)
        self.kernel = self.compile()

    def out_shape(self):
        return self.host_inputs[0].shape

    def to_device(self, array):
        return self.cuda.to_device(array) if self.cuda else array.copy()

    def jit_device(self, function):
        """A device function, or its like on the cores."""
        return self.cuda.jit(device=True)(function) if self.cuda else njit(function)

    def each_element(self, body):
        """A kernel that calls body(i, out, inputs...) for each element; at most four inputs."""
        body = self.jit_device(body)
        if not self.cuda:
            def loop(count, out, *inputs):
                for i in prange(count):
                    body(i, out, *inputs)
            return njit(parallel=True)(loop)

        def kernel(count, out, *inputs):
            i = cuda.grid(1)
            if i < count:
                body(i, out, *inputs)
        compiled = cuda.jit(kernel)
        return lambda count, *rest: compiled[-(-count // THREADS), THREADS](count, *rest)

    def poison(self):
        filler = -1 if self.storage == np.int16 else math.nan
        self.host_out = np.full(self.out_shape(), filler, self.storage)
        self.copy_in(self.out, self.host_out)

    def copy_in(self, to, array):
        if self.cuda:
            to.copy_to_device(array)
        else:
            to[...] = array

    def upload(self):
        if not self.host:
            return False
        for to, array in zip(self.device_inputs, self.host_inputs):
            self.copy_in(to, array)
        return True

    def launch(self):
        self.compute(self.device_inputs, self.out)

    def download(self):
        if not self.host:
            return False
        self.fetch()
        return True

    def fetch(self):
        if self.cuda:
            self.out.copy_to_host(self.host_out)
        else:
            self.host_out[...] = self.out

    def check(self):
        if not self.host:
            self.fetch()
        return self.judge(self.host_out)

    def inputs(self, draw):
        raise NotImplementedError

    def compile(self):
        raise NotImplementedError

    def compute(self, inputs, out):
        self.kernel(self.count, out, *inputs)

    def judge(self, out):
        """check_elements of the outputs and their reference."""
        raise NotImplementedError
