# SPDX-License-Identifier: MIT
"""The answer checks of the twins of integrate2d and monte_carlo_pi, at sizes that no twin is run with.

usage: twin_check_test.py KERNELS_DIRECTORY
"""
import math
import os
import random
import sys
import unittest
from types import SimpleNamespace

for folder in ("harness", *(os.path.join("workloads", name) for name in ("integrate2d", "monte_carlo_pi"))):
    sys.path.insert(0, os.path.join(os.path.abspath(sys.argv[1]), folder))
import gpujob_twin  # noqa: E402

np = gpujob_twin.need(SimpleNamespace(name="twin_check_test.py"), "numpy")
import integrate2d_check as checks  # noqa: E402
import monte_carlo_pi_reference as pi  # noqa: E402


def blocks(n, phase, faulty):
    """A run of blocks of 16 rows in float32, x and h rounded as a kernel rounds them; of the first row
    of those blocks that `faulty` says the last column is left out."""
    h = np.longdouble(np.float32(math.pi / n))
    rows = np.arange(n)
    angle = phase + math.pi / n * (rows + 0.5)
    turns = np.where(angle >= 2.5 * math.pi, 2, np.where(angle >= 0.5 * math.pi, 1, 0))
    x = (angle - 2 * math.pi * turns).astype(np.float32).astype(np.longdouble)
    sums = np.sin(x + n * h / 2) * np.sin(n * h / 2) / np.sin(h / 2)
    first = rows[::16][faulty(np.arange(len(rows[::16])))]
    sums[first] -= np.sin(x[first] + h * (n - 0.5))
    at = np.array([[0, 0]])
    sums = np.add.reduceat(sums, rows[::16]).astype(np.float32)
    return SimpleNamespace(n=n, width=1, phase=phase, rows_a_sum=16, sums=sums, at=at, integral=float(sums.sum()),
                           values=np.sin(np.array([math.pi / n + phase])))


class ChunksOfLongStreams(unittest.TestCase):
    def test_are_all_counted_again(self):
        key, points, draw = (3, 5), 2 ** 24 + 9 * pi.CHUNK + 77, np.random.default_rng(1)
        hits = pi.hits_on_all_cores(key, np.arange(-(-points // pi.CHUNK)), points)
        self.assertTrue(pi.check_chunks(points, key, hits, draw)["valid"])
        for chunk in (0, 12345, len(hits) - 1):
            hits[chunk] += 1
            wrong = pi.check_chunks(points, key, hits, draw)
            self.assertEqual((wrong["valid"], wrong["problem"]), (False, f"chunk {chunk} is off by 1 hits"))
            hits[chunk] -= 1

    def test_are_wrong_where_chance_is_not_so_kind(self):
        sizes = np.array([2 ** 24] * 256)
        hits = np.rint(sizes * (math.pi / 4))
        self.assertIsNone(pi.strange(hits, sizes, "batch"))
        hits[200] += 20000  # by chance in all, but not in the batch
        self.assertIsNone(pi.by_chance(int(hits.sum()), int(sizes.sum()))[1])
        self.assertEqual(pi.strange(hits, sizes, "batch"), "batch 200 has a number of hits that chance does not")


class BlocksOfLargeGrids(unittest.TestCase):
    def test_are_wrong_where_one_row_of_16_is(self):
        draw = random.Random(13)
        for n in (16384, 37001, 102400, 190001, 409600):
            phase = draw.uniform(0, 2 * math.pi)
            with self.subTest(n=n):
                right = checks.check(blocks(n, phase, lambda block: block < 0), "float32")
                self.assertEqual((right["valid"], right["problem"]), (True, None))
                alike = checks.check(blocks(n, phase, lambda block: block >= 0), "float32")
                self.assertRegex(alike["problem"], "^(the blocks are all|block [0-9]+ is) off ")
                self.assertFalse(alike["valid"])

    def test_are_wrong_where_one_of_them_is(self):
        one = checks.check(blocks(102400, 1.0, lambda block: block == 17), "float32")
        self.assertEqual((one["valid"], one["worst"]["index"]), (False, 17))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
