# SPDX-License-Identifier: MIT
"""Requests of the centers' own pages and of a course, what each gets at home (added up by hand), and
what Slurm says of it after `gpujob port` wrote it for another center. A number may differ only where
port says so."""
import json
import os
import pathlib
import re
import subprocess
import typing


class Home(typing.NamedTuple):
    site: str
    directives: str
    gpus: int
    tasks: int
    minutes: int
    nodes: int = 1


HOMES = [
    Home("snowy", "-A uppmax2025-2-296 -M snowy -t 00:10:00 --gres=gpu:1", 1, 1, 10),
    Home("snowy", "-A uppmax2025-2-296 -n 1 -M snowy --gres=gpu:1 -t 1:00:00", 1, 1, 60),
    Home("pelle", "-A uppmax2025-2-393 -t 00:10:00 -p gpu --gpus=l40s:1", 1, 1, 10),
    Home("pelle", "-A uppmax2025-2-393 -t 00:30:00 -n 2 -p gpu --gpus=l40s:1", 1, 2, 30),
    Home("pelle", "-A uppmax2025-2-393 -t 00:10:00 -p gpu --gpus=h100:2", 2, 1, 10),
    Home("pelle", "-A uppmax2025-2-393 -t 00:10:00 -p gpu --gpus=l40s:10", 10, 1, 10),
    Home("hpc2n", "-A hpc2n2025-151 -t 00:08:00 -N 1 -n 24 --gpus=1 -C l40s --exclusive", 1, 24, 8),
    Home("hpc2n", "-A hpc2n2025-151 --time=00:05:00 -n 1 --gpus=1 -C l40s", 1, 1, 5),
    Home("hpc2n", "-A hpc2n2025-151 --time=00:30:00 -n 1 --gpus=2 -C a100", 2, 1, 30),
    # Two A100 in a node, so two nodes, and Slurm starts a task on each of them.
    Home("hpc2n", "-A hpc2n2025-151 -t 00:10:00 --gpus=4 -C a100", 4, 2, 10, 2),
    Home("lunarc", "-A lu2025-7-106 -t 00:15:00 -n 24 --ntasks-per-node=1 -p gpua100 --gres=gpu:1 "
         "--exclusive", 24, 24, 15, 24),
    Home("lunarc", "-A lu2025-7-106 --time=00:05:00 --ntasks-per-node=1 -p gpua100 --gres=gpu:1",
         1, 1, 5),
    Home("nsc", "-A naiss2025-22-934 -t 00:24:00 -n 24 --gpus-per-task=1 --exclusive", 24, 24, 24, 24),
    Home("nsc", "-A naiss2025-22-934 -t 00:05:00 -n 1 -c 32 --gpus-per-task=1", 1, 1, 5),
    Home("pdc", "-A naiss2025-22-934 -t 00:10:00 -N 1 --ntasks-per-node=1 -p gpu", 8, 1, 10),
    Home("c3se", "-A naiss2025-22-934 -t 00:15:00 -p alvis -N 1 --gpus-per-node=T4:4", 4, 1, 15),
    Home("c3se", "-A naiss2025-22-934 -t 00:15:00 -p alvis -N 1 --gpus-per-node=A40:1", 1, 1, 15),
    Home("naiss", "-A naiss2025-22-934-gpu -t 01:00:00 -p gpu -N 2 --gpus-per-node=4", 8, 2, 60, 2),
]


# How many nodes these have is not documented, so their sandboxes assume four.
NODES_UNKNOWN = {"lunarc/cosmos", "nsc/tetralith"}


class Asked(typing.NamedTuple):
    """What Slurm has of a job: GPUs of all nodes, nodes, tasks, minutes."""
    gpus: int
    nodes: int
    tasks: int
    minutes: int


def field(text, name):
    found = re.search(rf"\b{name}=(\S+)", text)
    return found.group(1) if found else ""


def asked_of(text):
    """From `scontrol show job` of a held job."""
    tasks = int(field(text, "NumTasks"))
    nodes = int(re.search(r"TRES=\S*\bnode=(\d+)", text).group(1))  # NumNodes of a held job is a guess
    gpus = 0
    for name, times in (("TresPerJob", 1), ("TresPerNode", nodes), ("TresPerTask", tasks)):
        for item in field(text, name).split(","):
            if item.startswith(("gres:gpu", "gpu")):
                last = item.rsplit(":", 1)[1]
                gpus = max(gpus, times * (int(last) if last.isdigit() else 1))
    return Asked(gpus, nodes, tasks, minutes_in(field(text, "TimeLimit")))


