# SPDX-License-Identifier: MIT
"""The manifests' host_memory against measured memory. Beside a variant whose data stay on the device, one
that copies needs its arrays on the host in addition: the same in the CPU program as in one for GPUs. The
peaks of two runs are compared, less what the ceilings of the two allocate.

usage: host_memory_test.py LIBEXEC WORKLOADS
"""
import json
import os
import subprocess
import sys
import tempfile

import manifest

libexec, workloads = sys.argv[1:3]
N = 1 << 23
CONSTANT = 1 << 30  # in each formula: the driver, and what measures the ceiling of copies
MOST_COPIED = 1 << 30  # bytes that the ceiling allocates at most; copy_ceiling.h
PAIRS = [("vector_add", "copy", "resident"), ("vector_add", "pinned", "resident"),
         ("gaussian_pdf", "copy", "library"), ("hidden_layer", "three_kernels_copy", "three_kernels"),
         ("polar_distance", "copy", "cartesian"), ("pulses", "round_trip", "resident"),
         ("zero_suppress", "copy", "value")]


def peak(workload, variant, precision):
    """Bytes of memory at the peak of a run, without its ceiling."""
    with tempfile.TemporaryDirectory(prefix="gpujob-test-") as folder:
        report = os.path.join(folder, "report.json")
        with subprocess.Popen(
                [f"{libexec}/{workload}.cpu", "--variant", variant, "--precision", precision, "--param",
                 f"n={N}", "--max-samples", "1", "--min-samples", "1", "--report", report],
                stdout=subprocess.DEVNULL) as process:
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0, (workload, variant)
        with open(report, encoding="utf-8") as opened:
            ceiling = json.load(opened)["ceiling"]["counted"]
    return usage.ru_maxrss * 1024 - min(ceiling, MOST_COPIED)


for workload, copying, resident in PAIRS:
    declared = manifest.read(os.path.join(workloads, workload, "workload.yaml"))
    precision = "float64" if "float64" in declared["precisions"] else declared["default_precision"]
    formula = declared["variants"][copying]["host_memory"]
    arrays = eval(formula, {"n": N}) - CONSTANT  # arithmetic over n; this manifest is part of the sources
    measured = peak(workload, copying, precision) - peak(workload, resident, precision)
    print(f"{workload} {copying}: {arrays / 2 ** 20:.0f} MiB of arrays declared, "
          f"{measured / 2 ** 20:.0f} MiB measured")
    assert 0.95 * arrays <= measured <= 1.05 * arrays, (workload, copying)
