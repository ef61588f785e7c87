# SPDX-License-Identifier: MIT
"""The table of values in values.txt, and why gpujob and sbatch may differ on some of them."""

import os
import re
import shlex
from dataclasses import dataclass

from referee import Verdict

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "values.txt")


@dataclass(frozen=True)
class Case:
    option: str
    value: str  # "-": without one

    def directive(self) -> str:
        value = self.value.replace("\\", "\\\\").replace('"', '\\"')
        return f"--{self.option}" + ("" if self.value == "-" else f'="{value}"')

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
    Explanation("the nodes of a list are not counted", "nodelist", "invalid number of nodes"),
    Explanation("a name that the profile does not list", "gres",
                "Invalid generic resource", "ok.*",
                r"(?!gpus?\b)[A-Za-z_]+(:.*)?|gpu:1[,;]nvme:1"),
    Explanation("an unknown feature is a warning only", "constraint",
                "Invalid feature", r"ok.*gj113\?.*"),
    Explanation("an unknown feature is a warning only, and not that where no page lists features", "prefer",
                "preferred feature", r"ok.*"),
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
    Explanation("a unit without a number counts as 0", "gres", "", "gj126", "gpu:[a-z0-9]+:k"),
    Explanation("a form of later releases", "gres", "Invalid generic resource", "ok", "gres/.*"),
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
    Explanation("in the past, and the judge has no calendar", "deadline", "time limit is invalid",
                "ok", "2020-.*|now"),
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
