#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""follow_test.py GPUJOB: `run`, `logs -f` and `retry` for jobs at a center behind ssh. Output comes while the job goes on,
each byte once; a run is sent again once, also over a line that is cut. The ssh is cut_ssh.py."""
import re
import subprocess
import unittest

from line import Line

TO_PELLE = ("--site", "uppmax", "--gpu", "l40s", "--time", "5")
LONG = 300_000


class Follow(Line):
    def setUp(self):
        super().setUp()
        self.ask_often()
        (self.root / "ssh").write_text(f"#!/bin/sh\n[ ! -e {self.root}/closed ] || export CLOSED=1\n"
                                       f"exec {self.environment['GPUJOB_SSH']} \"$@\"\n")
        (self.root / "ssh").chmod(0o755)
        self.environment["GPUJOB_SSH"] = f"{self.root}/ssh"
        # Ends once the file `go` is there, or the test is over.
        text = (f"head -c {LONG} /dev/zero | tr '\\0' x; echo; echo first\n"
                f"while [ -d {self.root} ] && [ ! -e {self.root}/go ]; do sleep 0.05; done\n"
                "echo second; echo oops >&2; exit 7\n")
        (self.root / "job.sh").write_text("#!/bin/bash\n" + text)

    def started(self, *words, **variables):
        command = subprocess.Popen([self.gpujob, *words], env=self.environment | variables, cwd=self.root, text=True,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(command.__exit__, None, None, None)
        self.addCleanup(command.kill)
        return command

    def follows(self, status, *words):
        """The first lines come while the job goes on, and what was brought is not brought again."""
        measured = self.root / "measured"
        command = self.started(*words, CUT="measure 0", CUT_WHAT='"file"', MEASURED=str(measured))
        self.assertEqual(command.stdout.readline(), "x" * LONG + "\n")
        self.assertEqual(command.stdout.readline(), "first\n")
        (self.root / "go").write_text("")
        out, err = command.communicate(timeout=60)
        self.assertEqual((out, command.returncode), ("second\n", status), err)
        received = sum(int(line.split()[1]) for line in measured.read_text().splitlines() if line.startswith("out"))
        self.assertLess(received, LONG * 1.6)  # base64 makes four bytes of three
        return err

    def test_run_shows_the_output_and_ends_as_the_command(self):
        self.assertIn("oops\n", self.follows(7, "run", *TO_PELLE, "--", "bash", f"{self.root}/job.sh"))

    def test_logs_are_followed(self):
        run = self.good(self.run_it("submit", "./job.sh", *TO_PELLE, "--parsable")).strip()
        self.assertIn("failed", self.follows(1, "logs", run, "-f"))

    def test_the_line_is_closed_meanwhile(self):
        run = self.started("run", *TO_PELLE, "--", "bash", f"{self.root}/job.sh")
        self.assertEqual([len(run.stdout.readline()) for _ in range(2)], [LONG + 1, len("first\n")])
        logs = self.started("logs", "last", "-f")
        self.assertEqual([len(logs.stdout.readline()) for _ in range(2)], [LONG + 1, len("first\n")])
        (self.root / "closed").write_text("")
        for command, status in ((run, 125), (logs, 4)):
            out, err = command.communicate(timeout=60)
            self.assertEqual((out, command.returncode), ("", status), err)
            self.assertIn("the center cannot be asked (1 run has not ended); run 'gpujob connect uppmax/pelle'", err)
        (self.root / "go").write_text("")
        (self.root / "closed").unlink()
        self.assertIn("exit status 7", self.good(self.run_it("wait", "last"), 1))

    def fails(self, *words):
        """A run that is over and failed."""
        (self.root / "go").write_text("")
        run = self.good(self.run_it("submit", *words, *TO_PELLE, "--tag", "kind=first", "--parsable")).strip()
        self.assertEqual(self.run_it("wait", run).returncode, 1)
        return run

    def test_a_run_is_sent_again_once(self):
        run = self.fails("./job.sh", "x")
        (self.root / "closed").write_text("")
        closed = self.run_it("retry", run)
        self.assertEqual(closed.returncode, 4, closed.stderr)
        self.assertIn("no open connection", closed.stderr)
        (self.root / "closed").unlink()
        again = self.good(self.run_it("retry", run, "--parsable")).strip()
        self.assertEqual(self.run_it("wait", again).returncode, 1)
        self.assertTrue(self.good(self.run_it("logs", again)).endswith("first\nsecond\n"))
        self.assertIn(again, self.good(self.run_it("runs", "--tag", "kind=first")))
        twice = self.run_it("retry", run)
        self.assertEqual(twice.returncode, 2, twice.stderr)
        self.assertIn(f"was sent again already, as run {again}", twice.stderr)

        # The answer is lost: the retry of the retry is unknown, and sent once.
        for cut in ("in 100", "out 1"):
            lost = self.run_it("retry", again, CUT=cut)
            self.assertEqual(lost.returncode, 5, lost.stderr)
            again = re.search(r"gpujob recover (01\w+)", lost.stderr)[1]
            self.assertIn(again, self.good(self.run_it("recover")))
            self.assertEqual(self.run_it("wait", again).returncode, 1)
        self.assertEqual(list(self.jobs_by_name().values()), [1] * 4)

    def test_tasks_are_sent_again_alone(self):
        # Of an array of gpujob's own one run, of the user's array the tasks that failed.
        (self.root / "go").write_text("")
        self.assertEqual(self.run_it("submit", "./job.sh", "--runs", "2", *TO_PELLE, "--wait").returncode, 7)
        again = self.good(self.run_it("retry", "last~1", "--parsable")).strip()
        self.assertEqual(self.run_it("wait", again).returncode, 1)
        (self.root / "job.sh").write_text("#!/bin/bash\necho task $SLURM_ARRAY_TASK_ID\nexit $((SLURM_ARRAY_TASK_ID % 2))\n")
        run = self.fails("./job.sh", "--array", "0-3")
        again = self.good(self.run_it("retry", run, "--parsable")).strip()
        self.assertEqual(self.run_it("wait", again).returncode, 1)
        self.assertEqual(self.good(self.run_it("logs", again, "--task", "3")), "task 3\n")
        self.assertIn("its tasks are 1,3", self.run_it("logs", again).stderr)

    def test_a_retry_starts_in_a_fresh_copy(self):
        folder = self.root / "folder"
        folder.mkdir()
        (folder / "job.sh").write_text("#!/bin/bash\n[ -e mark ] && echo dirty || echo clean\n: > mark\nexit 1\n")
        run = self.fails("./folder/job.sh", "--sync", "folder")
        (folder / "job.sh").unlink()  # what was sent counts
        again = self.good(self.run_it("retry", run, "--parsable")).strip()
        self.assertEqual(self.run_it("wait", again).returncode, 1)
        self.assertEqual(self.good(self.run_it("logs", again)), "clean\n")
        self.good(self.run_it("pull", again, "--outputs", "mark"))
        self.assertTrue((self.root / again / "mark").exists())


if __name__ == "__main__":
    unittest.main()
