# SPDX-License-Identifier: MIT
"""The real sbatch, asked with --test-only: in a sandbox started for it, or through a slurm.conf."""

import concurrent.futures
import os
import re
import subprocess
import tempfile
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


def clean_environment(home: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C", "TZ": "UTC", "USER": "root"}


class Sandbox:
    """`gpujob sandbox` at full scale, up inside a `with` and gone after it."""

    def __init__(self, gpujob: str, site: str, profiles: str = ""):
        self.gpujob = gpujob
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
            self.run("up", "--site", self.site, "--scale", "full", "--name", self.name)
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
