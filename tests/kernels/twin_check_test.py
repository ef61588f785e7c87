# SPDX-License-Identifier: MIT
"""The answer checks of the twins of integrate2d, fft2d and monte_carlo_pi, at sizes that no twin is run with.

usage: twin_check_test.py KERNELS_DIRECTORY
"""
import math
import os
import random
import sys
import unittest
from types import SimpleNamespace

for folder in ("harness", *(os.path.join("workloads", name) for name in ("fft2d", "integrate2d", "monte_carlo_pi"))):
    sys.path.insert(0, os.path.join(os.path.abspath(sys.argv[1]), folder))
import gpujob_twin  # noqa: E402

np = gpujob_twin.need(SimpleNamespace(name="twin_check_test.py"), "numpy")
import fft2d_reference as fft2d  # noqa: E402
import integrate2d_check as checks  # noqa: E402
import monte_carlo_pi_reference as pi  # noqa: E402


def rows_of(n, phase, width):
    """h and x_i + phase as float32 rounds them, and the sums of rows in closed form."""
    step = width * math.pi / n
    h = np.longdouble(np.float32(step))
    angle = phase + step * (np.arange(n) + 0.5)
    turns = np.where(angle >= 2.5 * math.pi, 2, np.where(angle >= 0.5 * math.pi, 1, 0))
    x = (angle - 2 * math.pi * turns).astype(np.float32).astype(np.longdouble)
    return h, x, np.sin(x + n * h / 2) * np.sin(n * h / 2) / np.sin(h / 2)


def a_run(n, phase, width, rows_a_sum, sums):
    return SimpleNamespace(n=n, width=width, phase=phase, rows_a_sum=rows_a_sum, sums=sums.astype(np.float32),
                           at=np.array([[0, 0]]), integral=float(sums.sum()),
                           values=np.sin(np.array([width * math.pi / n + phase])))


def rows(n, phase, width, short):
    """A run of rows in float32, without their last column if `short`."""
    h, x, sums = rows_of(n, phase, width)
    return a_run(n, phase, width, 1, sums - short * np.sin(x + h * (n - 0.5)))


def blocks(n, phase, faulty, width=1):
    """A run of blocks of 16 rows in float32, x and h rounded as a kernel rounds them; of the first row
    of those blocks that `faulty` says the last column is left out."""
    h, x, sums = rows_of(n, phase, width)
    starts = np.arange(0, n, 16)
    first = starts[faulty(np.arange(len(starts)))]
    sums[first] -= np.sin(x[first] + h * (n - 0.5))
    return a_run(n, phase, width, 16, np.add.reduceat(sums, starts))


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

    def test_of_smaller_squares_are_wrong_too(self):
        for n, width in ((102400, 0.5), (102400, 0.1), (409600, 0.5)):
            for phase in (1.0, 2.5):
                with self.subTest(n=n, width=width, phase=phase):
                    right = checks.check(blocks(n, phase, lambda block: block < 0, width), "float32")
                    self.assertEqual((right["valid"], right["problem"]), (True, None))
                    self.assertFalse(checks.check(blocks(n, phase, lambda block: block >= 0, width),
                                                  "float32")["valid"])

    def test_are_wrong_where_one_of_them_is(self):
        one = checks.check(blocks(102400, 1.0, lambda block: block == 17), "float32")
        self.assertEqual((one["valid"], one["worst"]["index"]), (False, 17))


class RowsOfNarrowSquares(unittest.TestCase):
    def test_are_wrong_without_their_last_column(self):
        for n in (102400, 409600):
            for width in (0.01, 0.1, 0.5, 1):
                with self.subTest(n=n, width=width):
                    right = checks.check(rows(n, 0.8125, width, False), "float32")
                    self.assertEqual((right["valid"], right["problem"]), (True, None))
                    self.assertRegex(checks.check(rows(n, 0.8125, width, True), "float32")["problem"],
                                     "^row [0-9]+ is off by ")


class SumsInMixed(unittest.TestCase):
    def test_are_as_exact_as_their_storing(self):
        for n, in_last, expected in ((102400, 1, 5e-8), (1609, 1, 6.02e-8), (2581, 1, 5e-8), (2581, 5, 6e-8)):
            largest = np.array([1, in_last]) / math.sin(math.pi / 2 / n)
            with self.subTest(n=n, in_last=in_last):
                self.assertAlmostEqual(checks.tolerance_of("mixed", largest), expected, delta=1e-10)
                self.assertEqual(checks.tolerance_of("float32", largest), 5e-7)


class RowsOfTransforms(unittest.TestCase):
    """One wrong row of fft2d, whatever is drawn."""

    def test_are_wrong_by_a_wave_and_by_a_constant(self):
        n, last = 99, np.arange(99) == 98
        for seed in range(10):
            run = fft2d.Transform(SimpleNamespace(place=np.copy, fetch=lambda given, to: np.copyto(to, given)),
                                  SimpleNamespace(parameters={"n": n}, precision="float64"), random.Random(seed))
            right = np.fft.fft2(run.signal)
            without_a_term = np.where(last[:, None], np.fft.fft2(run.signal * ~last), right)
            for given, valid in ((right, True), (without_a_term, False), (right + last[:, None], False)):
                run.result = given
                answer = run.check()
                with self.subTest(seed=seed, valid=valid):
                    self.assertEqual(answer["valid"], valid)
                    self.assertEqual(answer["worst"]["error"] <= answer["tolerance"], valid)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
