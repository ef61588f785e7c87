#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times any command as a workload program: starts it anew for each sample, compares the last number
that it prints with a reference, and writes the same timing report.

    gpujob_command.py --name pi --reference 3.14159 --tolerance 1e-5 --report r.json -- ./pi 1000

What it times is the whole of the command, its start included, by the steady clock.
"""
import math
import re
import subprocess
import sys

import gpujob_twin as twin
import gpujob_twin_device as devices

# Options of its own; the others are the harness's.
OWN = {"--name": "command", "--reference": None, "--tolerance": None, "--points": "1"}
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def split_arguments(arguments):
    """Own options, the harness's words, and the command."""
    if "--" not in arguments or arguments[-1] == "--":
        sys.exit(twin.complain("gpujob_command.py: no command; it comes after '--'", 2))
    end = arguments.index("--")
    own, others = {}, []
    for name, value in zip(arguments[:end:2], arguments[1:end:2]):
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


def spec_of(own, words):
    """Variant, precision and parameters are whatever the manifest names: they are only reported."""
    given = list(zip(words[::2], words[1::2]))
    last = dict(given)
    # All are at their default: whatever they are, they are taken.
    parameters = [value.partition("=")[::2] for name, value in given if name == "--param"]
    return twin.Spec(own["--name"], "cpu", (twin.Variant(last.get("--variant", "plain")),),
                     (last.get("--precision", "float64"),),
                     tuple(twin.Parameter(name, "real", value, -1e300, 1e300)
                           for name, value in parameters))


class Run(twin.Experiment):
    def __init__(self, own, command):
        self.device = devices.Interpreter()
        self.command, self.printed = command, ""
        self.reference, self.tolerance = number(own, "--reference"), number(own, "--tolerance")
        self.points = number(own, "--points")

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
        problem = None if error <= self.tolerance else f"the number printed is off by {error:.6g}"
        if not found:
            problem = "no number was printed"
        return {"value": value, "reference": self.reference, "error": abs(value - self.reference),
                "worst": {"error": error, "index": 0, "what": "number"},
                "tolerance": self.tolerance, "valid": problem is None, "problem": problem,
                "inputs": {}}

    def work(self):
        return {"points": self.points, "bytes_read": 0, "bytes_written": 0, "operations": 0,
                "special_functions": 0}


if __name__ == "__main__":
    OWN_GIVEN, WORDS, COMMAND = split_arguments(sys.argv[1:])
    SPEC = spec_of(OWN_GIVEN, WORDS)
    twin.run(SPEC, twin.begin(SPEC, WORDS), lambda choice, draw: Run(OWN_GIVEN, COMMAND))
