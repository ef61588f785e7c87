# SPDX-License-Identifier: MIT
"""Every variant of a workload that runs on CPUs, submitted as a user would on this machine, at the small
size: the job ends well and leaves a valid report of what was asked for.

usage: submit_test.py GPUJOB WORKLOAD
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

GPUJOB, WORKLOAD = sys.argv[1:3]


def gpujob(*arguments):
    done = subprocess.run([GPUJOB, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"gpujob {' '.join(arguments)}: {done.stdout}{done.stderr}"
    return done.stdout


with tempfile.TemporaryDirectory() as home:
    for name in [n for n in os.environ if n.startswith(("GPUJOB_", "SLURM_", "SBATCH_", "XDG_"))]:
        del os.environ[name]
    os.environ["HOME"] = home
    shown = json.loads(gpujob("workload", "show", WORKLOAD, "--format", "json"))
    workload, not_built = shown["workload"], shown.get("not_built", {}).get("cpu", {})
    variants = [v for v in workload["variants"] if "cpu" in (v.get("backends") or workload["backends"])]
    variants = [v for v in variants if v["name"] not in not_built]
    for variant in variants:
        gpujob("submit", WORKLOAD, "--site", "local", "--backend", "cpu", "--size", "small", "--variant",
               variant["name"])
        gpujob("wait", "last")
    reports = {}
    for path in glob.glob(os.path.join(home, ".local/share/gpujob/runs/*/report-1.json")):
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        reports[report["variant"]] = report
    assert set(reports) == {v["name"] for v in variants}, (set(reports), variants)
    for variant in variants:
        report = reports[variant["name"]]
        assert report["answer"]["valid"] and report["rates"]["seconds"] > 0, variant
        assert (report["workload"], report["backend"], report["run"]["site"]) == (WORKLOAD, "cpu", "local"), report
        assert (report["data"], report["class"]) == (variant["data"], variant["class"]), report
        small = workload["sizes"]["small"]
        assert all(str(report["parameters"][k]) == v for k, v in small.items()), (report["parameters"], small)
    print(f"{len(variants)} variants of {WORKLOAD}: submitted, done, right")
