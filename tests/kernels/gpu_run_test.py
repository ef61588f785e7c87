# SPDX-License-Identifier: MIT
"""Runs a GPU program on this machine's GPU: every variant and precision is right, and its report fits.
Without a GPU the program has to say so and end with 77.

usage: gpu_run_test.py PROGRAM BACKEND PROFILES_SCHEMA_DIRECTORY
"""
import json
import os
import subprocess
import sys

import json_schema
from skip import skip

program, backend, schemas = sys.argv[1:4]
if not os.path.exists(program):
    skip(f"this build has no {backend} programs")
with open(os.path.join(schemas, "report.schema.json"), encoding="utf-8") as opened:
    schema = json.load(opened)


# Sizes at which a program takes another way than with all its numbers equal.
more = {"l2_norm": [["--param", "rows=37", "--param", "length=40000"]]}


def run(*arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)


described = json.loads(run("--describe").stdout)  # needs no GPU
assert described["backend"] == backend and described["architectures"], described
whole = [p for p in described["parameters"] if p["type"] == "integer"]
sizes = (1, 2, 17, 101, 1023)


def at(size):
    """Every whole number at `size`, or as near as its range allows."""
    return [word for p in whole
            for word in ("--param", f"{p['name']}={min(max(size, p['min']), p['max'])}")]


built = [v["name"] for v in described["variants"] if "not_built" not in v]
first = run("--variant", built[0], *at(64), "--max-samples", "1", "--min-samples", "1")
if first.returncode == 77:
    assert first.stdout == "" and first.stderr.startswith(f"{described['name']}: no {backend} device ("), first.stderr
    skip(first.stderr.strip())

for variant in built:
    for precision in described["precisions"]:
        for arguments in [*(at(size) for size in sizes), [], *more.get(described["name"], [])]:
            # [] is the default, the lesson's size
            done = run("--variant", variant, "--precision", precision, *arguments,
                       "--max-seconds", "5", "--max-samples", "20")
            assert done.returncode == 0, (variant, precision, arguments, done.stderr)
            report = json.loads(done.stdout)
            assert json_schema.errors(report, schema, schema) == [], (variant, precision, arguments)
            assert report["samples"]["clock"] == "event" and report["answer"]["valid"]
print(f"{backend}: {report['device']['model']}, all answers right")
