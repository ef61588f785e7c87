#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""add_one in Numba: A[x, y] += 1 over a grid of blocks of 16 x 16 threads, as the lesson teaches two
dimensions. Its kernel takes the thread's fast index as the row (`columns`); `rows` has it the other way
round. On cores the loops are nested the one way or the other.
"""
import os
import sys

for up in ("../../harness", "."):
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), up))
import gpujob_twin as twin  # noqa: E402

SPEC = twin.Spec(
    "add_one", "numba", (twin.Variant("rows"), twin.Variant("columns")), ("float32", "float64"),
    (twin.Parameter("n", "integer", "8192", 1, 65536),))
OPTIONS = twin.begin(SPEC) if __name__ == "__main__" else None

numba = twin.need(SPEC, "numba")
from numba import cuda, njit, prange  # noqa: E402

import gpujob_twin_numba as in_numba  # noqa: E402
import add_one_reference as reference  # noqa: E402


SIDE = 16  # of a block


# `one` has the type of the elements: a plain 1 would make float64 of a float32.
def columns_of_grid(n, one, matrix):
    row, column = cuda.grid(2)
    if row < n and column < n:
        matrix[row, column] += one


def rows_of_grid(n, one, matrix):
    column, row = cuda.grid(2)
    if row < n and column < n:
        matrix[row, column] += one


def columns_on_cores(n, one, matrix):
    for column in prange(n):
        for row in range(n):
            matrix[row, column] += one


def rows_on_cores(n, one, matrix):
    for row in prange(n):
        for column in range(n):
            matrix[row, column] += one


class Run(in_numba.InNumba, reference.AddOne):
    def compile(self):
        by_columns = self.choice.variant == "columns"
        if self.device.cuda:
            return self.on_square(columns_of_grid if by_columns else rows_of_grid, SIDE)
        return njit(parallel=True)(columns_on_cores if by_columns else rows_on_cores)

    def compute(self, inputs, out):
        self.kernel(len(self.host_out), self.storage(1), out)


if __name__ == "__main__":
    twin.run(SPEC, OPTIONS, Run)
