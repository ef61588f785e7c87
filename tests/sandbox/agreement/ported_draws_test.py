#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ported_draws_test.py BUILD [--scripts N] [--seed S] [--home CLUSTER]: random scripts of each center, as sbatch there
accepts them, each ported to three other clusters. What `gpujob port` writes passes lint, the other center's
sandbox accepts it, and its Slurm has the same GPUs, nodes, tasks, cores and time as the first one has; a number may
differ only where port says so. What cannot be is refused with a reason.

Exit 0 no silent change, 1 a wrong one, 77 no Slurm here."""
import argparse
import concurrent.futures
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import typing

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from agreement_test import EXPLAINED_WARNINGS, REFUSED_IN_WORDS  # noqa: E402
from clusters import SEED_CLUSTERS as CLUSTERS  # noqa: E402
from drawing import Drawing  # noqa: E402
from ported import NODES_UNKNOWN, Asked, asked_of, let_held_jobs_in, said  # noqa: E402
from referee import PARALLEL, PATIENCE_S, Referee, Sandbox  # noqa: E402

SKIPPED = 77
TARGETS = 3
UNITS = {"gpus": "GPU", "nodes": "node", "tasks": "task", "minutes": "second"}


class Held:
    """What one center's Slurm has of a script, as a job that is held and then cancelled."""

    def __init__(self, referee: Referee):
        self.environment = referee.environment
        let_held_jobs_in(self.environment["SLURM_CONF"])
        nodes = self.run("scontrol", "show", "nodes", "--oneliner").stdout
        self.threads = {int(threads) for threads in re.findall(r"ThreadsPerCore=(\d+)", nodes)}

    def run(self, *words: str, text: str = "") -> subprocess.CompletedProcess:
        return subprocess.run(words, input=text, text=True, capture_output=True, env=self.environment,
                              timeout=PATIENCE_S, check=False)

    def ask(self, script: str) -> tuple[Asked | None, str]:
        """Numbers and Slurm's record of the job, or nothing and why sbatch refuses it."""
        lines = [line for line in script.splitlines() if "--clusters=" not in line and "-M " not in line]
        sent = self.run("sbatch", "--hold", "--parsable", "--output=/dev/null", text="\n".join(lines) + "\n")
        if sent.returncode:
            return None, sent.stderr.strip()
        job = sent.stdout.strip().split(";")[0]
        record = self.run("scontrol", "show", "job", "-d", job).stdout
        self.run("scancel", job)
        if "TRES=(null)" in record:  # sockets of no number, for one: Slurm 22.05 counts no node
            return None, "a job on no node"
        return asked_of(record), record

    def cores(self, record: str) -> int:
        """Of all nodes; 0 where nodes differ in how they count threads, or Slurm has not counted all nodes yet."""
        cpus, nodes = int(re.search(r"TRES=cpu=(\d+)", record)[1]), asked_of(record).nodes
        return -(-cpus // min(self.threads)) if len(self.threads) == 1 and cpus >= nodes else 0


def said_of_cores(document: dict) -> bool:
    return any(line["fate"] == "yours to decide" and "core" in line["was"] + line["becomes"]
               for line in document["lines"])


class Tally(typing.NamedTuple):
    drawn: list = []
    accepted: list = []
    refused: list = []
    explained: list = []
    failures: list = []


class Trial:
    """Ports drawn scripts of one home to the others."""

    def __init__(self, gpujob: str, slurms: dict, tally: Tally, folder: pathlib.Path):
        self.gpujob, self.slurms, self.tally, self.folder = gpujob, slurms, tally, folder

    def call(self, site: str, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.gpujob, *words], env=self.slurms[site].environment, text=True,
                              capture_output=True, timeout=PATIENCE_S, check=False)

    def one(self, number: int, home: str, script: str, targets: list[str], gpu: dict) -> None:
        before, record = self.slurms[home].ask(script)
        if before is None:
            return
        cores = self.slurms[home].cores(record)
        self.tally.drawn.append(number)
        file = self.folder / f"{number}.sh"
        file.write_text(script, encoding="utf-8")
        for target in targets:
            self.port(file, home, before, cores, target, gpu[target])

    def port(self, file: pathlib.Path, home: str, before: Asked, cores: int, target: str, gpu: str) -> None:
        words = ["port", str(file), "--from", CLUSTERS[home].site, "--to", CLUSTERS[target].site,
                 "--account", CLUSTERS[target].account, "--format", "json"]
        done = self.call(target, *words)
        if done.returncode and gpu:
            done = self.call(target, *words, "--gpu", gpu)
        where = f"{home} to {target}: {file.read_text(encoding='utf-8')}"
        if done.returncode:
            self.tally.refused.append(done.stderr)
            if done.returncode not in (2, 3) or "error: " not in done.stderr:
                self.tally.failures.append(f"{where}exit {done.returncode}: {done.stderr}")
            return
        document = json.loads(done.stdout)
        problem = self.problem(file, target, before, cores, document)
        self.tally.accepted.append(where)
        if problem:
            self.tally.failures.append(f"{where}{problem}\n{document['script']}")

    def problem(self, file: pathlib.Path, target: str, before: Asked, cores: int, document: dict) -> str:
        if CLUSTERS[target].site in NODES_UNKNOWN and document["after"]["nodes"] > 4:  # as many as its sandbox has
            return ""
        script = file.read_text(encoding="utf-8")
        there = file.with_suffix(f".{target}")
        there.write_text(document["script"], encoding="utf-8")
        lint = self.call(target, "lint", str(there), "--site", CLUSTERS[target].site)
        if lint.returncode:
            return f"lint: {lint.stdout}{lint.stderr}"
        after, words = self.slurms[target].ask(document["script"])
        if after is None and self.is_explained(lint.stderr, words):
            self.tally.explained.append(words)
            return ""
        if after is None:
            return f"sbatch: {words}"
        silent = [f"{getattr(before, name)} {unit}s became {getattr(after, name)} in silence"
                  for name, unit in UNITS.items() if self.differs(script, name, before, after, document)]
        there = self.slurms[target].cores(words)
        as_many_per_node = cores * after.nodes == there * before.nodes  # of nodes that port said were more
        if cores and there and cores != there and not as_many_per_node and not said_of_cores(document):
            silent.append(f"{cores} cores became {there} in silence")
        return "; ".join(silent) + (f"\n{words}" if silent else "")

    @staticmethod
    def is_explained(warnings: str, words: str) -> bool:
        """Refused by a rule that is not the center's own word, of which lint warns."""
        return any(code in warnings and REFUSED_IN_WORDS[code] in words for code in EXPLAINED_WARNINGS)

    @staticmethod
    def differs(script: str, name: str, before: Asked, after: Asked, document: dict) -> bool:
        was, becomes = getattr(before, name), getattr(after, name)
        if name == "gpus":  # whole nodes come with their GPUs, of which Slurm's record of a held job has none
            was, becomes = was or document["before"]["gpus"], becomes or document["after"]["gpus"]
        if name == "nodes" and not re.search(r"(-N|--nodes)\b", script):  # Slurm decides when it starts the job
            was = max(was, document["before"]["nodes"])
        if name == "minutes" and any(line["was"] == "no --time" for line in document["lines"]):
            return False
        return was != becomes and not said(document, was, becomes, UNITS[name])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build")
    parser.add_argument("--scripts", type=int, default=1000, help="drawn in all; a home refuses some")
    parser.add_argument("--seed", default="20261126")
    parser.add_argument("--home", action="append", choices=sorted(CLUSTERS), help="only scripts of this one")
    parser.add_argument("--show", type=int, default=20, help="failures to show")
    options = parser.parse_args()
    if not shutil.which("slurmctld", path=f"{os.environ['PATH']}:/usr/sbin"):
        print("no Slurm is installed")
        return SKIPPED
    gpujob = os.path.abspath(f"{options.build}/bin/gpujob")
    homes, tally = options.home or list(CLUSTERS), Tally()
    draw = random.Random(options.seed)
    with contextlib.ExitStack() as stack:
        slurms = {name: Held(stack.enter_context(Sandbox(gpujob, cluster.site))) for name, cluster in CLUSTERS.items()}
        folder = pathlib.Path(next(iter(slurms.values())).environment["HOME"])
        trial = Trial(gpujob, slurms, tally, folder)
        work = []
        for home in homes:
            drawing = Drawing(CLUSTERS[home], f"{options.seed}/{home}/ported")
            others = [name for name, cluster in CLUSTERS.items() if name != home and not cluster.retired]
            for _ in range(options.scripts // len(homes)):
                script = drawing.mixed().script if draw.random() < 0.5 else drawing.emitted().script
                gpu = {name: draw.choice([*CLUSTERS[name].gpus]) for name in others}
                work.append((len(work), home, script, draw.sample(others, TARGETS), gpu))
        with concurrent.futures.ThreadPoolExecutor(PARALLEL) as pool:
            list(pool.map(lambda one: trial.one(*one), work))
    for failure in tally.failures[:options.show]:
        print(f"FAILED {failure}")
    reasons: dict[str, int] = {}
    for refusal in tally.refused:
        line = next((line for line in refusal.splitlines() if line.startswith("error: ")), refusal)
        reason = re.sub(r"'[^']*'|\S+/\S+|\d+", "…", line.split(" (", maxsplit=1)[0])[:90]
        reasons[reason] = reasons.get(reason, 0) + 1
    for reason, count in sorted(reasons.items(), key=lambda one: -one[1])[:options.show]:
        print(f"{count:5} refused: {reason}")
    print(f"counted: {len(work)} scripts drawn, {len(tally.drawn)} accepted at home; ported {len(tally.accepted)} times, "
          f"refused with a reason {len(tally.refused)} times, by a rule that lint warns of {len(tally.explained)} times, "
          f"wrong {len(tally.failures)}")
    enough = len(tally.accepted) * 5 > len(tally.drawn)
    return 1 if tally.failures or not enough else 0


if __name__ == "__main__":
    sys.exit(main())
