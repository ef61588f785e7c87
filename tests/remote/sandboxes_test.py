#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sandboxes_test.py GPUJOB: two centers behind two sshds, each with a Unix user and a home of its own and a real Slurm,
which is that user's sandbox of another cluster; and a third user's seat without Slurm, from which one line sends a workload
to both, waits, brings what was measured and compares it in one table. The users are known to their sshd alone, and to what
runs in its mount namespace, so nothing of them is left on the machine. The page docs/centers-over-ssh.md is followed word by
word, by one user."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "sandbox"))
from case import SandboxCase, install, main  # noqa: E402
from center import PATIENCE, TESTS, Center, Seat, can_ask_twice, need  # noqa: E402

# A GPU of each, an account, and the name by which its Slurm calls its cluster.
SITES = {"nsc": ("t4", "naiss2025-22-934", "tetralith"), "uppmax": ("l40s", "uppmax2025-1-1", "pelle")}
PAGE_SITES = {"hpc2n": ("l40s", "hpc2n2025-151", "kebnekaise"), "uppmax": SITES["uppmax"]}
USERS = {"nsc": ("ada", 61001), "uppmax": ("grace", 61002)}
TO_BOTH = ("--site", ",".join(SITES), "--gpu", ",".join(gpu for gpu, _, _ in SITES.values()))


class TwoCenters(SandboxCase):
    sites, users = SITES, {}

    def setUp(self):
        super().setUp()
        self.centers = {}
        program = self.gpujob_program
        if self.users:
            self.home.chmod(0o755)
            program = install(program, self.home / "installed")
        for site in self.sites:
            root = self.home / site
            root.mkdir()
            name, uid = self.users.get(site, ("center", None))
            self.centers[site] = center = Center(program, root, name, phrase="", uid=uid)
            center.__enter__()
            slurm = center.home / "slurm.sh"
            slurm.touch()
            center.restore(center.text.replace(f"PATH={TESTS}/fake_slurm:", "PATH=").replace("\nexec ", f"\n. {slurm}\nexec "))
            self.at(site, "sandbox", "up", "--site", site)
            slurm.write_text(self.at(site, "sandbox", "env").stdout)
        self.seat = Seat(self.gpujob_program, self.home, self.centers)
        (self.home / "bin").mkdir()
        for name in ("ssh", "tar"):
            (self.home / "bin" / name).symlink_to(shutil.which(name))
        self.seat.environment["PATH"] = str(self.home / "bin")
        for site, (_, account, _) in self.sites.items():
            self.good("config", "set", f"sites.{site}.ssh", site)
            self.good("config", "set", f"sites.{site}.account", account)
            self.good("connect", site)

    def tearDown(self):
        self.seat.run("disconnect", "--all")
        for site, center in self.centers.items():
            self.at(site, "sandbox", "down", "--all")
            center.stop()
        self.wait_for_end()
        super().tearDown()

    def at(self, site, *words):
        """gpujob, as its center runs it."""
        program, *rest = self.centers[site].inside(self.centers[site].program, *words)
        return self.any_gpujob(*rest, program=program)

    def good(self, *words, status=0):
        done = self.seat.run(*words)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def until_over(self, *runs):
        """`wait` alone asks a Slurm every 15 seconds."""
        end = time.monotonic() + PATIENCE
        while self.seat.run("status", *runs).returncode == 8:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.2)


