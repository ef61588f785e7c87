# SPDX-License-Identifier: MIT
"""A program compiled without a library says so: in --describe, and in one line with exit status 2 when
the variant is asked for. The compiler call of the manifest knows no library for CPUs.

usage: not_built_test.py KERNELS_DIRECTORY
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

import manifest
from skip import skip

kernels = os.path.abspath(sys.argv[1])
command = manifest.read(os.path.join(kernels, "workloads", "fft2d", "workload.yaml"))["build"]["cpu"]
if shutil.which(command[0]) is None:
    skip(f"no {command[0]} here")

with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "fft2d.cpu")
    slots = {"{{include}}": kernels, "{{output}}": program,
             "{{source}}": os.path.join(kernels, "workloads", "fft2d", "fft2d.cc")}
    for slot, value in slots.items():
        command = [argument.replace(slot, value) for argument in command]
    subprocess.run([a if a != "-O3" else "-O1" for a in command], cwd=folder, check=True)

    def run(*arguments):
        return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)

    variants = {v["name"]: v for v in json.loads(run("--describe").stdout)["variants"]}
    assert variants["library"]["not_built"] == "compiled without FFTW", variants
    assert "not_built" not in variants["direct"], variants
    for arguments in ([], ["--variant", "library"]):
        done = run(*arguments, "--report", os.path.join(folder, "report.json"))
        assert (done.returncode, done.stdout) == (2, ""), done
        assert done.stderr == ("fft2d: variant 'library' is not built (compiled without FFTW); use direct\n"), done
    assert not os.path.exists(os.path.join(folder, "report.json"))
    done = run("--variant", "direct", "--param", "n=20", "--max-samples", "1", "--min-samples", "1")
    assert done.returncode == 0 and json.loads(done.stdout)["answer"]["valid"], done
print("what is not built is said, refused with status 2, and the other variant works")
