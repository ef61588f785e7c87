# SPDX-License-Identifier: MIT
"""No launch is in the time of a kernel. Events of the stand-in count calls of the program and kernels, and what
is given to a stream runs at once: in the first run, which is not held back, the kernel begins one call before
it is given and ends one call before its mark; in all others the marks stand right before and behind it.

usage: emulated_hold_test.py PROGRAM
"""
import json
import os
import subprocess
import sys

program = sys.argv[1]
LATE = "the time of each kernel contains its launch"


def run(*words):
    """On a machine so busy that a second passes between two calls, the device is right to give up."""
    for _ in range(5):
        done = subprocess.run([program, *words, "--min-samples", "3", "--max-samples", "3"], capture_output=True,
                              text=True, check=False, timeout=280,
                              env={**os.environ, "GPUJOB_EMULATED": "early=1", "ASAN_OPTIONS": "detect_leaks=0"})
        assert done.returncode == 0, done.stderr
        if LATE not in done.stderr:
            return json.loads(done.stdout)["samples"]
    raise AssertionError(done.stderr)


samples = run("vector_add", "--param", "n=1001")
assert samples["cold"]["kernel"] == 0.003, samples
assert samples["kernel"] == samples["warmup"] == [0.001] * 3, samples
samples = run("vector_add", "--param", "n=1001", "--batch", "2")
assert samples["kernel"] == samples["warmup"] == [0.001] * 3, samples
# From host to host all calls count.
samples = run("vector_add", "--variant", "copy", "--param", "n=1001")
assert samples["kernel"] == [0.003] * 3, samples
print("a kernel alone, of a batch, and between two copies: as long as it has to be")
