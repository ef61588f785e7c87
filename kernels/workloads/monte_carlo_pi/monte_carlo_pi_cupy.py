#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""monte_carlo_pi in CuPy: 4 times the share of random points of a square that lie in a quarter of a circle,
by CuPy's own random numbers: arrays of coordinates are drawn, squared, added and counted, a batch after
the other.

The points are not those of philox.h, so the hits are held against chance; those of the last batch are
counted again on the host, from the coordinates that were drawn.
"""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "monte_carlo_pi", "cupy", (twin.Variant("arrays"),), ("float64",),
    (twin.Parameter("n", "integer", "1000000", 1, 68719476736),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

cupy = twin.need(SPEC, "cupy")
import numpy as np  # noqa: E402

import gpujob_twin_cupy as in_cupy  # noqa: E402
import monte_carlo_pi_reference as reference  # noqa: E402


BATCH = 2 ** 24  # points, 256 MiB of coordinates


class Pi(twin.Experiment):
    def __init__(self, device, choice, draw):
        self.device, self.points = device, int(choice.parameters["n"])
        self.generator = cupy.random.default_rng(draw.getrandbits(64))
        self.sizes = [min(BATCH, self.points - first) for first in range(0, self.points, BATCH)]
        self.hits, self.host_hits, self.last = [], np.zeros(0), None

    def poison(self):
        self.hits, self.host_hits = [], np.full(len(self.sizes), np.nan)

    def launch(self):
        self.hits = []
        for size in self.sizes:
            x, y = self.generator.random(size), self.generator.random(size)
            self.hits.append(cupy.count_nonzero(x * x + y * y < 1))
            self.last = x, y

    def download(self):
        self.host_hits = np.array([hits.get() for hits in self.hits], np.float64)

    def finish(self):
        self.total = float(self.host_hits.sum())

    def check(self):
        estimate, problem = reference.by_chance(self.total, self.points)
        x, y = (coordinates.get() for coordinates in self.last)
        again = np.count_nonzero(x * x + y * y < 1)
        off = abs(float(self.host_hits[-1]) - again)
        return {**reference.answer(estimate, off, len(self.sizes) - 1, "batch",
                                   reference.strange(self.host_hits, np.array(self.sizes), "batch") or problem
                                   or self.drawn_wrongly(x, y)),
                "inputs": {"hits": self.total}}

    @staticmethod
    def drawn_wrongly(x, y):
        """Coordinates have to be in [0, 1), and their mean and that of their product as chance has it."""
        if min(x.min(), y.min()) < 0 or max(x.max(), y.max()) >= 1:
            return "coordinates are outside of [0, 1)"
        for values, mean, variance in ((x, 1 / 2, 1 / 12), (y, 1 / 2, 1 / 12), (x * y, 1 / 4, 7 / 144)):
            if abs(values.mean() - mean) > 7 * (variance / len(values)) ** 0.5:
                return "coordinates are not as chance has them"
        return None

    def work(self):
        return reference.work_of(self.points)

    def ceiling(self):
        return reference.ceiling_of(self.points, self.device)



class Run(in_cupy.InCupy, Pi):
    """On the device that CuPy reaches."""


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
