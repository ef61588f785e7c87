# SPDX-License-Identifier: MIT
"""A sandbox whose controller is frozen, killed and started again, for a gpujob that takes it for this machine's Slurm."""
import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

from case import SITE, SandboxCase, main, words

ACCOUNT = "naiss2025-22-934"
MESSAGE_TIMEOUT = 3  # seconds, of Slurm's clients


class ControllerCase(SandboxCase):
    """All tests share one sandbox; what one leaves in the queue does not disturb the next."""

    counts = argparse.Namespace(record="", store="")

    @classmethod
    def setUpClass(cls):
        cls.shared = cls("id")
        SandboxCase.setUp(cls.shared)
        cls.shared.gpujob("up", "--site", SITE)
        conf = cls.shared.record()["slurm_conf"]
        with open(conf, "a", encoding="utf-8") as file:
            file.write(f"MessageTimeout={MESSAGE_TIMEOUT}\nMaxJobCount=20000\n")
        # From here on it is this machine's Slurm: gpujob knows nothing of it but its configuration.
        cls.shared.environment.update(SLURM_CONF=conf, GPUJOB_HOME=cls.counts.store or str(cls.shared.home / "own"))
        cls.shared.controller = None
        cls.shared.restart_controller()

    @classmethod
    def tearDownClass(cls):
        cls.shared.controller.kill()
        cls.shared.controller.wait()
        del cls.shared.environment["GPUJOB_HOME"]
        SandboxCase.tearDown(cls.shared)

    def setUp(self):
        self.home, self.environment, self.directory = (
            self.shared.home, self.shared.environment, self.shared.directory)
        self.store = pathlib.Path(self.environment["GPUJOB_HOME"], "data/runs")

    def tearDown(self):
        pass

    def ask(self, *command):
        return subprocess.run(command, env=self.environment, text=True, capture_output=True, timeout=60, check=True,
                              cwd=self.home).stdout

    def wait_for_controller(self):
        end = time.monotonic() + 120
        while time.monotonic() < end:
            try:
                if " is UP" in self.ask("scontrol", "ping"):
                    return
            except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
                time.sleep(0.1)
        self.fail("the controller does not come back")

    def restart_controller(self, meanwhile=lambda: None):
        """Kills it as a crash would, and starts it with the state that it had saved."""
        pid = self.pid_of("slurmctld")
        argv = words(pathlib.Path(f"/proc/{pid}/cmdline"), "\0")[:-1]
        environment = dict(word.split("=", 1)
                           for word in words(pathlib.Path(f"/proc/{pid}/environ"), "\0") if "=" in word)
        os.kill(pid, signal.SIGKILL)
        if self.shared.controller:
            self.shared.controller.wait()
        while self.is_alive(pid):
            time.sleep(0.01)
        meanwhile()
        self.shared.controller = subprocess.Popen(
            argv, env=environment, cwd=self.home, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True)
        self.wait_for_controller()

    def freeze_controller(self, meanwhile):
        os.kill(pid := self.pid_of("slurmctld"), signal.SIGSTOP)
        meanwhile()
        os.kill(pid, signal.SIGCONT)
        self.wait_for_controller()

    @staticmethod
    def is_alive(pid):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
                return file.read().rsplit(")", 1)[1].split()[0] != "Z"
        except OSError:
            return False

    def queue(self):
        """Name of a job to the ids that have it."""
        found = {}
        for row in self.ask("squeue", "--noheader", "--states=all", "--format=%i|%j").splitlines():
            job_id, name = row.split("|", 1)
            found.setdefault(name, []).append(job_id)
        return found

    def submit(self, work="sleep 1000", *options, **more):
        return subprocess.run([self.gpujob_program, "submit", "--wrap", work, "--site", SITE, "--here", "--account", ACCOUNT,
                               "--time", "00:20:00", *options], env={**self.environment, **more},
                              text=True, capture_output=True, timeout=300, check=False, cwd=self.home)

    def runs(self):
        """Every run by its id, as its files tell it."""
        listed = json.loads(self.any_gpujob("runs", "--limit", "1000000", "--format", "json").stdout)["runs"]
        return {run["run"]: run for run in listed}

    def look(self, *runs):
        """What `status` says of runs, each with its evidence."""
        done = subprocess.run([self.gpujob_program, "status", *runs, "--explain", "--format", "json"],
                              env=self.environment, text=True, capture_output=True, timeout=120, check=False)
        self.assertIn(done.returncode, (0, 1, 5, 8), done.stderr)
        return {run["run"]: run for run in json.loads(done.stdout)["runs"]}

    @staticmethod
    def run_of(done):
        return re.search(r"\brun (0[0-9A-Z]{25})\b", done.stdout + done.stderr).group(1)

    def count(self, what, done, wrong):
        if self.counts.record:
            with open(self.counts.record, "a", encoding="utf-8") as file:
                file.write(json.dumps({"what": what, "done": done, "wrong": wrong}) + "\n")


def run(case, *programs, **counts):
    """The tests of `case`, with the counts that the command line gives in place of these."""
    parser = argparse.ArgumentParser()
    for word, usual in {**counts, "record": "", "store": ""}.items():
        parser.add_argument("--" + word, type=type(usual), default=usual)
    case.counts, rest = parser.parse_known_args()
    sys.argv[1:] = rest
    main(*programs)
