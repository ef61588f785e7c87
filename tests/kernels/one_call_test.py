# SPDX-License-Identifier: MIT
"""The installed sources build with the one compiler call of the manifest, and the program works.

usage: one_call_test.py BACKEND KERNELS_DIRECTORY WORKLOAD [COMPILER]
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

import manifest
from skip import skip

backend, kernels, workload = sys.argv[1:4]
compiler = sys.argv[4] if len(sys.argv) > 4 else ""
arch = {"cuda": "sm_90", "hip": "gfx90a"}.get(backend, "")
command = manifest.read(os.path.join(kernels, "workloads", workload, "workload.yaml"))["build"][backend]
if os.path.isabs(compiler):
    os.environ["PATH"] += os.pathsep + os.path.dirname(compiler)
if shutil.which(command[0]) is None:
    skip(f"no {command[0]} here")

with tempfile.TemporaryDirectory() as folder:
    source = os.path.join(folder, "share with space", "src")
    keep = shutil.ignore_patterns("CMakeLists.txt", "*.yaml", "*.in", "*.md")
    shutil.copytree(kernels, source, ignore=keep)
    program = os.path.join(folder, f"{workload}.{backend}")
    slots = {"{{include}}": source, "{{arch}}": arch, "{{output}}": program,
             "{{source}}": os.path.join(source, "workloads", workload, f"{workload}.cc")}
    for slot, value in slots.items():
        command = [argument.replace(slot, value) for argument in command]
    assert not any("{{" in argument for argument in command), command
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr

    described = json.loads(subprocess.run([program, "--describe"], capture_output=True, text=True,
                                          check=True).stdout)
    assert described["backend"] == backend, described
    assert described["architectures"] == ([arch] if arch else []), described
    ran = subprocess.run([program, "--param", "n=300", "--max-samples", "3", "--min-samples", "3"],
                         capture_output=True, text=True, check=False)
    assert ran.returncode == 0 or (arch and ran.returncode == 77), ran.stderr
    print(f"{command[0]} built {backend} in one call; it ended with {ran.returncode}")
