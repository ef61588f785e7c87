#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""copies_test.py GPUJOB: folders that go with a job to its center: what is copied, what is refused, a
line that is cut while they travel, and a copy that is not whole there."""
import json
import os
import re
import shutil
import socket
import unittest

from center import scratch
from line import Line

SCRIPT = ("#!/bin/bash\nset -e\n./tool \"$1\" | tee results/made.txt\n"
          "cat 'with blank/ä.bin' > results/bytes.bin\nreadlink link\n")


def make_project(project):
    (project / "with blank").mkdir(parents=True)
    (project / "results").mkdir()
    (project / ".git").mkdir()
    (project / ".git/config").write_text("x")
    (project / "train.sh").write_text(SCRIPT)
    (project / "tool").write_text("#!/bin/sh\necho \"made by $1 in ${PWD##*/}\"\n")
    (project / "tool").chmod(0o755)
    (project / "with blank/ä.bin").write_bytes(os.urandom(600_000))
    (project / "link").symlink_to("with blank/ä.bin")
    (project / "old.o").write_text("object")
    (project / ".gpujobignore").write_text("*.o\n")
    return project


class Copies(Line):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        place = scratch()
        cls.addClassCleanup(place.cleanup)
        cls.bin = place.name
        for name in os.listdir("/usr/bin"):
            if name != "rsync":
                os.symlink(f"/usr/bin/{name}", f"{cls.bin}/{name}")

    def setUp(self):
        super().setUp()
        self.project = make_project(self.root / "project")

    def words(self, *more, site="uppmax"):
        return ("submit", "project/train.sh", "ada", "--sync", "project", "--site", site, "--gpu", "l40s", "--time", "5",
                *more)

    def send(self, **variables):
        return self.run_it(*self.words("--parsable"), **variables)

    def copy_of(self, run):
        return self.center.home / ".local/share/gpujob/runs" / run / "copy"

    def pieces(self):
        return list((self.center.home / ".cache/gpujob/pieces").glob("*"))

    def test_a_folder_goes_with_its_job(self):
        shown = self.run_it(*self.words("--dry-run"))
        self.good(shown)
        self.assertRegex(shown.stderr, r"note: --sync would copy 4 files, 586\.\d KiB of '.*/project'; "
                                       r"\.gpujobignore names 1 more\n")
        self.assertIn("\n  link -> with blank/ä.bin\n", shown.stderr)
        self.assertEqual(self.pieces(), [])
        first = self.send()
        run = self.good(first).strip()
        self.assertIn("note: copying 4 files, 586.", first.stderr)
        self.until_over(run)
        self.assertEqual(self.good(self.run_it("logs", run)), "made by ada in copy\nwith blank/ä.bin\n")
        copy = self.copy_of(run)
        for name in ("tool", "with blank/ä.bin", ".gpujobignore"):
            self.assertEqual((copy / name).read_bytes(), (self.project / name).read_bytes())
        self.assertEqual((copy / "results/bytes.bin").read_bytes(), (self.project / "with blank/ä.bin").read_bytes())
        self.assertEqual([(copy / name).exists() for name in ("old.o", ".git")], [False, False])
        # A further job has a copy of its own; what did not change does not travel again.
        (self.project / "tool").write_text("#!/bin/sh\necho \"then by $1\"\n")
        second = self.send()
        self.assertRegex(second.stderr, r"note: \d+ B went over the line")
        again = self.good(second).strip()
        self.until_over(again)
        self.assertEqual((self.copy_of(again) / "results/made.txt").read_text(), "then by ada\n")
        self.assertEqual((copy / "results/made.txt").read_text(), "made by ada in copy\n")

    def test_commands_subdirectories_and_equal_runs(self):
        done = self.run_it("run", "--sync", "project", "--chdir", "with blank", "--site", "uppmax", "--gpu", "l40s",
                           "--time", "5", "--", "../tool", "a  b $HOME")
        self.assertEqual((done.returncode, done.stdout), (0, "made by a  b $HOME in with blank\n"), done.stderr)
        runs = self.good(self.run_it(*self.words("--runs", "2", "--parsable"))).split()
        for run in runs:
            self.until_over(run)
        for run in runs:
            self.assertEqual((self.copy_of(run) / "results/made.txt").read_text(), "made by ada in copy\n")

    def test_two_centers_get_a_copy_each(self):
        other = self.second_center()
        both = self.words("--parsable", site="uppmax,c3se")
        both = [*both[:both.index("--gpu") + 1], "l40s,A40", *both[both.index("--gpu") + 2:]]
        # Where one copy does not arrive, no center gets a job.
        self.assertNotEqual(self.run_it(*both, CUT="in 700", CUT_WHAT="tar -x", NO_RSYNC=self.bin).returncode, 0)
        self.assertEqual(self.good(self.run_it("runs")), "no runs\n")
        runs = self.good(self.run_it(*both)).split()
        for run, center in zip(runs, (self.center, other)):
            self.until_over(run)
            made = center.home / ".local/share/gpujob/runs" / run / "copy/results/made.txt"
            self.assertEqual(made.read_text(), "made by ada in copy\n")

    def test_what_is_refused_sends_nothing(self):
        for words, said in (
                (("--sync", "nowhere"), "option '--sync': 'nowhere' is not a directory here; check the path"),
                (("--sync", "project", "--chdir", "nowhere"), "option '--chdir': 'nowhere' is not a directory here"),
                (("--sync", "project", "--sync-limit", "lots"), "option '--sync-limit': 'lots' is not SIZE or SIZE,FILES"),
                (("--sync", "project", "--sync-limit", "200M,3"), "more than 200 MiB or 3 files to copy")):
            done = self.run_it("submit", "project/train.sh", "--site", "uppmax", "--gpu", "l40s", "--time", "5", *words)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(said, done.stderr)
        (self.project / "out").symlink_to("/etc")
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(self.project / "socket"))
            refused = self.send()
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn("/project/out: this link leads out of the folder; put what it leads to there, or name it in "
                          ".gpujobignore", refused.stderr)
            (self.project / ".gpujobignore").write_text("*.o\n/out\n")
            self.assertEqual((self.jobs_by_name(), self.pieces()), ({}, []))
            sent = self.send()
            self.good(sent)
            self.assertIn("; without 'socket', which is not a file", sent.stderr)
        self.assertEqual(self.run_it("submit", "integrate2d", "--sync", "project", "--site", "uppmax").returncode, 2)

    def test_a_cut_copy_sends_nothing_and_goes_on(self):
        for what, cut, kept in (("lacks", "in 40", 0), ("lacks", "out 40", 0), ("lacks", "out 150", 0),
                                ("tar -x", "in 700", 0), ("tar -x", "in 300000", None), ("rsync", "in 100", None),
                                ("rsync", "in 300000", None), ("rsync", "out 30", None)):
            # Where the line stays cut, tar has it no better than rsync.
            done = self.send(CUT=cut, CUT_WHAT=what, **({} if what == "rsync" else {"NO_RSYNC": self.bin}),
                             **({"CUT_ALL": "tar -x"} if what == "rsync" else {}))
            # 4 where no gpujob greeted, or one could say that its request is cut.
            self.assertIn(done.returncode, (1, 4), f"{what} {cut}: {done.stdout}{done.stderr}")
            self.assertIn("did not arrive whole (no job was sent); the same command goes on where this one stopped",
                          done.stderr)
            if kept is not None:
                self.assertEqual(len(self.pieces()), kept)
        self.assertEqual(self.jobs_by_name(), {})
        self.assertEqual(self.good(self.run_it("runs")), "no runs\n")
        staged = self.root / "seat/.cache/gpujob/staged"
        self.assertEqual(list(staged.glob("*")), [])
        # Of a command that was killed.
        (staged / "old").mkdir()
        (staged / "old/a").symlink_to(self.project / "tool")
        os.utime(staged / "old", (1, 1))
        # rsync goes on within the file that it was cut in.
        self.assertGreater(sum(piece.stat().st_size for piece in self.pieces()), 250_000)
        measured = self.root / "measured"
        whole = self.send(CUT="measure 0", CUT_WHAT="rsync", MEASURED=str(measured))
        self.good(whole)
        self.assertLess(int(measured.read_text().split()[1]), 360_000)
        self.assertEqual((list(staged.glob("*")), (self.project / "tool").exists()), ([], True))
        self.until_over(whole.stdout.strip())
        again = self.send()
        self.assertIn("note: 0 B went over the line", again.stderr)
        self.until_over(self.good(again).strip())

    def test_a_copy_goes_by_rsync_where_both_have_it_else_by_tar(self):
        for variables, rsync in (({}, True), ({"NO_RSYNC": self.bin}, False), ({"PATH": self.bin}, False)):
            # The environment of a login shell there is kept from the first time on.
            shutil.rmtree(self.center.home / ".cache/gpujob/serve", ignore_errors=True)
            self.center.restore(self.center.text.replace("/usr/bin:/bin", variables.get("NO_RSYNC", "/usr/bin:/bin")))
            log = self.root / "calls"
            log.unlink(missing_ok=True)
            (self.project / "new").write_text(str(variables))
            run = self.good(self.send(CALLS=str(log), **variables)).strip()
            calls = log.read_text()
            self.assertEqual(("rsync --server" in calls, "tar -x" in calls), (rsync, not rsync), calls)
            self.assertNotIn("project", calls.replace("project-copy", ""))
            self.until_over(run)
            self.assertEqual((self.copy_of(run) / "new").read_text(), str(variables))
        (self.project / "new").write_text("by neither")
        done = self.send(PATH=str(self.root))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("error: tar: not found on PATH (it copies folders to centers); install it, or rsync", done.stderr)
        # What an rsync there says that is none, or one in whose way login scripts print: tar goes on.
        fake = self.center.home / ".local/bin/rsync"
        fake.write_text("#!/bin/sh\necho welcome to the center\nexit 1\n")
        fake.chmod(0o755)
        (self.project / "new").write_text("noise")
        run = self.good(self.send()).strip()
        self.until_over(run)
        self.assertEqual((self.copy_of(run) / "new").read_text(), "noise")

    def test_a_file_that_changes_meanwhile_is_told(self):
        done = self.send(BEFORE=f"echo more >> '{self.project}/tool'", CUT_WHAT="rsync")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("/project/tool: it changed while it was copied; submit again when nothing writes to it", done.stderr)
        self.assertEqual(self.jobs_by_name(), {})
        self.until_over(self.good(self.send()).strip())

    def test_a_submission_that_is_cut_has_its_whole_copy_or_no_job(self):
        for cut in ("in 100", "out 100", "out 0"):
            done = self.send(CUT=cut)
            self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
        # In between the folder changes here, and what the first had is there no more.
        (self.project / "tool").write_text("#!/bin/sh\necho later\n")
        self.good(self.run_it("recover"))
        jobs = self.jobs_by_name()
        self.assertEqual(sorted(jobs.values()), [1, 1, 1])
        self.until_ended(3, self.center)
        for name in jobs:
            run = re.search("01[0-9A-Z]{24}", name)[0]
            self.assertEqual((self.copy_of(run) / "results/made.txt").read_text(), "made by ada in copy\n")

    def test_without_a_file_there_is_no_job(self):
        self.assertEqual(self.send(CUT="in 100").returncode, 5)
        for piece in self.pieces():
            if piece.stat().st_size == 600_000:
                piece.write_bytes(b"half")
        refused = self.run_it("recover")
        self.assertEqual(refused.returncode, 4, refused.stdout + refused.stderr)
        self.assertIn("a file of it is missing at the center", refused.stderr)
        self.assertEqual(self.jobs_by_name(), {})
        self.assertEqual(list((self.center.home / ".local/share/gpujob/runs").glob("01*")), [])
        self.until_over(self.good(self.send()).strip())


    def test_a_workload_of_ones_own_goes_with_its_job(self):
        self.good(self.run_it("workload", "new", "storm", "--lang", "command"))
        folder = self.root / "seat/.config/gpujob/workloads/storm"
        submit = ("submit", "storm", "--backend", "cpu", "--size", "small", "--site", "uppmax", "--parsable")
        # Nothing is sent where its folder does not arrive.
        self.assertIn(self.run_it(*submit, CUT="in 700", CUT_WHAT="tar -x", NO_RSYNC=self.bin).returncode, (1, 4))
        self.assertEqual(self.jobs_by_name(), {})
        cut = self.run_it(*submit, CUT="out 0")
        self.assertEqual(cut.returncode, 5, cut.stderr)
        self.assertIn("note: copying ", cut.stderr)
        (folder / "storm.sh").write_text("#!/bin/sh\nexit 3\n")
        self.good(self.run_it("recover"))
        run = self.good(self.run_it("runs", "--format", "json"))
        run = json.loads(run)["runs"][0]["run"]
        self.until_over(run)
        there = self.center.home / ".local/share/gpujob/runs" / run
        self.assertNotIn("exit 3", (there / "workloads/storm/storm.sh").read_text())
        report = json.loads((self.root / "seat/.local/share/gpujob/runs" / run / "report-1.json").read_text())
        self.assertTrue(report["answer"]["valid"])
        self.assertEqual(list(self.jobs_by_name().values()), [1])

    def test_outputs_come_back(self):
        (self.project / "train.sh").write_text(
            "#!/bin/bash\nmkdir -p results/deep\nhead -c 20000000 /dev/urandom > results/deep/big.bin\n"
            "for i in 1 2 3; do echo $i > results/$i.csv; done\n: > results/empty.csv\nln -s /etc/passwd results/way.csv\n"
            "mkfifo results/pipe.csv\necho other > other.csv\n")
        run = self.good(self.send()).strip()
        self.until_over(run)
        copy, back = self.copy_of(run), self.root / "back" / run
        pull = ("pull", run, "--to", "back", "--format", "json", "--outputs")

        def outputs(*globs, **variables):
            return json.loads(self.good(self.run_it(*pull, *globs, **variables)))["runs"][0]["outputs"]
        self.assertEqual(outputs("results/*.csv"), {"files": 4, "bytes": 6, "kept": 0, "left": []})
        self.assertEqual(sorted(path.name for path in back.rglob("*")), ["1.csv", "2.csv", "3.csv", "empty.csv", "results"])
        self.assertEqual(outputs("*.csv", "--outputs", "!results/*"), {"files": 1, "bytes": 6, "kept": 0, "left": []})
        self.assertEqual(outputs("*.csv"), {"files": 0, "bytes": 0, "kept": 5, "left": []})
        # A line that is cut in the second batch: what came stays, and the rest follows.
        for cut, what in (("out 2000000", '"at":0'), ("out 100", '"at":16777216')):
            done = self.run_it(*pull, "results", CUT=cut, CUT_WHAT=what)
            self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
            self.assertFalse((back / "results/deep").exists())
        measured = self.root / "measured"
        (back / "results/2.csv").write_text("another")
        found = outputs("results", CUT="measure 0", CUT_WHAT='"at":', MEASURED=str(measured))
        self.assertEqual((found["files"], found["kept"]), (2, 3))
        brought = sum(int(line.split()[1]) for line in measured.read_text().splitlines() if line.startswith("out"))
        self.assertLess(brought, 6_000_000)
        for path in ("results/deep/big.bin", "results/2.csv", "results/empty.csv"):
            self.assertEqual((back / path).read_bytes(), (copy / path).read_bytes())
        self.assertEqual(list((self.root / "seat/.cache/gpujob/pieces").glob("*")), [])
        # A link here is not gone through, and a run without a folder has no outputs.
        (back / "other.csv").unlink()
        (back / "other.csv").symlink_to(self.root / "outside")
        refused = self.run_it(*pull, "other.csv")
        self.assertEqual(refused.returncode, 1, refused.stdout + refused.stderr)
        self.assertIn("other.csv: is a link (it may lead elsewhere)", refused.stderr)
        self.assertFalse((self.root / "outside").exists())
        alone = self.good(self.run_it("submit", "./job.sh", "--site", "uppmax", "--gpu", "l40s", "--time", "5",
                                      "--parsable")).strip()
        self.until_over(alone)
        refused = self.run_it("pull", alone, "--outputs", "*")
        self.assertEqual(refused.returncode, 1, refused.stdout)
        self.assertIn("its outputs are not known (run " + alone + ": has no copy of a folder", refused.stderr)
        self.assertEqual(self.run_it("pull", alone, "--to", "back").returncode, 2)
        # Those of several runs are asked for at once, and one that has none keeps nothing from the others.
        asked = self.root / "asked"
        both = self.run_it("pull", alone, run, "--to", "back", "--format", "json", "--outputs", "results/*.csv", CUT="measure 0",
                           CUT_WHAT='"outputs":', MEASURED=str(asked))
        self.assertEqual((both.returncode, asked.read_text().count("in ")), (1, 1), both.stderr)
        self.assertEqual([row["outputs"]["kept"] for row in json.loads(both.stdout)["runs"] if "outputs" in row], [4])

    def test_a_center_that_lies_about_outputs(self):
        run = self.good(self.send()).strip()
        self.until_over(run)
        hello = '{"gpujob":"serve","protocol":2,"version":"0","host":"h"}\n'
        listed = hello + '{"id":1,"files":[]}\n{"end":1}\n'
        empty = {"path": "a.csv", "size": 0, "sums": []}
        lies = [listed, hello + "{}\n", *(
            hello + json.dumps({"id": 1, "outputs": [{**empty, **lie}]}) + '\n{"id":1,"exit":0}\n{"end":1}\n' for lie in (
                {"path": "../a.csv"}, {"path": "/tmp/a.csv"}, {"path": "a/../../a.csv"}, {"path": "b.txt"},
                {"path": "a\x1b.csv"}, {"size": 1}, {"size": 10 ** 30}, {"sums": ["0" * 64]}, {"sums": 7}))]
        before = sorted(self.root.glob("*"))
        lie = self.root / "lie"
        for text in lies:
            lie.write_text(text)
            done = self.run_it("pull", run, "--outputs", "*.csv", "--to", "back", LYING=str(lie), LYING_WHAT='"outputs":')
            self.assertNotEqual(done.returncode, 0, text)
            self.assertNotIn("\x1b", done.stdout + done.stderr)
            self.assertEqual(sorted(path for path in self.root.glob("*") if path != lie), before, text)


if __name__ == "__main__":
    unittest.main()
