# SPDX-License-Identifier: MIT
"""The worked example of docs/own-workload.md, step by step: each command ends well, and each run it waits for has a
report with a right answer.

usage: own_workload_test.py GPUJOB PAGE
"""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from clean_environment import clean_environment

GPUJOB, PAGE = os.path.abspath(sys.argv[1]), sys.argv[2]


def steps():
    with open(PAGE, encoding="utf-8") as file:
        return re.findall(r"^\$ gpujob (.*)$", file.read(), re.M)


def children(pid):
    """Whether the process has a child: from then on it hears signals, and the compiler takes seconds."""
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return bool(file.read().strip())
    except FileNotFoundError:
        return False


class WorkedExample(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = folder.name

    def environment(self):
        return clean_environment(HOME=self.home)

    def gpujob(self, *words, status=0):
        words = [word.replace("~", self.home, 1) if word.startswith("~/") else word for word in words]
        done = subprocess.run([GPUJOB, *words], capture_output=True, text=True, check=False, env=self.environment())
        self.assertEqual(done.returncode, status, f"{words}: {done.stderr}")
        return done.stdout

    def reports(self):
        found = []
        for folder, _, names in os.walk(self.home):
            for name in names:
                if re.fullmatch(r"report-\d+\.json", name):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        found.append(json.load(file))
        return found

    def test_every_step_works(self):
        commands = steps()
        self.assertGreater(len(commands), 10)
        for command in commands:
            with self.subTest(command=command):
                self.gpujob(*command.split())
        reports = self.reports()
        self.assertEqual(len(reports), sum(command.startswith("submit") for command in commands))
        self.assertEqual({report["workload"] for report in reports}, {"heat", "storm", "ember"})
        for report in reports:
            self.assertTrue(report["answer"]["valid"])
            self.assertGreater(report["rates"]["points_per_second"], 0)

    def test_a_signal_during_the_build_sends_nothing(self):
        self.gpujob("workload", "new", "heat")
        with subprocess.Popen([GPUJOB, "submit", "heat", "--site", "local"], env=self.environment(),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as submit:
            programs = os.path.join(self.home, ".local/share/gpujob/programs")
            while submit.poll() is None and not (os.path.exists(programs) and children(submit.pid)):
                time.sleep(0.01)
            submit.send_signal(signal.SIGINT)
            _, errors = submit.communicate(timeout=120)
        self.assertEqual(submit.returncode, -signal.SIGINT, "a loop of the shell ends with it")
        self.assertEqual(errors, "note: building heat.cpu for this processor\n"
                                 "error: build of heat.cpu: interrupted by signal 2; run the same command to continue\n")
        self.assertFalse(os.path.exists(os.path.join(self.home, ".local/share/gpujob/runs")))

    def test_a_wrong_answer_of_ones_own_fails_the_run(self):
        self.gpujob("workload", "new", "storm", "--lang", "command")
        path = os.path.join(self.home, ".config/gpujob/workloads/storm/storm.sh")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("area += 4", "area += 5"))
        self.gpujob("submit", "storm", "--site", "local", "--size", "small")
        self.gpujob("wait", "last", status=1)
        self.assertEqual([report["answer"]["valid"] for report in self.reports()], [False])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
