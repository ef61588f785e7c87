#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every documented rule of every cluster refuses one request and accepts it put right.

Run as `rules_test.py <gpujob>`: each cluster of the profiles is started as a sandbox at full scale
and asked with `sbatch --test-only`. Exit 77 without Slurm."""
import json
import os
import shutil
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "agreement"))
from referee import Sandbox  # noqa: E402
from rules_table import RULES  # noqa: E402

SKIPPED = 77


def script(options: str) -> str:
    return f"#!/bin/bash\n#SBATCH {options}\n"


def faults(rule, refused, accepted) -> list[str]:
    found = []
    if refused.accepts:
        found.append(f"accepts '{rule.refused}': {refused.words}")
    elif rule.says not in refused.words:
        found.append(f"refuses '{rule.refused}' without '{rule.says}': {refused.words}")
    if not accepted.accepts:
        found.append(f"refuses '{rule.accepted}': {accepted.words}")
    elif rule.answers not in accepted.words:
        found.append(f"accepts '{rule.accepted}' without '{rule.answers}': {accepted.words}")
    return [f"{rule.rule}: {fault}" for fault in found]


def check(gpujob: str, site: str) -> int:
    rules = RULES[site]
    with Sandbox(gpujob, site) as referee:
        verdicts = referee.judge_all([script(options) for rule in rules
                                      for options in (rule.refused, rule.accepted)])
    bad = [fault for i, rule in enumerate(rules)
           for fault in faults(rule, verdicts[2 * i], verdicts[2 * i + 1])]
    print(f"{site}: {len(rules)} rules, {len(bad)} faults")
    for fault in bad:
        print(f"  {fault}")
    return len(bad)


def sites_with_a_scheduler(gpujob: str) -> set[str]:
    answer = subprocess.run([gpujob, "site", "list", "--format", "json"], text=True,
                            capture_output=True, check=True)
    sites = json.loads(answer.stdout)["sites"]
    return {f"{site['center']}/{site['cluster']}" for site in sites} - {"local/local"}


def main(gpujob: str) -> int:
    os.environ["PATH"] += ":/usr/sbin"
    # A terminated test unwinds, and so ends the sandbox that it has up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if not shutil.which("slurmctld") or not shutil.which("munged"):
        print("no slurmctld or no munged here")
        return SKIPPED
    sites = sites_with_a_scheduler(gpujob)
    if sites != set(RULES):
        print(f"profiles and table have not the same clusters: {sorted(sites ^ set(RULES))}")
        return 1
    return 1 if sum(check(gpujob, site) for site in sorted(sites)) else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
