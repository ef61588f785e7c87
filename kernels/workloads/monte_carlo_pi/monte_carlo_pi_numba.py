#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""monte_carlo_pi in Numba: 4 times the share of random points of a square that lie in a quarter of a
circle. Philox4x32-10 and the points made of it are those of philox.h, so that the hits of a key are the
same number on every device. All numbers are 64 bits without sign: one with a sign would make floats of
them.
"""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "monte_carlo_pi", "numba", (twin.Variant("philox"),), ("float64",),
    (twin.Parameter("n", "integer", "1000000", 1, 68719476736),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
import numpy as np  # noqa: E402

import gpujob_twin_numba as in_numba  # noqa: E402
import monte_carlo_pi_reference as reference  # noqa: E402


CHUNK = reference.CHUNK
LOW, ONE, WORD, LIMIT = (np.uint64(x) for x in (0xffffffff, 1, 32, 1 << 62))
LEFT, RIGHT = (np.uint64(x) for x in reference.MULTIPLIERS)
WEYL_FIRST, WEYL_SECOND = (np.uint64(x) for x in reference.WEYL)


def is_hit(u, v):
    u, v = u >> ONE, v >> ONE
    return u * u + v * v < LIMIT


class Pi(twin.Experiment):
    def __init__(self, device, choice, draw):
        self.device, self.points = device, int(choice.parameters["n"])
        self.key = [draw.getrandbits(32) for _ in range(2)]
        self.draw = np.random.default_rng(draw.getrandbits(64))
        self.hits = np.zeros(-(-self.points // CHUNK), np.uint32)
        self.on_device = device.place(self.hits)
        self.kernel = self.compile()

    def poison(self):
        self.hits = np.full_like(self.hits, 0xffffffff)
        self.device.fill(self.on_device, self.hits)

    def launch(self):
        self.kernel(len(self.hits), self.on_device, np.int64(self.points),
                    *(np.uint64(part) for part in self.key))

    def download(self):
        self.device.fetch(self.on_device, self.hits)

    def finish(self):
        self.total = int(self.hits.sum(dtype=np.int64))

    def check(self):
        answer = reference.check_chunks(self.points, self.key, self.hits, self.draw)
        answer["inputs"] = {"key_first": self.key[0], "key_second": self.key[1], "hits": self.total}
        return answer

    def work(self):
        return reference.work_of(self.points)

    def ceiling(self):
        return reference.ceiling_of(self.points, self.device)



class Run(in_numba.InNumba, Pi):
    def compile(self):
        hit = self.jit_device(is_hit)

        @self.jit_device
        def philox(counter, first, second):
            a, b, c, d = counter & LOW, counter >> WORD, counter ^ counter, counter ^ counter
            for _ in range(10):
                left, right = a * LEFT, c * RIGHT
                a, b = (right >> WORD) ^ b ^ first, right & LOW
                c, d = (left >> WORD) ^ d ^ second, left & LOW
                first, second = (first + WEYL_FIRST) & LOW, (second + WEYL_SECOND) & LOW
            return a, b, c, d

        def count(chunk, hits, points, first, second):
            found = 0
            begin = chunk * CHUNK
            end = min(begin + CHUNK, points)
            for point in range(begin, end, 2):
                a, b, c, d = philox(np.uint64(point >> 1), first, second)
                if hit(a, b):
                    found += 1
                if point + 1 < end and hit(c, d):
                    found += 1
            hits[chunk] = found
        return self.each_element(count)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
