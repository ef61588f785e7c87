#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""lint_corpus_test.py BUILD: what a site's sandbox refuses, lint never calls good.

Every script of tests/lint goes to lint and to the `sbatch --test-only` of a full-scale sandbox: that of
the cluster of tests/lint/site.yaml it was written for, and those of the real clusters, with an account
and a partition of theirs in place of its own. Where lint finds no error and sbatch refuses, a line of
EXPLAINED must say why lint cannot know. Exit 0 agreement, 1 an unexplained script, 77 no Slurm here.
"""

import collections
import glob
import os
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass

from agreement_test import SKIPPED, judge
from clusters import SEED_CLUSTERS
from referee import Sandbox, Verdict
from table import Cluster

LINT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../lint")
# The clusters of site.yaml that have nodes. Of a retired one lint has nothing else to say.
DAWN = ("aurora", "borealis", "calm", "hearsay", "meridian", "noon")
REAL = [cluster for cluster in SEED_CLUSTERS.values() if not cluster.retired]
LEAST_REFUSED = 300  # of all; fewer would mean that scripts no longer reach sbatch


@dataclass(frozen=True)
class Explanation:
    why: str
    words: str  # a pattern of sbatch's refusal, like the next three
    codes: str = ".*"  # of lint's verdict
    where: str = ".*"  # of "FOLDER/NAME.sh at SITE"
    script: str = ""  # of the directives


NO_NODES = "node configuration is not available|Node count specification"
EXPLAINED = [
    Explanation("lint warns: an account of an unusual form", "--account", r"gj102\?"),
    Explanation("lint warns: a GPU that the cluster does not have, by hearsay",
                f"Invalid generic resource|{NO_NODES}", r"gj104\?"),
    Explanation("lint warns: more CPUs than the share of the GPUs", "are too many", r"gj106\?"),
    Explanation("lint warns: CPUs for GPUs beside one thread per core", NO_NODES, r"gj106\?",
                script="--cpus-per-gpu"),
    Explanation("lint warns: a time limit that is not the center's own word", "time limit|--time is over",
                r"gj108\?"),
    Explanation("lint warns: a partition that is not in a list of hearsay", "invalid partition", r"gj109\?"),
    Explanation("lint warns: no default partition is known", "No partition specified", r"gj109\?"),
    Explanation("lint warns: a feature that the profile does not list",
                f"Invalid (?:preferred )?feature|Job --batch option|{NO_NODES}", r"gj113\?"),
    Explanation("names of nodes are in no profile", "Invalid node name", "ok", "gj126-hostlist/good"),
    Explanation("lint warns: a partition for GPUs, by hearsay", "takes jobs with GPUs only", r"gj116\?"),
    Explanation("the profile lists no features: any may exist", "Invalid feature", "ok", "lunarc/cosmos"),
    Explanation("other resources than GPUs are in no profile", "Invalid generic resource", script=r"nvme"),
    Explanation("a submit filter sees no GPUs that follow from --ntasks-per-gpu", "takes jobs with GPUs only",
                script="--ntasks-per-gpu"),
    Explanation("sockets and threads are in no profile", NO_NODES,
                script="--sockets-per-node|--threads-per-core"),
    Explanation("type names of the GPUs are unknown", NO_NODES, where="dawn/borealis", script="gpu:t4:1"),
    Explanation("the limit on array indices is the cluster's own", "Invalid job array",
                script=r"--array=\S*\d{4,}"),
    Explanation("in the past, and the judge has no calendar", "time limit is invalid",
                script="--deadline=2020-"),
    Explanation("no licenses are in a profile", "Invalid license", script="--licenses=matlab@"),
    Explanation("an option, or a way to shorten one, of other releases", "option|first arg of -B|reservation is invalid",
                where="gj100-re"),
    Explanation("how many nodes there are is unknown; the sandbox assumes 4", f"{NO_NODES}|More processors",
                where="(gj107|gj112|gj117|gj121|gj125|gj133)[a-z-]*/.* at (nsc/tetralith|lunarc/cosmos|dawn/hearsay|dawn/borealis)"),
]


def written_for(script: str) -> str:
    found = re.search(r"^# cluster: (\w+)", script, re.M)
    return found[1] if found else "aurora"


def moved(script: str, cluster: Cluster) -> str:
    """With an account of the cluster, and a partition where one must be named."""
    script = re.sub(r"(?<=#SBATCH )(-A|--account[= ])\s*\S+", f"--account={cluster.account}", script)
    partition = next(iter(cluster.partitions), "")
    named = cluster.partition_option != "forbidden" and partition
    put = rf"--partition={partition}" if named else "--comment=moved"
    return re.sub(r"(?<=#SBATCH )(-p|--partition[= ])\s*\S+", put, script)


def explanation(place: str, script: str, codes: str, verdict: Verdict) -> str:
    directives = "\n".join(line for line in script.splitlines() if line.startswith("#SBATCH"))
    return next((one.why for one in EXPLAINED
                 if re.search(one.codes, codes) and re.search(one.words, verdict.words)
                 and re.search(one.where, place) and re.search(one.script, directives)), "")


class Score:
    def __init__(self):
        self.scripts = self.refused = self.stricter = 0
        self.explained = collections.Counter()
        self.unexplained = []

    def add(self, place: str, script: str, codes: str, verdict: Verdict) -> None:
        self.scripts += 1
        self.refused += not verdict.accepts
        accepts = codes.startswith("ok")
        self.stricter += verdict.accepts and not accepts
        if verdict.accepts or not accepts:
            return
        why = explanation(place, script, codes, verdict)
        if why:
            self.explained[why] += 1
        else:
            self.unexplained.append(f"{place}: lint: {codes}; sbatch: {verdict.words}")


def compare(build: str, cluster: Cluster, scripts: dict[str, str], score: Score, profiles: str) -> None:
    # A sandbox has no database of clusters: it is asked itself, and an unknown name is a warning.
    texts = [re.sub(r"(#SBATCH\b.*)(--clusters?=|-M\s*)\S+", r"\1", text) for text in scripts.values()]
    ours = judge(build, cluster, texts, profiles)
    with Sandbox(f"{build}/bin/gpujob", cluster.site, profiles) as referee:
        verdicts = referee.judge_all(texts)
    for (name, script), (codes, _), verdict in zip(scripts.items(), ours, verdicts):
        score.add(f"{name} at {cluster.site}", script, " ".join(codes), verdict)


def main() -> int:
    build = os.path.abspath(sys.argv[1])
    if not shutil.which("slurmctld", path=f"{os.environ['PATH']}:/usr/sbin"):
        print("no Slurm is installed")
        return SKIPPED
    corpus = {}
    for path in sorted(glob.glob(os.path.join(LINT, "gj*/*.sh"))):
        with open(path, encoding="utf-8") as file:
            corpus[os.path.relpath(path, LINT)] = file.read()
    score = Score()
    with tempfile.TemporaryDirectory(prefix="gpujob-lint-") as profiles:
        os.mkdir(f"{profiles}/sites")
        shutil.copy(os.path.join(LINT, "site.yaml"), f"{profiles}/sites/dawn.yaml")
        for name in DAWN:
            own = {path: text for path, text in corpus.items() if written_for(text) == name}
            compare(build, Cluster(f"dawn/{name}", "", (), {}), own, score, profiles)
    for cluster in REAL:
        there = {path: moved(text, cluster) for path, text in corpus.items()}
        compare(build, cluster, there, score, "")
    print(f"counted: {len(corpus)} scripts, {score.scripts} cases: sbatch refuses {score.refused}, lint finds an "
          f"error in {score.stricter} that it accepts, explained {sum(score.explained.values())}, "
          f"unexplained {len(score.unexplained)}")
    for why, count in score.explained.most_common():
        print(f"  {count:4} {why}")
    for line in score.unexplained:
        print(f"UNEXPLAINED {line}")
    return 1 if score.unexplained or score.refused < LEAST_REFUSED else 0


if __name__ == "__main__":
    sys.exit(main())
