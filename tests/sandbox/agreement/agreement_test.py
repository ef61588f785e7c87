#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""agreement_test.py BUILD [--requests N] [--by-hand N] [--cluster C]: gpujob's verdict against a real
sbatch's, in a sandbox made from the profile; then for some clusters against a second judge, whose
configuration was written by hand from the center's pages.

For each cluster, N requests that gpujob writes itself and N scripts of other option mixtures, drawn
from an independent table. If gpujob refuses a request, sbatch gets the same request written by hand;
else the script that gpujob made. A disagreement with a code of EXPLAINED is a rule of the center
that Slurm does not enforce, or a limit that gpujob only warns of. Any other disagreement fails the
test for the first population; of the second they are shown, and more than 0.2 % fail it.

Exit 0 agreement, 1 an unexplained disagreement on a script of gpujob's, 77 no Slurm here.
"""

import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from clusters import CLUSTERS
from drawing import Drawing
from drawn import Mixed
from referee import (ByHand, Referee, Sandbox, Verdict, all_profiles, clean_environment, documented_gpus,
                     written_by_hand)
from table import Cluster
from values import Case, explanation

END = "%%"
SKIPPED = 77
MOST_UNEXPLAINED_MIXTURES = 0.002

# gpujob refuses, Slurm accepts.
EXPLAINED_REFUSALS = {
    "gp206": "GPUs that do not spread evenly: gpujob gives each node the same number",
    "gp211": "a retired cluster: the sandbox answers as it did",
    "gp232": "another GPU type than the partition has: a request without a type gets whatever is there",
    "gp221": "GPUs for the desktop only: to Slurm the partition is like any other",
    "gj102": "another center's account: Slurm without accounting knows none",
    "gj110": "to Slurm a partition for the desktop is like any other",
    "gj115": "no time limit where the default is a minute: accepted, then ended after it",
    "gj116": "a GPU is required in the partition: only a submit filter can enforce it",
}
# gpujob accepts with a warning, Slurm refuses with words that REFUSED_IN_WORDS matches.
EXPLAINED_WARNINGS = {
    "gj102": "an account of an unusual form: the sandbox's submit filter knows the form only",
    "gj106": "more CPUs than the share of its GPUs: the sandbox's submit filter refuses it",
    "gj108": "over a time limit that is not the center's own word",
    "gj109": "a partition missing from a list that is not the center's own",
    "gj113": "a feature that the profile does not list: the center may have it",
    "gj116": "GPUs in a partition without them, by a source other than the center",
    "gj133": "over a limit by size or QOS that is not the center's own word",
}
REFUSED_IN_WORDS = {"gj102": "--account", "gj106": "are too many", "gj108": "time limit",
                    "gj109": "partition", "gj113": "Invalid feature specification",
                    "gj116": "jobs with GPUs", "gj133": "is over a limit|takes no jobs with --qos"}


def judge(build: str, cluster: Cluster, items: list[str],
          profiles: str = "") -> list[tuple[list[str], str]]:
    """Our verdicts, errors first, then `gj113?` for a warning; and the scripts made."""
    with tempfile.TemporaryDirectory(prefix="gpujob-agreement-") as home:
        answer = subprocess.run(
            [f"{build}/tests/sandbox/agreement/agreement_judge", cluster.site],
            input="".join(f"{item.rstrip()}\n{END}\n" for item in items), text=True,
            capture_output=True, check=True,
            env={**clean_environment(home), "GPUJOB_DATA_DIR": f"{build}/share/gpujob",
                 "GPUJOB_PROFILE_PATH": profiles, "GPUJOB_TODAY": "2026-11-21"})
    blocks = answer.stdout.split(f"{END}\n")[:-1]
    if len(blocks) != len(items):
        raise RuntimeError(f"{len(items)} items, {len(blocks)} verdicts")
    parts = [block.partition("\n") for block in blocks]
    return [(codes.split(), script) for codes, _, script in parts]


GPU_OPTION = re.compile(r"--(?:gres|gpus[a-z-]*)\b")


class Tally:
    """The outcome of one population for one cluster."""

    def __init__(self):
        self.both_accept = 0
        self.both_refuse = 0
        self.explained = collections.Counter()
        self.unexplained: list[tuple[str, str, Verdict]] = []

    def add(self, codes: list[str], request: str, verdict: Verdict, value: Case | None = None) -> None:
        accepts = codes[0] == "ok"
        if accepts == verdict.accepts:
            self.both_accept += accepts
            self.both_refuse += not accepts
            return
        warnings = [code.rstrip("?") for code in codes if code.endswith("?")]
        errors = [code for code in codes if not code.endswith("?") and code != "ok"]
        if accepts:
            known = [code for code in warnings if code in EXPLAINED_WARNINGS
                     and re.search(REFUSED_IN_WORDS[code], verdict.words)]
        else:  # every code must be explained: any other would be an error by itself
            known = errors if all(code in EXPLAINED_REFUSALS for code in errors) else []
        if known:
            self.explained[known[0]] += 1
        elif value and any(explanation(value, said, verdict) for said in (" ".join(codes), codes[0])):
            self.explained["value"] += 1
        else:
            self.unexplained.append((" ".join(codes), request, verdict))

    def line(self, name: str) -> str:
        explained = ", ".join(f"{code} {n}" for code, n in sorted(self.explained.items()))
        total = (self.both_accept + self.both_refuse + sum(self.explained.values())
                 + len(self.unexplained))
        return (f"  {name:8} {total:6} requests: both accept {self.both_accept}, both refuse "
                f"{self.both_refuse}, explained {sum(self.explained.values())} "
                f"({explained or 'none'}), unexplained {len(self.unexplained)}")

    def causes(self) -> collections.Counter:
        return collections.Counter(
            (codes, verdict.words.splitlines()[-1] if not verdict.accepts else "accepts",
             " and ".join(sorted(set(GPU_OPTION.findall(request)))) or "nothing")
            for codes, request, verdict in self.unexplained)


def compare_emitted(build: str, cluster: Cluster, referee: Referee, draws: list) -> Tally:
    commands = [" ".join(["gpujob script", *draw.flags]) for draw in draws]
    ours = judge(build, cluster, commands)
    scripts = [made or draw.script for (_, made), draw in zip(ours, draws)]
    tally = Tally()
    for (codes, _), command, script, verdict in zip(
            ours, commands, scripts, referee.judge_all(scripts)):
        directives = [line for line in script.splitlines() if line.startswith("#SBATCH")]
        tally.add(codes, "\n".join([command, *directives]), verdict)
    return tally


def compare_mixed(build: str, cluster: Cluster, referee: Referee, draws: list[Mixed]) -> Tally:
    tally = Tally()
    scripts = [draw.script for draw in draws]
    for (codes, _), draw, verdict in zip(
            judge(build, cluster, scripts), draws, referee.judge_all(scripts)):
        request = draw.script.replace("#!/bin/bash\n", "").replace("\n\nhostname\n", "")
        tally.add(codes, request, verdict, draw.value)
    return tally


def compare(build: str, cluster: Cluster, referee: Referee, judge_name: str, requests: int,
            options) -> int:
    """Prints the outcome; returns the number of disagreements that fail the test."""
    start = time.monotonic()
    draws = Drawing(cluster, f"{options.seed}/{cluster.site}/emitted")
    emitted = compare_emitted(build, cluster, referee, [draws.emitted() for _ in range(requests)])
    draws = Drawing(cluster, f"{options.seed}/{cluster.site}/mixed")
    mixed = compare_mixed(build, cluster, referee, [draws.mixed() for _ in range(requests)])
    print(f"{cluster.site}, {judge_name} ({time.monotonic() - start:.0f} s)")
    for name, tally in (("emitted", emitted), ("mixed", mixed)):
        print(f"counted: {cluster.site}, {judge_name}: {tally.line(name).strip()}")
        for (codes, words, asked), count in tally.causes().most_common(options.show):
            print(f"    {count:5}  we: {codes}; sbatch: {words}; GPUs asked by {asked}")
    shown = (emitted.unexplained[:options.show]
             + mixed.unexplained[:options.show * options.verbose])
    for codes, request, verdict in shown:
        print(f"  we: {codes}\n{request}\n{verdict.words}\n", file=sys.stderr)
    sys.stdout.flush()
    too_many = len(mixed.unexplained) > max(2, MOST_UNEXPLAINED_MIXTURES * requests)
    return len(emitted.unexplained) + too_many


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("--requests", type=int, default=1000, help="of each population")
    parser.add_argument("--by-hand", type=int, default=1000, help="of each, for the second judge")
    parser.add_argument("--cluster", choices=sorted(CLUSTERS), help="only this one")
    parser.add_argument("--seed", default="20261121")
    parser.add_argument("--show", type=int, default=8, help="disagreements to show")
    parser.add_argument("--verbose", action="store_true", help="show mixed requests too")
    options = parser.parse_args()
    build = os.path.abspath(options.build)
    if options.cluster is None:
        sites = {site for site, profile in all_profiles(f"{build}/bin/gpujob").items() if documented_gpus(profile)}
        if unmatched := sorted(sites ^ {cluster.site for cluster in CLUSTERS.values()}):
            print(f"profiles and tables have not the same clusters: {', '.join(unmatched)}")
            return 1
    if not shutil.which("slurmctld", path=f"{os.environ['PATH']}:/usr/sbin"):
        print("no Slurm is installed")
        return SKIPPED
    print(f"seed {options.seed}, {options.requests} requests of each population per cluster")
    for code, why in {**EXPLAINED_REFUSALS, **EXPLAINED_WARNINGS}.items():
        print(f"  {code}: {why}")
    wrong = 0
    for name, cluster in CLUSTERS.items():
        if options.cluster not in (None, name):
            continue
        if options.requests > 0:
            with Sandbox(f"{build}/bin/gpujob", cluster.site) as referee:
                wrong += compare(build, cluster, referee, "sandbox", options.requests, options)
        if options.by_hand > 0 and name in written_by_hand():
            with ByHand(name) as referee:
                wrong += compare(build, cluster, referee, "by hand", options.by_hand, options)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