class Sandboxes(TwoCenters):
    users = USERS

    def setUp(self):
        if not can_ask_twice():
            self.skipTest("users of their own take root and a mount namespace")
        super().setUp()

    def runs_of(self, center):
        return center.home / ".local/share/gpujob/runs"

    def submit(self, *words):
        """The runs of a line to both."""
        return [row.split()[0] for row in self.good("submit", *words, *TO_BOTH, "--time", "5").splitlines()[1:]]

    def assert_its_users(self, site, run):
        """All of a run there is of the center's user, and nobody else's to read; all of it here is of the seat's."""
        folder, mine = self.runs_of(self.centers[site]) / run, USERS[site][1]
        self.assertEqual({path.lstat().st_uid for path in (folder, *folder.rglob("*"))}, {mine})
        self.assertEqual(folder.stat().st_mode & 0o077, 0)
        for center in self.centers.values():
            seen = subprocess.run(center.inside("ls", folder), check=False, capture_output=True)
            self.assertEqual(seen.returncode == 0, center.uid == mine)
        here = self.seat.home / ".local/share/gpujob/runs" / run
        self.assertEqual({path.lstat().st_uid for path in here.rglob("*")}, {os.geteuid()})

    def test_one_workload_on_two_slurms_in_one_table(self):
        runs = dict(zip(SITES, self.submit("integrate2d", "--size", "small", "--repeat", "2"), strict=True))
        self.until_over(*runs.values())
        self.good("wait", *runs.values())
        here = self.seat.home / ".local/share/gpujob/runs"
        for (site, run), (_, _, cluster) in zip(runs.items(), SITES.values()):
            self.assertEqual([path.name for path in self.runs_of(self.centers[site]).glob("01*")], [run])
            there = {path.name: path.read_bytes() for path in (self.runs_of(self.centers[site]) / run).glob("report-*.json")}
            self.assertEqual(len(there), 2)
            claim = json.loads((self.runs_of(self.centers[site]) / run / "claim").read_text())
            self.assertEqual(claim["cluster"], cluster)
            self.assert_its_users(site, run)
            # What is lost here is brought again, to the byte.
            for name, content in there.items():
                self.assertEqual((here / run / name).read_bytes(), content)
                (here / run / name).unlink()
        pulled = json.loads(self.good("pull", "--site", ",".join(SITES), "--format", "json"))["runs"]
        self.assertEqual({one["run"]: one["files"] for one in pulled}, dict.fromkeys(runs.values(), 2))
        self.good("disconnect", "--all")
        self.assertIn("no open connection", self.seat.run("pull", *runs.values()).stderr)
        table = json.loads(self.good("compare", "integrate2d", "--by", "site,gpu", "--format", "json"))
        self.assertEqual([(row["label"], row["runs"], row["launches"], row["mark"]) for row in table["groups"]],
                         [(f"{site} {gpu}", 1, 2, "rehearsal") for site, (gpu, _, _) in SITES.items()])

    def test_one_line_ends_the_arrays_of_two_slurms(self):
        (self.seat.home / "job.sh").write_text("#!/bin/bash\nid -u\nexec sleep 300\n")
        runs = self.submit("./job.sh", "--runs", "2", "--throttle", "1")
        jobs = [run["job_id"].split("_") for run in json.loads(self.good("status", *runs, "--format", "json", status=8))["runs"]]
        self.assertEqual([task for _, task in jobs], ["1", "2"] * 2)
        # One array at each; two Slurms may count alike.
        self.assertEqual([job for job, _ in jobs[::2]], [job for job, _ in jobs[1::2]])
        first = runs[::2]
        end = time.monotonic() + PATIENCE
        both = "\n".join(f"==> run {run} <==\n{USERS[site][1]}\n" for site, run in zip(SITES, first, strict=True))
        while self.good("pull", *first) and self.seat.run("logs", *first).stdout != both:
            self.assertLess(time.monotonic(), end)
        states = self.good("status", *runs, status=8)
        self.assertEqual((states.count(" running "), states.count(" pending ")), (2, 2), states)
        self.good("cancel", *runs)
        self.good("wait", *runs, status=1)
        self.assertEqual(self.good("status", *runs, status=1).count(" cancelled "), 4)


class Page(TwoCenters):
    sites = PAGE_SITES

    def test_docs_centers_over_ssh_word_by_word(self):
        page = (TESTS.parent / "docs/centers-over-ssh.md").read_text(encoding="utf-8")
        blocks = re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
        lines = [line for block in blocks for line in block.splitlines()]
        self.assertGreater(len(lines), 12)
        (self.home / "bin/gpujob").symlink_to(self.seat.gpujob)
        project = self.seat.home / "project"
        project.mkdir()
        (project / "train.sh").write_text("#!/bin/bash\n#SBATCH --time=0:10:00\necho trained\n")
        (project / "train.py").write_text("import pathlib\nprint('trained')\npathlib.Path('results').mkdir()\n"
                                          "for name in ('results/a.csv', 'b.log'):\n    pathlib.Path(name).write_text('1')\n")
        said = {}
        for line in lines:
            if " wait " in line:
                self.until_over("last")
            done = subprocess.run(["/bin/bash", "-c", line], env=self.seat.environment, cwd=project, text=True,
                                  capture_output=True, timeout=PATIENCE * 5, check=False)
            self.assertIn(done.returncode, (0, 8) if " status " in line else (0,), f"{line}\n{done.stdout}{done.stderr}")
            said[line.partition("#")[0].strip()] = done.stdout + done.stderr
            if " disconnect " in line:
                self.good("connect", "uppmax")
        self.assertEqual(said["gpujob logs last"], "trained\n")
        self.assertIn("train.py", said["gpujob submit train.sh --sync . --site uppmax --gpu l40s --dry-run"])
        self.assertEqual(sorted(path.name for path in project.glob("01*/**/*") if path.is_file()), ["a.csv", "b.log"])
        self.assertEqual([path.name for path in project.glob("back/01*/results/*")], ["a.csv"])
        for line, output in said.items():
            if "integrate2d" in line:
                self.assertEqual(len(re.findall(r"^01", output, re.MULTILINE)), 2, f"{line}\n{output}")


if __name__ == "__main__":
    need("sshd", "ssh", "ssh-keygen")
    main()
