# SPDX-License-Identifier: MIT
"""Every variant of every workload at the lesson's size on this machine's CPU: its report has to be valid.

usage: lesson.py BUILD_DIRECTORY
"""
import glob
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "kernels"))
import manifest  # noqa: E402


def run(program, variant, parameters):
    """(its report or None, what it complained about)."""
    call = [program, "--variant", variant, "--min-samples", "1", "--max-samples", "3", "--max-seconds", "30"]
    for name, value in parameters.items():
        call += ["--param", f"{name}={value}"]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else None, done.stderr.strip()


def line(report):
    timed = report["samples"]["total" if report["data"] == "host" else "kernel"]
    share = f"{report['fraction']:6.3f} of {report['ceiling']['what']}" if report.get("ceiling") else ""
    return (f"class {report['class']}  {report['data']:<8} {sorted(timed)[len(timed) // 2]:10.6f} s  "
            f"check {report['answer']['seconds']:8.3f} s  {share}")


programs, wrong, runs = os.path.join(sys.argv[1], "libexec", "gpujob"), 0, 0
print("every variant at the lesson's size, default precision, up to 3 samples")
for path in sorted(glob.glob(os.path.join(HERE, "..", "..", "kernels", "workloads", "*", "workload.yaml"))):
    workload = manifest.read(path)
    program = os.path.join(programs, workload["name"] + ".cpu")
    described = json.loads(subprocess.run([program, "--describe"], capture_output=True, check=True).stdout)
    for variant in described["variants"]:
        name = f"{workload['name']} {variant['name']}"
        if "not_built" in variant:
            print(f"{name:<34} not built: {variant['not_built']}")
            continue
        report, complaint = run(program, variant["name"], workload["sizes"]["lesson"])
        runs += 1
        wrong += report is None
        print(f"{name:<34} {complaint if report is None else line(report)}", flush=True)
print(f"{runs - wrong} of {runs} reports are valid")
sys.exit(1 if wrong else 0)
