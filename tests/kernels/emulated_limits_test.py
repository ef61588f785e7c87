# SPDX-License-Identifier: MIT
"""Launches every variant at the largest sizes that it takes, where nothing runs: grids are within the
limits of HIP, which are narrower than CUDA's and which no smaller size shows. Only of variants whose
data stay on the device; their precisions differ in types alone. And the programs are those with sanitizers.

usage: emulated_limits_test.py EMULATED_CUDA EMULATED_HIP WORKLOAD...
"""
import json
import os
import re
import subprocess
import sys

cuda, program, *workloads = sys.argv[1:]


def run(workload, *arguments, memory=10 ** 15, gpu="mi250x"):
    environment = {**os.environ, "GPUJOB_EMULATED": f"dry=1 memory={memory} gpu={gpu}"}
    return subprocess.run([program, workload, *arguments], capture_output=True, text=True,
                          check=False, env=environment, timeout=120)


def sizes(described):
    """Each whole number at its largest, the others at their least; and all at their largest."""
    whole = [p for p in described["parameters"] if p["type"] == "integer"]
    for largest in [[p] for p in whole] + ([whole] if len(whole) > 1 else []):
        yield [f"{p['name']}={p['max' if p in largest else 'min']}" for p in whole]


count = of_one_device = 0
for workload in workloads:
    described = json.loads(run(workload, "--describe").stdout)
    of_one_device += described["max_gpus"] == 1
    for variant in described["variants"]:
        if "not_built" in variant or variant["data"] != "resident":
            continue
        for parameters in sizes(described):
            words = [word for p in parameters for word in ("--param", p)]
            done = run(workload, "--variant", variant["name"], *words)
            fits = done.returncode == 0 or "out of memory" in done.stderr
            assert fits, (workload, variant["name"], parameters, done.stderr)
            count += 1

# What is behind the level 2 cache of an MI300X is emptied too, which takes twice its 256 MiB.
for gpu, said in (("mi250x", ""), ("mi300x", "out of memory")):
    done = run("vector_add", "--param", "n=1001", memory=2 ** 29, gpu=gpu)
    assert (done.returncode, said in done.stderr) == (1 if said else 0, True), (gpu, done)

# What code calls that is compiled for the sanitizers of addresses and of undefined behaviour, and ends there.
for path in (cuda, program):
    symbols = subprocess.run(["nm", "-D", path], capture_output=True, text=True, check=True).stdout
    for needed in (r"__asan_report_load\w+$", r"__asan_report_store\w+$", r"__ubsan_handle_\w+_abort$"):
        assert re.search(needed, symbols, re.M), (path, needed)
print(f"counted: {count} launches at the largest sizes, all within the limits; {of_one_device} of {len(workloads)} "
      "workloads are of one device")
