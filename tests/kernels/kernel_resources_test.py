# SPDX-License-Identifier: MIT
"""No kernel spills a register, and stack frames are only where kernel_resources.py lists them.

usage: kernel_resources_test.py BACKEND KERNELS_DIRECTORY COMPILER ARCHITECTURE...
"""
import os
import sys

import kernel_resources
from skip import skip

backend, kernels, compiler, *known = sys.argv[1:]
if not os.path.exists(compiler):
    skip(f"no compiler for {backend} here")
assert known, "no architecture is named"
source = os.path.join(kernels, "workloads", "integrate2d", "integrate2d.cc")
# naive and shared by what is stored, all others by arithmetic; two of them for float32 only; the
# folding of pieces; the sampled points of each kind of row.
least = 2 * 3 + 4 * 2 + 2 + 3 + (5 * 2 + 2)

if backend == "cuda":
    found = kernel_resources.cuda(compiler, kernels, source, known)
    slow = kernel_resources.cuda(compiler, kernels, source, known[-1:], "-G")
else:
    found = [k for a in known for k in kernel_resources.hip(compiler, kernels, source, a)]
    slow = kernel_resources.hip(compiler, kernels, source, known[-1], "-O0")

# The reading works: without optimisation there is something to complain about.
assert kernel_resources.complaints(slow), "nothing to complain about at -O0: the output is not understood"
for architecture in known:
    suffix = architecture if backend == "hip" else f"sm_{architecture}"
    count = sum(1 for k in found if k.architecture == suffix)
    assert count >= least, f"{count} kernels for {suffix}, expected at least {least}"
problems = kernel_resources.complaints(found)
assert not problems, "\n".join(problems)
print(f"counted: {len(found)} kernels for {', '.join(known)}: no spills, no unlisted stack frames")
