#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times any command as a workload program: starts it anew for each sample, compares the last number
that it prints with a reference, and writes the same timing report.

    gpujob_command.py --name pi --reference 3.14159 --tolerance 1e-5 --report r.json -- ./pi 1000

It times the whole command, its start included, by the steady clock. What it does is declared by
`--operations`, `--bytes-read` and their like: rates are made of it. `--backend` says what the command
runs on: the report names it, beside the GPU.
"""
import math
import os
import re
import subprocess
import sys

import gpujob_twin as twin
import gpujob_twin_contract as contract
import gpujob_twin_device as devices
import gpujob_twin_report as report_file

# Options of its own; the others are the harness's.
OWN = {"--name": "command", "--backend": None, "--reference": None, "--tolerance": None, "--points": "1",
       "--bytes-read": "0", "--bytes-written": "0", "--operations": "0", "--special-functions": "0"}
# What the command declares of its work: keys of a report by option.
WORK = {name: name[2:].replace("-", "_")
        for name in ("--points", "--bytes-read", "--bytes-written", "--operations", "--special-functions")}
BACKENDS = [name for name, kind in contract.BACKENDS.items() if kind != "executed"]
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def split_arguments(arguments):
    """This program's options, the harness's, and the command."""
    if "--" not in arguments or arguments[-1] == "--":
        sys.exit(twin.complain("gpujob_command.py: no command; it comes after '--'", 2))
    end = arguments.index("--")
    own, others = {}, []
    for name, value in zip(arguments[:end:2], arguments[1:end + 1:2]):
        if value.startswith("--"):
            sys.exit(twin.complain(f"gpujob_command.py: option '{name}' has no value", 2))
        if name in own:
            sys.exit(twin.complain(f"gpujob_command.py: option '{name}' is given twice", 2))
        if name in OWN:
            own[name] = value
        else:
            others += [name, value]
    return {**OWN, **own}, others, arguments[end + 1:]


def number(own, name):
    try:
        return float(own[name])
    except (TypeError, ValueError):
        sys.exit(twin.complain(f"gpujob_command.py: option '{name}' needs a number", 2))


def backend_of(own):
    """The report's backend. A sandbox has no GPU: the command stands in for one."""
    backend = own["--backend"]
    if backend is None and report_file.variable("GPUJOB_GPU_KEY"):
        sys.exit(twin.complain(
            "gpujob_command.py: the job has a GPU, and no --backend says whether the command uses it; "
            "add \"--backend\", \"{{backend}}\" to the command in workload.yaml", 2))
    backend = backend or "cpu"
    if backend not in BACKENDS:
        sys.exit(twin.complain(
            f"gpujob_command.py: no backend '{backend}' (there are {', '.join(BACKENDS)})", 2))
    return "cpu" if report_file.stand_in_for(backend) else backend


def spec_of(own, words):
    """Variant, precision and parameters of any name: they are only reported."""
    given = list(zip(words[::2], words[1::2]))
    last = dict(given)
    # All have their default, so any value is accepted.
    parameters = [value.partition("=")[::2] for name, value in given if name == "--param"]
    # Each sample is a whole process: on a GPU its context, its compiler and its copies too.
    variant = twin.Variant(last.get("--variant", "plain"), data="host")
    return twin.Spec(own["--name"], backend_of(own), (variant,),
                     (last.get("--precision", "float64"),),
                     tuple(twin.Parameter(name, "real", value, -1e300, 1e300)
                           for name, value in parameters))


def told_by_driver():
    """Facts about the first GPU that the job sees, as far as nvidia-smi reports them."""
    visible = os.environ.get("CUDA_VISIBLE_DEVICES", "").split(",")[0]
    query = ["nvidia-smi", "--query-gpu=name,memory.total,driver_version,compute_cap",
             "--format=csv,noheader,nounits", *(["-i", visible] if visible else [])]
    try:
        told = subprocess.run(query, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20,
                              check=True)
        name, mebibytes, driver, capability = (
            told.stdout.decode(errors="replace").splitlines()[0].split(", "))
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        return None
    return {"model": name, "architecture": "sm_" + capability.replace(".", ""), "driver": driver,
            "memory_bytes": int(mebibytes) << 20 if mebibytes.isdigit() else 0}


class GivenGpu(devices.Interpreter):
    """The GPU that the command uses: named by the driver, else the model that the job was given."""

    def __init__(self, backend):
        super().__init__()
        told = told_by_driver() if backend != "hip" else None
        model = report_file.variable("GPUJOB_GPU_MODEL")
        if told is None and model is None:
            raise twin.NoDevice(f"no GPU for backend '{backend}' (no driver names one, and the job "
                                "was given none)")
        self.told = told or {"model": model, "architecture": "unknown", "driver": None,
                             "memory_bytes": 0}

    def facts(self):
        return {**self.told, "units": 1, "clocks_hz": {}}


class Run(twin.Experiment):
    has_kernel = False

    def __init__(self, backend, own, command):
        self.device = devices.Interpreter() if backend == "cpu" else GivenGpu(backend)
        self.command, self.printed = command, ""
        self.reference, self.tolerance = number(own, "--reference"), number(own, "--tolerance")
        self.declared = {key: number(own, name) for name, key in WORK.items()}

    def poison(self):
        self.printed = ""

    def launch(self):
        done = subprocess.run(self.command, stdout=subprocess.PIPE, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"'{self.command[0]}' ended with status {done.returncode}")
        self.printed = done.stdout.decode(errors="replace")

    def download(self):
        return False

    def check(self):
        found = NUMBER.findall(self.printed)
        value = float(found[-1]) if found else math.nan
        error = abs(value - self.reference) / (abs(self.reference) or 1)
        problem = None if error <= self.tolerance else (
            f"the last number printed is {value:.12g}, the reference {self.reference:.12g}, "
            f"the tolerance {self.tolerance:g}")
        if not found:
            problem = "no number was printed"
        return {"value": value, "reference": self.reference, "error": abs(value - self.reference),
                "worst": {"error": error, "index": 0, "what": "number"},
                "tolerance": self.tolerance, "valid": problem is None, "problem": problem,
                "inputs": {}}

    def work(self):
        return self.declared


if __name__ == "__main__":
    OWN_GIVEN, WORDS, COMMAND = split_arguments(sys.argv[1:])
    SPEC = spec_of(OWN_GIVEN, WORDS)
    twin.run(SPEC, twin.begin(SPEC, WORDS), lambda choice, draw: Run(SPEC.backend, OWN_GIVEN, COMMAND))
