# SPDX-License-Identifier: MIT
"""No kernel spills a register, and stack frames are only where kernel_resources.py lists them.

usage: kernel_resources_test.py BACKEND KERNELS_DIRECTORY COMPILER
"""
import os
import re
import subprocess
import sys

import kernel_resources
from skip import skip

backend, kernels, compiler = sys.argv[1:4]
if not os.path.exists(compiler):
    skip(f"no compiler for {backend} here")
source = os.path.join(kernels, "workloads", "integrate2d", "integrate2d.cc")
# naive and shared by what is stored, all others by arithmetic; two of them for float32 only; the
# folding of pieces; the sampled points of each kind of row.
least = 2 * 3 + 4 * 2 + 2 + 3 + (5 * 2 + 2)

if backend == "cuda":
    listed = subprocess.run([compiler, "--list-gpu-arch"], capture_output=True, text=True, check=True).stdout
    known = [a for a in ("70", "75", "80", "86", "89", "90") if re.search(rf"compute_{a}\b", listed)]
    found = kernel_resources.cuda(compiler, kernels, source, known)
    slow = kernel_resources.cuda(compiler, kernels, source, known[-1:], "-G")
else:
    known = ["gfx908", "gfx90a"]
    found = [k for a in known for k in kernel_resources.hip(compiler, kernels, source, a)]
    slow = kernel_resources.hip(compiler, kernels, source, "gfx90a", "-O0")

# The reading works: without optimisation there is something to complain about.
assert kernel_resources.complaints(slow), "nothing to complain about at -O0: the output is not understood"
for architecture in known:
    suffix = architecture if backend == "hip" else f"sm_{architecture}"
    count = sum(1 for k in found if k.architecture == suffix)
    assert count >= least, f"{count} kernels for {suffix}, expected at least {least}"
problems = kernel_resources.complaints(found)
assert not problems, "\n".join(problems)
print(f"{len(found)} kernels for {', '.join(known)}: no spills, no unlisted stack frames")
