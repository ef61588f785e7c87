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


def run(workload, *arguments):
    environment = {**os.environ, "GPUJOB_EMULATED": f"dry=1 memory={10 ** 15}"}
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
print(f"{count} launches at the largest sizes, all within the limits")
