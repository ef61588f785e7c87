# SPDX-License-Identifier: MIT
"""No launch is in the time of a kernel. Events of the stand-in count calls of the program and kernels, and what
is given to a stream runs at once: in the first run, which is not held back, the kernel begins one call before
it is given and ends one call before its mark; in all others the marks stand right before and behind it.
And without another wish 20 samples and half a second of kernels are taken, whichever is more.

usage: emulated_hold_test.py PROGRAM PROFILES_SCHEMA_DIRECTORY
"""
import json
import os
import subprocess
import sys

import json_schema

program = sys.argv[1]
with open(os.path.join(sys.argv[2], "report.schema.json"), encoding="utf-8") as opened:
    schema = json.load(opened)
LATE = "the time of each kernel contains its launch"


def report_of(*words, early=1, warm_ups=0):
    """On a machine so busy that a second passes between two calls, the device is right to give up; and a warm-up ends
    after a fifth of a second, in which fewer runs than `warm_ups` are made there."""
    for _ in range(5):
        done = subprocess.run([program, *words], capture_output=True, text=True, check=False, timeout=280,
                              env={**os.environ, "GPUJOB_EMULATED": f"early={early}", "ASAN_OPTIONS": "detect_leaks=0"})
        assert done.returncode == 0, done.stderr
        report = json.loads(done.stdout)
        if LATE not in done.stderr and len(report["samples"]["warmup"]) >= warm_ups:
            return report
    raise AssertionError(done.stderr, report["samples"])


def run(*words):
    return report_of(*words, "--min-samples", "3", "--max-samples", "3", warm_ups=3)["samples"]


samples = run("vector_add", "--param", "n=1001")
assert samples["cold"]["kernel"] == 0.003, samples
assert samples["kernel"] == samples["warmup"] == [0.001] * 3, samples
samples = run("vector_add", "--param", "n=1001", "--batch", "2")
assert samples["kernel"] == samples["warmup"] == [0.001] * 3, samples
# From host to host all calls count.
samples = run("vector_add", "--variant", "copy", "--param", "n=1001")
assert samples["kernel"] == [0.003] * 3, samples

# Kernels of a millisecond, 500 of which make up half a second (or 501, as sums are rounded); and by the clock of more
# than 25 ms, fewer of which do. Their noise does not matter; on a busy machine drift may ask for more samples.
samples = report_of("vector_add", "--param", "n=1")["samples"]
assert len(samples["kernel"]) in (500, 501) and samples["stop_reason"] == "noise", samples
assert 0.4999 < sum(samples["kernel"]) < 0.502, samples
for n in (2700, 5400, 10800):
    samples = report_of("integrate2d", "--variant", "naive", "--param", f"n={n}", "--noise", "1", "--max-samples", "40",
                        early=0)["samples"]
    assert len(samples["kernel"]) >= 20 and sum(samples["kernel"]) >= 0.5, samples
    if min(samples["kernel"]) > 0.025:
        break
else:
    raise AssertionError(samples)

# A kernel of 0.1 ms: 2,000 samples make up 0.2 s, and batches of 10 ms and more the rest of half a second.
report = report_of("vector_add", "--param", "n=1", early=10)
assert json_schema.errors(report, schema, schema) == []
alone, batched = report["samples"]["kernel"], report["batched"]
assert len(alone) == 2000 and report["samples"]["stop_reason"] == "count"
assert all(abs(seconds - 0.0001) < 1e-9 for seconds in alone + batched["kernel"]), batched
runs, count = batched["runs"], len(batched["kernel"])
assert 0.01 <= runs * 0.0001 < 0.012 and 0.5 <= 0.2 + count * runs * 0.0001 < 0.512, (runs, count)
# Twelve bytes, and a copy of 4,096: each takes one kernel.
ceiling = report["ceiling"]
for name, held in (("fraction", ceiling["value"]), ("best_fraction", ceiling["best"])):
    assert abs(report[name] * held - 12 / 0.0001) < 1, (name, report[name], ceiling)
for name, held in (("fraction", batched["ceiling"]), ("best_fraction", batched["best_ceiling"])):
    assert abs(held - 4096 / 0.0001) < 400 and abs(batched[name] * held - 12 / 0.0001) < 1, (name, batched)
# Where a run begins with what the last one left, a batch would be other work.
assert "batched" not in report_of("add_one", "--param", "n=1", early=10)
print("counted: 5 kernels: alone, of a batch, between two copies, behind short ones and where none is repeated: as long "
      "as they have to be; 20 samples of a long one and half a second of a short one without another wish")