def minutes_in(limit):
    """Of "1-02:30:00"; a word such as UNLIMITED stays."""
    found = re.fullmatch(r"(?:(\d+)-)?(\d+):(\d+):\d+", limit)
    if not found:
        return limit
    days, hours, minutes = (int(number or 0) for number in found.groups())
    return (days * 24 + hours) * 60 + minutes


def said(document, before, after, unit):
    """Is there a line that says that the number changed?"""
    return any(line["fate"] == "yours to decide" and unit in line["was"] + line["becomes"] and
               line["was"].startswith(str(before)) and line["becomes"].startswith((str(after), "left"))
               for line in document["lines"])


class Porter:
    """Ports every request to the site of a running sandbox and lets its Slurm read the result."""

    def __init__(self, gpujob, account):
        self.gpujob, self.account = gpujob, account
        self.accepted, self.refused, self.failures = 0, 0, []

    def port(self, home, site, gpu):
        file = pathlib.Path(self.gpujob.home, "home.sh")
        file.write_text(f"#!/bin/bash\n#SBATCH {home.directives}\nhostname\n", encoding="utf-8")
        words = [self.gpujob.gpujob, "port", str(file), "--from", home.site, "--to", site,
                 "--account", self.account, "--format", "json"] + (["--gpu", gpu] if gpu else [])
        return subprocess.run(words, env=self.gpujob.environment, text=True, capture_output=True,
                              check=False, timeout=60)

    def everywhere(self, site, keys, slurm):
        """`slurm`: the environment that talks to a sandbox of the site at full scale, where jobs are held."""
        for home in HOMES:
            done = self.port(home, site, None)
            if done.returncode and keys:
                done = self.port(home, site, keys[0])
            where = f"{home.site} '{home.directives}' at {site}"
            if done.returncode:
                self.refused += 1
                if done.returncode not in (2, 3) or "error: " not in done.stderr:
                    self.failures.append(f"{where}: exit {done.returncode}: {done.stderr}")
                continue
            document = json.loads(done.stdout)
            if max(home.nodes, document["after"]["nodes"]) > 4 and site in NODES_UNKNOWN:
                continue
            self.check(where, home, document, slurm)

    def check(self, where, home, document, slurm):
        script = pathlib.Path(self.gpujob.home, "there.sh")
        script.write_text(document["script"], encoding="utf-8")
        sent = subprocess.run(["sbatch", "--hold", "--parsable", str(script)], env=slurm, text=True,
                              capture_output=True, check=False, timeout=60,
                              cwd=self.gpujob.home)
        if sent.returncode:
            self.failures.append(f"{where}: sbatch: {sent.stderr}{document['script']}")
            return
        job = sent.stdout.strip().split(";")[0]
        text = subprocess.run(["scontrol", "show", "job", "-d", job], env=slurm, text=True,
                              capture_output=True, check=True, timeout=60).stdout
        subprocess.run(["scancel", job], env=slurm, check=True, timeout=60)
        there = asked_of(text)
        self.accepted += 1
        whole = there.gpus == 0 and document["after"]["gpus"] > 0  # whole nodes come with their GPUs
        for unit, before, after in (("GPU", home.gpus, document["after"]["gpus"] if whole else there.gpus),
                                    ("node", home.nodes, there.nodes),
                                    ("task", home.tasks, there.tasks),
                                    ("second", home.minutes, there.minutes)):
            if before != after and not said(document, before, after, unit):
                self.failures.append(f"{where}: {before} {unit}s became {after} in silence\n"
                                     f"{document['script']}{text}")


def slurm_environment(gpujob, sandbox):
    """What `gpujob sandbox env` tells a shell to set."""
    text = gpujob("sandbox", "env", "--name", sandbox)
    done = subprocess.run(["bash", "-c", text + "\nenv -0"], env=gpujob.environment,
                          capture_output=True, check=True)
    pairs = dict(pair.split("=", 1) for pair in done.stdout.decode().split("\0") if "=" in pair)
    let_held_jobs_in(pairs["SLURM_CONF"])
    return {**os.environ, **pairs}


def let_held_jobs_in(slurm_conf):
    """A sandbox at full scale refuses jobs, for no node would run them. Here they are only held."""
    guard = pathlib.Path(slurm_conf).parent / "cli_filter.lua"
    text = guard.read_text(encoding="utf-8")
    guard.write_text(text.replace('options["test-only"] == "set"', "true"), encoding="utf-8")
