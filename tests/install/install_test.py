#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""install_test.py BUILD: installs into a scratch prefix, moves the prefix, and runs the main job
from there. Nothing installed may remember where it was built."""
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
EXPECTED = [
    "bin/gpujob",
    "libexec/gpujob/integrate2d.cpu",
    "share/gpujob/profiles/gpus.yaml",
    "share/gpujob/profiles/sites/hpc2n.yaml",
    "share/gpujob/profiles/sites/index",
    "share/gpujob/profiles/schema/profile.schema.json",
    "share/gpujob/profiles/schema/report.schema.json",
    "share/gpujob/templates/job.sh",
    "share/gpujob/workloads/integrate2d/workload.yaml",
    "share/gpujob/src/workloads/integrate2d/integrate2d.cc",
    "share/gpujob/src/backend/emulated/compile.py",
    "share/gpujob/src/contract/backends.h",
    "share/gpujob/src/backend/emulated/include/hip/hip_runtime.h",
    "share/gpujob/src/lesson/integrate2d/shared.hip",
    "share/gpujob/src/lesson/integrate2d/workload.yaml",
    "share/man/man1/gpujob.1",
    "share/man/man1/gpujob-submit.1",
    "share/man/man5/gpujob-profile.5",
    "share/bash-completion/completions/gpujob",
    "share/zsh/site-functions/_gpujob",
    "share/fish/vendor_completions.d/gpujob.fish",
]


def run(argv, home, **extra):
    environment = {"PATH": "/usr/bin:/bin", "HOME": home, **extra}
    done = subprocess.run(argv, env=environment, capture_output=True, text=True, check=False,
                          timeout=300)
    print(done.stdout + done.stderr, end="")
    return done


def remembered(prefix, build):
    """Installed files that contain the path of the build or source directory."""
    needles = [os.path.abspath(build).encode(),
               os.path.dirname(os.path.dirname(HERE)).encode() + b"/"]
    for folder, _, names in os.walk(prefix):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, "rb") as handle:
                content = handle.read()
            if any(needle in content for needle in needles):
                yield os.path.relpath(path, prefix)


def without_schema(share):
    """Installed YAML files whose first line leads editors to no schema that is there; and how many lead to one."""
    wrong, good = [], 0
    for folder, _, names in os.walk(share):
        for name in sorted(names):
            if not name.endswith(".yaml") or "/templates/" in folder or "/src/" in folder:
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as handle:
                mark, _, schema = handle.readline().rstrip("\n").partition("$schema=")
            found = mark == "# yaml-language-server: " and os.path.isfile(os.path.join(folder, schema))
            wrong += [] if found else [name]
            good += found
    return wrong, good


def main(build):
    failures = []
    with tempfile.TemporaryDirectory() as scratch:
        first, moved = os.path.join(scratch, "first"), os.path.join(scratch, "moved away")
        subprocess.run(["cmake", "--install", build, "--prefix", first], check=True,
                       stdout=subprocess.DEVNULL)
        os.rename(first, moved)
        failures += [f"not installed: {name}" for name in EXPECTED
                     if not os.path.exists(os.path.join(moved, name))]
        failures += [f"remembers where it was built: {name}" for name in remembered(moved, build)]
        wrong, good = without_schema(os.path.join(moved, "share/gpujob"))
        failures += [f"leads to no schema: {name}" for name in wrong]
        if good < 40:
            failures.append(f"only {good} files lead to a schema")
        home = os.path.join(scratch, "home")
        os.mkdir(home)
        # A new profile, wherever it lies, leads to the installed schema.
        profile = os.path.join(home, "mine.yaml")
        run([os.path.join(moved, "bin/gpujob"), "site", "new", "mine", "--from", "hpc2n", "-o", profile], home)
        with open(profile, encoding="utf-8") as handle:
            schema = handle.readline().rstrip("\n").partition("$schema=")[2]
        if not os.path.isabs(schema) or not os.path.isfile(schema):
            failures.append(f"a new profile leads to '{schema}'")
        if run(["sh", os.path.join(HERE, "main_job.sh"), moved], home).returncode:
            failures.append("the main job fails from a moved prefix")
        # GPUJOB_DATA_DIR wins over the place beside the program.
        data = os.path.join(scratch, "data")
        shutil.copytree(os.path.join(moved, "share/gpujob"), data)
        site = os.path.join(data, "profiles/sites")
        for name in os.listdir(site):
            if name not in ("pdc.yaml", "index"):
                os.remove(os.path.join(site, name))
        listed = run([os.path.join(moved, "bin/gpujob"), "site", "list"], home,
                     GPUJOB_DATA_DIR=data)
        if "Dardel" not in listed.stdout or "Kebnekaise" in listed.stdout:
            failures.append("GPUJOB_DATA_DIR does not override the installed data")
    for failure in failures:
        print("FAILED " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
