# SPDX-License-Identifier: MIT
"""Python twins of workloads that give one value per element: where their arrays are, how they get
there, and the check, like element_run.h and elements.h for the C++ programs.

What the twins of a workload share derives from ElementRun and gives `inputs` (NumPy arrays, drawn anew
in each process), `judge` and `work`; each twin adds `compile` and `compute` of its backend. Arrays are
on the device from the start (data: resident), or go up and come down in each run (data: host)."""
import math

import numpy as np

import gpujob_twin as twin
import gpujob_twin_ceiling as ceilings

BLOCK = 256  # elements whose errors are judged together, mostly


def block_sums(values, block):
    """Sums of blocks, and where each begins. Values left over at the end are summed with as many before
    them as fill a block; only a list shorter than a block has fewer."""
    if len(values) <= block:
        return np.array([values.sum()]), np.array([0])
    full = len(values) // block
    sums, starts = values[:full * block].reshape(full, block).sum(axis=1), np.arange(full) * block
    if len(values) % block:
        sums, starts = np.append(sums, values[-block:].sum()), np.append(starts, len(values) - block)
    return sums, starts


def check_elements(given, reference, tolerance, scale=0.0, what="element", shorter=None, whole=math.inf,
                   block=BLOCK):
    """Relative L2 error of each block of elements; references below `scale` count as that. `shorter`:
    tolerance of a list shorter than a block; `whole`: of 4096 elements or more together."""
    given = given.astype(np.float64).reshape(-1)
    tolerance = shorter if shorter is not None and len(given) < block else tolerance
    error = np.where(np.isfinite(given), given - reference, np.inf)
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        squares, starts = block_sums(error * error, block)
        sizes, _ = block_sums(np.maximum(reference * reference, scale * scale), block)
        blocks = np.where(squares == 0, 0, np.sqrt(squares / sizes))
        all_of_it = np.sqrt(squares.sum() / sizes.sum()) if squares.any() else 0
    blocks = np.where(np.isfinite(blocks), blocks, np.inf)
    worst_block = int(np.argmax(blocks))
    first = int(starts[worst_block])
    index = first + int(np.argmax(np.abs(error[first:first + block])))
    worst, value, total = float(blocks[worst_block]), float(given.sum()), float(reference.sum())
    problem = None
    if not worst <= tolerance:
        problem = f"{what} {index} " + (f"is off by {worst:.6g}" if math.isfinite(worst) else
                                        "is not finite, or was never written")
    elif len(given) >= 4096 and not all_of_it <= whole:
        problem = f"all {what}s together are off by {all_of_it:.6g}"
    return {"value": value, "reference": total, "error": abs(value - total),
            "worst": {"error": worst, "index": index, "what": what}, "tolerance": tolerance,
            "valid": problem is None, "problem": problem, "inputs": {}}


def storage_of(precision):
    """Type of what is stored; mixed stores float32 and computes in float64."""
    return {"float64": np.float64, "int16": np.int16}.get(precision, np.float32)


def arithmetic_of(precision):
    return np.float32 if precision == "float32" else np.float64


class ElementRun(twin.Experiment):
    """Copies are part of the run where the variant's data are the host's."""

    def __init__(self, device, choice, draw):
        self.device, self.choice, self.host = device, choice, choice.data == "host"
        self.storage = storage_of(choice.precision)
        self.host_inputs = self.inputs(np.random.default_rng(draw.getrandbits(64)))
        self.count = self.host_inputs[0].size
        self.host_out = np.zeros(self.out_shape(), self.storage)
        self.device_inputs = [device.place(array) for array in self.host_inputs]
        self.out = device.place(self.host_out)
        self.kernel = self.compile()

    def out_shape(self):
        return self.host_inputs[0].shape

    def poison(self):
        filler = -1 if self.storage == np.int16 else math.nan
        self.host_out = np.full(self.out_shape(), filler, self.storage)
        self.device.fill(self.out, self.host_out)
        if self.host:  # a run must not find inputs that it has to bring to the device
            for placed in self.device_inputs:
                self.device.fill(placed, np.full(placed.shape, filler, placed.dtype))

    def upload(self):
        if not self.host:
            return False
        self.bring()
        return True

    def bring(self):
        for placed, array in zip(self.device_inputs, self.host_inputs):
            self.device.fill(placed, array)

    def launch(self):
        self.compute(self.device_inputs, self.out)

    def download(self):
        if not self.host:
            return False
        self.fetch()
        return True

    def fetch(self):
        self.device.fetch(self.out, self.host_out)

    def check(self):
        if not self.host:
            self.fetch()
        return self.judge(self.host_out)

    def traffic(self):
        work = self.work()
        return work["bytes_read"] + work["bytes_written"]

    # By variant: arrays that one kernel leaves for the next, each written and read, beyond what any
    # variant reads and writes; times that the outputs go to the host and back between two.
    BETWEEN = {}
    ROUND_TRIPS = {}

    def ceiling(self):
        variant, copied = self.choice.variant, (0, 0)
        if self.host:
            trips = self.ROUND_TRIPS.get(variant, 0)
            copied = len(self.host_inputs) + trips, 1 + trips
        return ceilings.memory(self.device, *ceilings.moved(
            self.device, self.work(), self.host_out.nbytes, self.BETWEEN.get(variant, 0), copied))

    def work_of(self, reads, operations, special_functions):
        """Declared work: values read, operations and special functions per element; one value is written."""
        size = self.storage().itemsize
        return {"points": self.count, "bytes_read": reads * size * self.count,
                "bytes_written": size * self.count, "operations": operations * self.count,
                "special_functions": special_functions * self.count}

    def inputs(self, draw):
        raise NotImplementedError

    def compile(self):
        """What `compute` calls, for the backend and the variant."""
        raise NotImplementedError

    def compute(self, inputs, out):
        raise NotImplementedError

    def judge(self, out):
        """check_elements of the outputs and their reference."""
        raise NotImplementedError
