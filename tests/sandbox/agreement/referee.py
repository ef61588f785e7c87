# SPDX-License-Identifier: MIT
"""The real sbatch, asked with --test-only: in a sandbox started for it, or before a controller whose
configuration was written by hand (by_hand/)."""

import concurrent.futures
import json
import os
import re
import shutil
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass

PARALLEL = 3
PATIENCE_S = 60

# Not a verdict: the scheduler could not be asked.
SILENT = re.compile(r"Unable to contact|timed out|Communication connection|configuration source")


@dataclass(frozen=True)
class Verdict:
    accepts: bool
    words: str


class Referee:
    """Any number of scripts, a few at a time. `environment` is what reaches the controller."""

    def __init__(self, environment: dict[str, str]):
        self.environment = environment

    def judge_all(self, scripts: list[str]) -> list[Verdict]:
        with concurrent.futures.ThreadPoolExecutor(PARALLEL) as pool:
            return list(pool.map(self.judge, scripts))

    def judge(self, script: str) -> Verdict:
        # The controller that is asked is the cluster's own; -M would need a database of clusters.
        lines = [line for line in script.splitlines() if "--clusters=" not in line]
        for _ in range(3):
            answer = subprocess.run(
                ["sbatch", "--test-only"], input="\n".join(lines) + "\n", text=True,
                capture_output=True, env=self.environment, timeout=PATIENCE_S, check=False)
            words = answer.stdout + answer.stderr
            if not SILENT.search(words):
                return Verdict(answer.returncode == 0, words.strip())
        raise RuntimeError(f"sbatch could not ask: {words}")


def all_profiles(gpujob: str) -> dict[str, dict]:
    """Of each cluster, as `gpujob site show` prints it."""
    def read(*words: str) -> dict:
        answer = subprocess.run([gpujob, "site", *words, "--format", "json"], text=True,
                                capture_output=True, check=True)
        return json.loads(answer.stdout)
    names = [f"{site['center']}/{site['cluster']}" for site in read("list")["sites"]]
    return {name: read("show", name)["profile"] for name in names}


def documented_gpus(profile: dict) -> list[str]:
    """The GPU types for which the profile says how a job asks."""
    return [gpu["key"] for gpu in profile["gpus"] if gpu["request_documented"]]


def clean_environment(home: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C", "TZ": "UTC", "USER": "root"}


class Sandbox:
    """`gpujob sandbox` at full scale, up inside a `with` and gone after it."""

    def __init__(self, gpujob: str, site: str, profiles: str = "", more: tuple[str, ...] = ()):
        self.gpujob = gpujob
        self.more = more
        self.site = site
        self.name = "agreement-" + site.split("/")[1]
        self.home = tempfile.TemporaryDirectory(prefix="gpujob-agreement-")
        self.environment = {**clean_environment(self.home.name), "GPUJOB_PROFILE_PATH": profiles}

    def run(self, *words: str) -> str:
        answer = subprocess.run([self.gpujob, "sandbox", *words], text=True, capture_output=True,
                                env=self.environment, timeout=300, check=False)
        if answer.returncode != 0:
            raise RuntimeError(f"gpujob sandbox {' '.join(words)}: {answer.stdout}{answer.stderr}")
        return answer.stdout

    def __enter__(self) -> Referee:
        try:
            self.run("up", "--site", self.site, "--scale", "full", "--name", self.name, *self.more)
            exported = re.findall(r"^export (\w+)=(.*)$", self.run("env", "--name", self.name), re.M)
        except BaseException:
            self.__exit__()
            raise
        return Referee({**self.environment, **{name: value.strip("'\"") for name, value in exported}})

    def __exit__(self, *_) -> None:
        try:
            self.run("down", "--name", self.name)
        finally:
            self.home.cleanup()


BY_HAND = os.path.join(os.path.dirname(os.path.abspath(__file__)), "by_hand")
DEADLINE_S = 120


def written_by_hand() -> list[str]:
    """The clusters that have such a configuration."""
    return sorted(name[:-len(".gres")] for name in os.listdir(BY_HAND) if name.endswith(".gres"))


class ByHand:
    """munged and slurmctld with the configuration of by_hand/, up inside a `with` and gone after it."""

    def __init__(self, cluster: str):
        self.cluster = cluster
        self.home = tempfile.TemporaryDirectory(prefix="gpujob-byhand-")
        self.daemons: list[subprocess.Popen] = []

    def write(self) -> str:
        """The slurm.conf."""
        home = self.home.name
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        words = {"dir": home, "port": port, "user": os.getuid(),
                 "host": socket.gethostname().split(".")[0]}
        for file, parts in (("slurm.conf", ("common.conf", f"{self.cluster}.conf")),
                            ("gres.conf", (f"{self.cluster}.gres",)),
                            ("job_submit.lua", (f"{self.cluster}.lua", "common.lua"))):
            text = ""
            for part in parts:
                with open(f"{BY_HAND}/{part}", encoding="utf-8") as handle:
                    text += handle.read()
            with open(f"{home}/{file}", "w", encoding="utf-8") as handle:
                handle.write(re.sub(r"@(\w+)@", lambda at: str(words[at[1]]), text))
        for folder in ("state", "spool"):
            os.mkdir(f"{home}/{folder}")
        return f"{home}/slurm.conf"

    def start(self, program: str, *words: str) -> None:
        path = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin")
        with open(f"{self.home.name}/{program}.out", "w", encoding="utf-8") as out:
            self.daemons.append(subprocess.Popen([path, *words], stdout=out, stderr=out))

    def wait_for(self, what: str, is_so) -> None:
        patience = time.monotonic() + DEADLINE_S
        while not is_so():
            gone = [one.args[0] for one in self.daemons if one.poll() is not None]
            if gone or time.monotonic() > patience:
                raise RuntimeError(f"{self.cluster}: {what}; ended: {gone}\n{self.said()}")
            time.sleep(0.05)

    def said(self) -> str:
        text = ""
        for name in ("munged.out", "slurmctld.out"):
            if os.path.exists(path := f"{self.home.name}/{name}"):
                with open(path, encoding="utf-8") as file:
                    text += file.read()
        return text

    def __enter__(self) -> Referee:
        try:
            home = self.home.name
            conf = self.write()
            with open(os.open(f"{home}/munge.key", os.O_WRONLY | os.O_CREAT, 0o600), "wb") as key:
                key.write(os.urandom(128))
            self.start("munged", "--foreground", "--force", f"--key-file={home}/munge.key",
                       f"--socket={home}/munge.socket", f"--pid-file={home}/munged.pid",
                       f"--seed-file={home}/munge.seed", "--origin=127.0.0.1")
            self.wait_for("munged opened no socket", lambda: os.path.exists(f"{home}/munge.socket"))
            self.start("slurmctld", "-D", "-c", "-f", conf)
            environment = {**clean_environment(home), "SLURM_CONF": conf}
            ping = ["scontrol", "ping"]
            self.wait_for("slurmctld does not answer", lambda: " is UP" in subprocess.run(
                ping, env=environment, capture_output=True, text=True, check=False).stdout)
            return Referee(environment)
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_) -> None:
        for daemon in reversed(self.daemons):
            daemon.terminate()
            daemon.wait()
        self.home.cleanup()
