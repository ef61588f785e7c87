#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""value_table_test.py BUILD: each value of values.txt, put to gpujob and to a real sbatch.

One sandbox; one script and one `sbatch --test-only` per value. A disagreement counts as explained
only by a line of EXPLAINED. Exit 0 agreement, 1 an unexplained case, 77 no Slurm here.
"""

import collections
import concurrent.futures
import os
import re
import shlex
import shutil
import sys
import time
from dataclasses import dataclass

from agreement_test import SKIPPED, judge
from clusters import CLUSTERS
from referee import Referee, Sandbox, Verdict

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "values.txt")
CLUSTER = CLUSTERS["kebnekaise"]
PARALLEL = 4


@dataclass(frozen=True)
class Case:
    option: str
    value: str  # "-": without one

    def script(self) -> str:
        value = self.value.replace("\\", "\\\\").replace('"', '\\"')
        lines = [f"--account={CLUSTER.account}", "--time=10"]
        lines = [line for line in lines if not line.startswith(f"--{self.option}=")]
        lines.append(f"--{self.option}" + ("" if self.value == "-" else f'="{value}"'))
        return "\n".join(["#!/bin/bash", *(f"#SBATCH {line}" for line in lines), "", "hostname\n"])

    def __str__(self) -> str:
        return f"--{self.option}" + ("" if self.value == "-" else f"={self.value!r}")


@dataclass(frozen=True)
class Explanation:
    why: str
    option: str  # a pattern, like the next two
    words: str  # of sbatch's refusal; empty: sbatch accepts
    codes: str = ".*"  # of gpujob's findings
    value: str = ".*"


# By hand. sbatch refuses and gpujob accepts, unless `words` is empty.
EXPLAINED = [
    Explanation("a name that the profile does not list", "licenses", "Invalid license"),
    Explanation("a name that the profile does not list", "reservation", "reservation is invalid"),
    Explanation("a name that the profile does not list", "nodelist|exclude",
                "Invalid node name|Invalid range|error opening file"),
    Explanation("a name that the profile does not list", "gres",
                "Invalid generic resource", "ok.*",
                r"(?!gpus?\b)[A-Za-z_]+(:.*)?|gpu:1[,;]nvme:1"),
    Explanation("an unknown feature is a warning only", "constraint",
                "Invalid feature", r"ok.*gj113\?.*"),
    Explanation("an unknown feature is a warning only", "prefer", "preferred feature", "ok"),
    Explanation("an unknown feature is a warning only", "batch", "Job --batch option"),
    Explanation("an account of an unusual form is a warning only", "account",
                "is not of the form", r"ok.*gj102\?.*"),
    Explanation("the profile holds no sockets, threads or disks",
                "sockets-per-node|threads-per-core|extra-node-info|tmp",
                "node configuration is not available", "ok"),
    Explanation("the limit on array indices is the cluster's own", "array",
                "Invalid job array", "ok", r"[\d-]*\d{4,}"),
    Explanation("an option of later releases", "segment|tres-bind|tres-per-task",
                "unrecognized option"),
    Explanation("a form of later releases", "nodes", "is not a valid node count", "ok",
                r"[\d,:-]+"),
    Explanation("a form of later releases", "gres-flags|exclusive", "Invalid", "ok",
                "one-task-per-sharing|multiple-tasks-per-sharing|disable-.*,enforce-.*|topo"),
    Explanation("a form of later releases", "gres", "Invalid generic resource", "ok", "gres/.*"),
    Explanation("needs another option", "distribution", "With Arbitrary", "ok"),
    Explanation("needs another option", "ntasks-per-gpu", "--ntasks-per-tres needs", "ok"),
    Explanation("a file of the user's", "export-file|nodefile", "file|Hostlist is empty"),
    Explanation("the cluster's own setting", "cpu-freq", "not allowed in slurm.conf", "ok"),
    Explanation("the cluster's own setting", "acctg-freq", "Invalid accounting frequency", "ok"),
    Explanation("not supported by this cluster", "dependency", "not supported", "ok", "expand:1"),
    Explanation("the number of nodes or GPUs is unknown", "nodes|gpus",
                "configuration is not available|More processors|Node count", r"ok.*",
                r"\d+[kKmM]|\d{10}"),
    Explanation("beyond every limit", "ntasks-per-node", "", "gj126", "2147483648"),
    Explanation("two frequencies in the wrong order", "cpu-freq", "Invalid --cpu-freq", "ok",
                "3000000-2000000|high-low"),
    Explanation("beyond every limit", "nice", "out of range", "ok", "2147483646"),
    Explanation("a date in the past", "deadline", "time limit is invalid", "ok", "2020-.*"),
    Explanation("compared with another option", "time-min", "Invalid time-min", "ok"),
    Explanation("the sandbox knows no accounts or QOS: every name passes",
                "qos|reservation|clusters", "", "gj12[78]"),
]


def read_table(path: str) -> list[Case]:
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"\n +", " ", "".join(line for line in file if not line.startswith("#")))
    cases = []
    for line in filter(str.strip, text.splitlines()):
        option, *values = shlex.split(line)
        cases += [Case(option, value) for value in values]
    return cases


def explanation(case: Case, codes: str, verdict: Verdict) -> str:
    accepts = codes.startswith("ok")
    for one in EXPLAINED:
        if verdict.accepts != (one.words == "") or accepts == verdict.accepts:
            continue
        if (re.fullmatch(one.option, case.option) and re.search(one.words, verdict.words)
                and re.fullmatch(one.codes, codes) and re.fullmatch(one.value, case.value)):
            return one.why
    return ""


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
    print(f"{len(cases)} cases of {len({case.option for case in cases})} options: agree {agree}, "
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
    scripts = [case.script() for case in cases]
    ours = [" ".join(codes) for codes, _ in judge(build, CLUSTER, scripts)]
    start = time.monotonic()
    with Sandbox(f"{build}/bin/gpujob", CLUSTER.site) as referee:
        with concurrent.futures.ThreadPoolExecutor(PARALLEL) as pool:
            verdicts = list(pool.map(Referee(referee.environment).judge, scripts))
    print(f"sbatch answered in {time.monotonic() - start:.0f} s")
    return compare(cases, ours, verdicts)


if __name__ == "__main__":
    sys.exit(main())
