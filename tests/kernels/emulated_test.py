# SPDX-License-Identifier: MIT
"""Runs the GPU code of a workload on CPUs, by a stand-in for the runtime: every variant and precision
at odd sizes, on one device and split over three, or where a workload is of one device with two more beside it, with
the answers checked by the harness; where runs can be repeated, as graphs as well. One run of each is on a GPU of the
table, in turn; the others are on the usual one.

usage: emulated_test.py PROGRAM cuda|hip WORKLOAD PROFILES_SCHEMA_DIRECTORY
"""
import collections
import itertools
import json
import os
import subprocess
import sys
import tempfile

import json_schema
from clean_environment import clean_environment

program, backend, workload, schemas = sys.argv[1:5]
with open(os.path.join(schemas, "report.schema.json"), encoding="utf-8") as opened:
    schema = json.load(opened)

# What a report says of the GPUs that have this runtime. Emptying the large caches of some takes most of a run.
table = os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../kernels/backend/emulated/gpus.txt")
with open(table, encoding="utf-8") as opened:
    rows = [line.split(maxsplit=12) for line in opened if not line.startswith("#")]
gpus = {key: {"model": f"emulated {more_columns[-1].strip()}", "units": int(units), "memory_bytes": int(gib) * 2 ** 30,
              "architecture": f"sm_{major}{minor}" if backend == "cuda" else architecture,
              "clocks_hz": {"core_max": 1000 * int(more_columns[-2])} if more_columns[-2] != "0" else {}}
        for key, runtime, major, minor, architecture, units, gib, *more_columns in rows if runtime == backend}
usual_gpu = next(iter(gpus))
turn = itertools.islice(itertools.cycle(gpus), len(workload) % len(gpus), None)  # not all begin with the same one

quick = ["--max-samples", "2", "--min-samples", "1", "--max-seconds", "20"]
# As many elements as threads can be played in a moment. A list of 4099 values is some blocks of whole packs of 16
# bytes, in each precision, and a tail of single values; so is a square of 67.
usual = 4099
largest = {"add_one": 301, "elementwise": 67, "integrate2d": 301, "matmul": 75, "fft2d": 37, "l2_norm": 61, "peak": 23}
# What takes another way: of a workload or of one variant.
more = {"matmul tuned": [["n=136"]] * len(gpus),  # whole tiles, of which the last begins inside the one before
        # Teams of one, two, four and 32 threads; packs of 16 bytes, of 8 and single values, of each four at a time, two
        # and one; rows of two, two to a pack; rows of two segments, of which the last is one value or one pack, more of
        # them than a block puts together; more segments than threads of a row.
        "l2_norm": [["rows=301", "length=3"], ["rows=301", "length=16"], ["rows=61", "length=32"], ["rows=301", "length=7"],
                    ["rows=301", "length=6"], ["rows=61", "length=30"], ["rows=3", "length=16386"],
                    ["rows=3", "length=5000"], ["rows=5001", "length=2"], ["rows=9", "length=16385"],
                    ["rows=3", "length=16388"], ["rows=1", "length=524289"]]}

# Ceilings that are not what their rate alone says: here and nowhere else work is counted as other work.
held_against = {("monte_carlo_pi", "philox"): "fma float32, two instructions counted as one",
                **{("integrate2d", variant): "fma {}, work counted as poly" for variant in ("naive", "shared", "libm")}}


def run(*arguments, job=None, **settings):
    words = " ".join(f"{key}={value}" for key, value in settings.items())
    environment = {**clean_environment(**(job or {})), "GPUJOB_EMULATED": words, "ASAN_OPTIONS": "detect_leaks=0"}
    return subprocess.run([program, workload, *arguments], capture_output=True, text=True,
                          check=False, env=environment, timeout=280)


described = json.loads(run("--describe").stdout)
assert described["backend"] == backend and described["name"] == workload, described
whole = [p for p in described["parameters"] if p["type"] == "integer"]


def at(size):
    """Every whole number at `size`, or as near as its range allows."""
    return [f"{p['name']}={min(max(size, p['min']), p['max'])}" for p in whole]


def measured(variant, precision, parameters, *options, gpu=usual_gpu, **settings):
    count = sum(counts.values())
    counts[settings.get("devices", 1), "--batch" in options] += 1
    words = [word for p in parameters for word in ("--param", p)]
    settings |= {"gpu": gpu, "seed": count}
    done = run("--variant", variant, "--precision", precision, *words, *quick, *options, **settings)
    what = (variant, precision, parameters, options, settings)
    assert done.returncode == 0, (*what, done.stderr)
    report = json.loads(done.stdout)
    assert json_schema.errors(report, schema, schema) == [], what
    assert report["answer"]["valid"] and report["samples"]["clock"] == "event", what
    assert report["device"].items() >= gpus[gpu].items(), (*what, report["device"])
    held, wanted = report["ceiling"]["what"], held_against.get((workload, variant))
    arithmetic = "float32" if precision == "float32" else "float64"  # `mixed` is stored as float32
    assert held == wanted.format(arithmetic) if wanted else "counted" not in held, (*what, held)
    assert report["samples"].get("batch", 1) == (3 if "--batch" in options else 1), what
    return report


