# SPDX-License-Identifier: MIT
"""A workload submitted as a user would on this machine, at the small size: the job ends well and leaves a
valid report of what was asked for. Its other variants that run on CPUs (manifest_test.py runs them all) are
named in their scripts.

usage: submit_test.py GPUJOB WORKLOAD
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

from clean_environment import clean_environment

GPUJOB, WORKLOAD = sys.argv[1:3]


def gpujob(*arguments):
    done = subprocess.run([GPUJOB, *arguments], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, f"gpujob {' '.join(arguments)}: {done.stdout}{done.stderr}"
    return done.stdout


with tempfile.TemporaryDirectory() as home:
    environment = clean_environment(HOME=home)
    shown = json.loads(gpujob("workload", "show", WORKLOAD, "--format", "json"))
    workload, not_built = shown["workload"], shown.get("not_built", {}).get("cpu", {})
    variants = [v for v in workload["variants"] if "cpu" in (v.get("backends") or workload["backends"])]
    variants = [v for v in variants if v["name"] not in not_built]
    words = [WORKLOAD, "--site", "local", "--backend", "cpu", "--size", "small"]
    for variant in variants:
        assert f" --variant {variant['name']} " in gpujob("script", *words, "--variant", variant["name"]), variant
    gpujob("submit", *words)
    gpujob("wait", "last")
    path, = glob.glob(os.path.join(home, ".local/share/gpujob/runs/*/report-1.json"))
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    default, = [v for v in variants if v["name"] == workload["default_variant"]]
    assert report["answer"]["valid"] and report["rates"]["seconds"] > 0, report
    assert (report["workload"], report["backend"], report["run"]["site"]) == (WORKLOAD, "cpu", "local"), report
    assert (report["variant"], report["data"], report["class"]) == (
        default["name"], default["data"], default["class"]), report
    small = workload["sizes"]["small"]
    assert all(str(report["parameters"][k]) == v for k, v in small.items()), (report["parameters"], small)
    print(f"{WORKLOAD}: {len(variants)} variants named, {default['name']} submitted, done, right")
