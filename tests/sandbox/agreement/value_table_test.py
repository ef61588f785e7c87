#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""value_table_test.py BUILD: each value of values.txt, put to gpujob and to a real sbatch.

One sandbox; one script and one `sbatch --test-only` per value. A disagreement counts as explained
only by a line of EXPLAINED in values.py. Exit 0 agreement, 1 an unexplained case, 77 no Slurm here.
"""

import collections
import concurrent.futures
import os
import shutil
import sys
import time

from agreement_test import SKIPPED, judge
from clusters import CLUSTERS
from referee import Referee, Sandbox, Verdict
from values import TABLE, Case, explanation, read_table

CLUSTER = CLUSTERS["kebnekaise"]
PARALLEL = 4


def script_of(case: Case) -> str:
    lines = [f"--account={CLUSTER.account}", "--time=10"]
    lines = [line for line in lines if not line.startswith(f"--{case.option}=")]
    lines.append(case.directive())
    return "\n".join(["#!/bin/bash", *(f"#SBATCH {line}" for line in lines), "", "hostname\n"])


def compare(cases: list[Case], ours: list[str], verdicts: list[Verdict]) -> int:
    agree = 0
    explained = collections.Counter()
    unexplained = []
    for case, codes, verdict in zip(cases, ours, verdicts):
        if codes.startswith("ok") == verdict.accepts:
            agree += 1
        elif why := explanation(case, codes, verdict):
            explained[why] += 1
        else:
            unexplained.append((case, codes, verdict))
    print(f"counted: {len(cases)} cases of {len({case.option for case in cases})} options: agree {agree}, "
          f"explained {sum(explained.values())}, unexplained {len(unexplained)}")
    for why, count in explained.most_common():
        print(f"  {count:4} {why}")
    for case, codes, verdict in unexplained:
        print(f"UNEXPLAINED {case}: gpujob: {codes}; sbatch: {verdict.words.splitlines()[-1]}")
    return 1 if unexplained else 0


def main() -> int:
    build = os.path.abspath(sys.argv[1])
    if not shutil.which("slurmctld", path=f"{os.environ['PATH']}:/usr/sbin"):
        print("no Slurm is installed")
        return SKIPPED
    cases = read_table(TABLE)
    scripts = [script_of(case) for case in cases]
    ours = [" ".join(codes) for codes, _ in judge(build, CLUSTER, scripts)]
    start = time.monotonic()
    with Sandbox(f"{build}/bin/gpujob", CLUSTER.site) as referee:
        with concurrent.futures.ThreadPoolExecutor(PARALLEL) as pool:
            verdicts = list(pool.map(Referee(referee.environment).judge, scripts))
    print(f"sbatch answered in {time.monotonic() - start:.0f} s")
    return compare(cases, ours, verdicts)


if __name__ == "__main__":
    sys.exit(main())
