# SPDX-License-Identifier: MIT
"""Launches every variant at the largest sizes that it takes, where nothing runs: grids are within the
limits of HIP, which are narrower than CUDA's and which no smaller size shows. Only of variants whose
data stay on the device; their precisions differ in types alone.

usage: emulated_limits_test.py PROGRAM WORKLOAD...
"""
import json
import os
import subprocess
import sys

program, *workloads = sys.argv[1:]


def run(workload, *arguments, memory=10 ** 15, gpu="mi250x"):
    environment = {**os.environ, "GPUJOB_EMULATED": f"dry=1 memory={memory} gpu={gpu}"}
    return subprocess.run([program, workload, *arguments], capture_output=True, text=True,
                          check=False, env=environment, timeout=120)


def sizes(described):
    """Each whole number at its largest, the others at their least; and all at their largest."""
    whole = [p for p in described["parameters"] if p["type"] == "integer"]
    for largest in [[p] for p in whole] + ([whole] if len(whole) > 1 else []):
        yield [f"{p['name']}={p['max' if p in largest else 'min']}" for p in whole]


count = 0
for workload in workloads:
    described = json.loads(run(workload, "--describe").stdout)
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
print(f"counted: {count} launches at the largest sizes, all within the limits")