def merged(variant, precision, parameters):
    """What three tasks of a launch, which have a device each, report together."""
    words = [word for p in parameters for word in ("--param", p)]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        for k in "012":
            job = {"SLURM_JOB_ID": "7", "SLURM_STEP_ID": "0", "SLURM_PROCID": k, "SLURM_LOCALID": k}
            done = run("--variant", variant, "--precision", precision, *words, *quick, "--gpus", "3", "--tasks", "3",
                       "--report", path, job=job, devices=3)
            assert (done.returncode, os.path.exists(path)) == (0, False), (variant, k, done.stderr)
        done = run("--merge", "3", "--report", path)
        assert done.returncode == 0, (variant, done.stderr)
        with open(path, encoding="utf-8") as file:
            whole = json.load(file)
    assert json_schema.errors(whole, schema, schema) == [] and whole["answer"]["valid"], whole
    assert [device["index"] for device in whole["devices"]] == [0, 1, 2], whole["devices"]


def beside_others(variant, precision):
    """Of three devices a workload that cannot be split takes the first, and no more."""
    report = measured(variant, precision, at(size), devices=3)
    assert "devices" not in report and report["device"]["bus_id"] == "0000:01:00.0", report
    done = run("--variant", variant, "--precision", precision, "--gpus", "3", *quick, devices=3)
    assert (done.returncode, done.stdout) == (2, ""), done
    assert done.stderr == f"{workload}: it cannot be split over 3 devices; leave --gpus out\n", done.stderr


def batch_refused(variant):
    """Are the runs of a variant not repeatable? Then it says so."""
    if variant["data"] != "resident":
        return True
    done = run("--variant", variant["name"], "--batch", "3", *quick,
               *[word for p in at(1) for word in ("--param", p)])
    assert done.returncode == 0 or "leave --batch out" in done.stderr, (variant, done.stderr)
    return done.returncode != 0


library = {("matmul", "cuda"): "libcublas.so", ("matmul", "hip"): "libhipblas.so", ("fft2d", "cuda"): "libcufft.so",
           ("fft2d", "hip"): "libhipfft.so"}.get((workload, backend))
built = [v for v in described["variants"] if "not_built" not in v]
assert all(v["name"] == "library" for v in described["variants"] if v not in built), described
size = largest.get(workload, usual)
counts = collections.Counter()  # of runs, by devices and whether they are graphs

for variant in built:
    batch = [] if batch_refused(variant) else ["--batch", "3"]
    for precision in described["precisions"]:
        choice = (variant["name"], precision)
        others = more.get(workload, []) + more.get(f"{workload} {variant['name']}", [])
        measured(*choice, at(size), gpu=next(turn))
        if batch:
            measured(*choice, at(size), *batch)
        for parameters in others:  # the tuned product copies in another way on newer GPUs
            measured(*choice, parameters, gpu=next(turn) if workload == "matmul" else usual_gpu)
        if described["max_gpus"] > 1:
            least = 2 * described["split"]["unit"] + 1  # each of the three takes something
            report = measured(*choice, at(max(least, size)), "--gpus", "3", *batch, devices=3)
            assert len(report["devices"]) == 3, report["devices"]
            if variant is built[0]:
                merged(*choice, at(max(least, size)))
        else:
            beside_others(*choice)
        measured(*choice, at(1), *batch)
for variant in described["variants"]:
    if variant not in built:
        done = run("--variant", variant["name"], *quick)
        assert done.returncode == 2 and done.stdout == "", done
        assert done.stderr == (f"{workload}: variant 'library' is not built (no {library} is found); use "
                               f"{', '.join(v['name'] for v in built)}\n"), done.stderr

done = run("--variant", built[0]["name"], *quick, devices=0)
assert done.returncode == 77 and done.stdout == "", done
stack = {"cuda": "CUDA", "hip": "ROCm"}[backend]
assert done.stderr == f"{workload}: no {backend} device (no {stack}-capable device is detected)\n", done
repeatable = sum(not batch_refused(v) for v in built)
assert not repeatable or counts[1, True] > 1, counts
assert counts[3, False] + counts[3, True] == len(built) * len(described["precisions"]), counts
on_three = "split over 3 devices" if described["max_gpus"] > 1 else "of a workload of one device, beside 2 others"
print(f"counted: {workload}: {sum(counts.values())} runs of {len(built)} variants x {len(described['precisions'])} "
      f"precisions as {backend}, {counts[3, False] + counts[3, True]} of them {on_three}; {counts[1, True]} graphs "
      f"on one device and {counts[3, True]} on 3; all answers right")
