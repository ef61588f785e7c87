#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""runs_test.py GPUJOB: jobs that are sent to a center through a line that may be cut at any byte, and
a center that answers anything. The ssh is cut_ssh.py; the center's Slurm is the pretended one."""
import json
import os
import time
import unittest

from center import PATIENCE, Center
from line import GPUJOB, Line

# More with GPUJOB_CUTS=50, as before a release: each costs about a second.
CUTS_PER_DIRECTION = int(os.environ.get("GPUJOB_CUTS", "6"))


class Runs(Line):
    def submit(self, **variables):
        return self.run_it("submit", "./job.sh", "one", "--site", "uppmax", "--gpu", "l40s", "--time", "5",
                           "--parsable", **variables)

    def test_a_run_from_here_to_its_log(self):
        run = self.good(self.submit()).strip()
        self.assertEqual(len(run), 26)
        self.until_over(run)
        self.assertEqual(self.good(self.run_it("logs", run)), "it ran as one\n")
        self.assertEqual(self.good(self.run_it("logs", run, "--err")), "to err\n")
        # Everything is here: no further question is needed, and nothing is brought twice.
        pulled = json.loads(self.good(self.run_it("pull", run, "--format", "json")))["runs"][0]
        self.assertEqual(pulled["files"], 0)
        self.assertGreater(pulled["kept"], 2)
        there = self.center.home / ".local/share/gpujob/runs" / run
        here = self.root / "seat/.local/share/gpujob/runs" / run
        for path in list(there.glob("job.*.*")) + list(there.glob("end.*")):
            self.assertEqual(path.read_bytes(), (here / path.name).read_bytes())
        self.assertEqual(list(self.jobs_by_name().values()), [1])

    def jobs_at(self, center):
        return sorted((job / "name").read_text().strip() for job in (center.home / "slurm/jobs").glob("*"))

    def test_two_centers_in_one_line(self):
        other = Center(GPUJOB, self.root, "other", "alvis")
        both = ("submit", "./job.sh", "both", "--site", "uppmax,c3se", "--gpu", "l40s,A40", "--time", "5")
        self.environment.pop("GPUJOB_ACCOUNT")
        self.good(self.run_it("config", "set", "sites.uppmax.account", "uppmax2025-1-1"))
        self.good(self.run_it("config", "set", "sites.c3se.account", "NAISS2025-5-1"))
        # One of them cannot be reached, or cannot take its job: none is sent.
        refused = self.run_it(*both)
        self.assertEqual(refused.returncode, 4, refused.stderr)
        self.assertIn("site=c3se: ", refused.stderr)
        self.good(self.run_it("config", "set", "sites.c3se.ssh", "other"))
        self.assertEqual(self.run_it(*both[:-3], "l40s,l40s", *both[-2:]).returncode, 2)
        self.assertEqual((self.jobs_at(self.center), self.jobs_at(other)), ([], []))
        self.assertEqual(self.good(self.run_it("runs")), "no runs\n")

        table = self.good(self.run_it(*both)).splitlines()
        self.assertEqual(len(table), 3, table)
        self.assertIn("uppmax l40s", table[1])
        self.assertIn("c3se A40", table[2])
        runs = [line.split()[0] for line in table[1:]]
        self.assertEqual([len(self.jobs_at(self.center)), len(self.jobs_at(other))], [1, 1])
        self.good(self.run_it("wait", *runs))
        for run, center in zip(runs, (self.center, other)):
            self.assertIn(run, self.jobs_at(center)[0])
            self.assertEqual(self.good(self.run_it("logs", run)), "it ran as both\n")
        self.assertEqual(self.good(self.run_it("status", *runs)).count("done"), 2)

    def test_gpus_of_two_centers(self):
        other = self.second_center()
        (self.center.home / "slurm/nodes").write_text("n1 gpu* mixed gpu:l40s:10 gpu:l40s:4\n"
                                                      "n2 gpu* drained gpu:l40s:10 gpu:l40s:0\n")
        (other.home / "slurm/nodes").write_text("a1 alvis* idle gpu:A40:4 gpu:A40:0\n")
        words = ("gpus", "--site", "pelle,alvis,lunarc", "--gpu", "l40s,A40", "--format", "json")

        def rows(**variables):
            said = json.loads(self.good(self.run_it(*words, **variables)))
            return {row["site"]: row for row in said["gpus"]}, {one["where"]: one for one in said["diagnostics"]}
        found, remarks = rows()
        self.assertEqual([found["uppmax"][key] for key in ("told_by", "all", "free", "down", "starts_in_seconds")],
                         ["slurm", 20, 6, 10, 0])
        self.assertEqual([found["c3se"][key] for key in ("told_by", "all", "free", "down")], ["slurm", 4, 4, 0])
        self.assertEqual([found["lunarc"][key] for key in ("told_by", "free")], ["profile", None])
        self.assertIn("sites.SITE.ssh", remarks["lunarc"]["fix"])
        for center in (self.center, other):
            calls = (center.home / "slurm/calls").read_text().splitlines()
            self.assertEqual([sum(line.startswith(word) for line in calls) for word in ("sinfo", "sbatch")], [1, 1])
        # Without a line, and where the center cannot tell: the profile's numbers, and why.
        found, remarks = rows(CLOSED="1")
        self.assertEqual({row["told_by"] for row in found.values()}, {"profile"})
        self.assertEqual(remarks["c3se"]["fix"], "run 'gpujob connect c3se'")
        (other.home / "slurm/nodes").write_text("a1 alvis* idle gpu:A40:many gpu:A40:0\n")
        self.assertEqual(rows()[0]["c3se"]["why_profile"], "a row cannot be read: 'a1 alvis* idle gpu:A40:many gpu:A40:0'")

    def test_a_center_that_lies_about_gpus(self):
        hello = '{"gpujob":"serve","protocol":2,"version":"0","host":"h"}\n'
        good = {"gpu": "l40s", "told_by": "slurm", "all": 20, "free": 6, "down": 10, "starts_in_seconds": 5}
        lies = [{"gpus": [7]}, {"gpus": [{**good, "gpu": "h100"}]}, *({"gpus": [{**good, **lie}]} for lie in (
            {"free": 11}, {"free": -1}, {"all": 10 ** 12}, {"down": 1.5}, {"starts_in_seconds": -5}))]

        def answer(document):
            (self.root / "lie").write_text(hello + json.dumps({"id": 1, "out": json.dumps(document)})
                                           + '\n{"id":1,"exit":0}\n{"end":1}\n')
            done = self.run_it("gpus", "--site", "pelle", "--gpu", "l40s", LYING=str(self.root / "lie"))
            self.assertNotIn("\x1b", done.stdout + done.stderr)
            return self.good(done), done.stderr
        for lie in lies:
            out, err = answer(lie)
            self.assertIn("profile", out, lie)
            self.assertIn("its answer cannot be used", err, lie)
        out, err = answer({"gpus": [{**good, "refused": "\x1b[2J"}], "diagnostics": [{"where": "\x1b[2J"}, 7]})
        self.assertNotIn("profile", out)
        told = answer({"gpus": [good], "diagnostics": [{"problem": "not known", "why": "this machine is 'x'"}]})[1]
        self.assertIn("warning: gpujob at uppmax/pelle: not known (this machine is 'x')", told)

    def test_all_runs_of_two_sites_are_pulled(self):
        other = self.second_center()
        runs = [line.split()[0] for _ in range(2) for line in self.good(self.run_it(
            "submit", "./job.sh", "x", "--site", "uppmax,c3se", "--gpu", "l40s,A40", "--time", "5")).splitlines()[1:]]
        everything = ("pull", "--site", "uppmax,alvis", "--format", "json")
        # No line: nothing is known, and each center is named once with the line to type.
        closed = self.run_it(*everything[:-2], CLOSED="1")
        self.assertEqual(closed.returncode, 4, closed.stderr)
        self.assertEqual(sorted(closed.stderr.splitlines()), [
            f"error: site '{site}': no open connection (ssh to '{host}'); run 'gpujob connect {site}'"
            for site, host in (("c3se/alvis", "other"), ("uppmax/pelle", "center"))])
        self.until_ended(2, self.center, other)
        first = json.loads(self.good(self.run_it(*everything)))["runs"]
        self.assertEqual(sorted(run["run"] for run in first), sorted(runs))
        self.assertTrue(all(run["files"] >= 3 for run in first), first)
        # Nothing twice; what is missing here is brought again, of the run that misses it.
        here = self.root / "seat/.local/share/gpujob/runs"
        next((here / runs[0]).glob("job.*.out")).unlink()
        again = {run["run"]: run for run in json.loads(self.good(self.run_it(*everything)))["runs"]}
        self.assertEqual({run: again[run]["files"] for run in runs}, {run: int(run == runs[0]) for run in runs})
        one = json.loads(self.good(self.run_it("pull", "--site", "c3se", "--format", "json")))["runs"]
        self.assertEqual(sorted(run["run"] for run in one), sorted(runs[1::2]))
        self.assertEqual(self.good(self.run_it("status", *runs, CLOSED="1")).count("done"), 4)
        for run in runs:
            self.assertEqual(self.good(self.run_it("logs", run, CLOSED="1")), "it ran as x\n")

    def test_a_workload_at_two_centers_is_compared(self):
        other = self.second_center()
        runs = [line.split()[0] for line in self.good(self.run_it(
            "submit", "integrate2d", "--backend", "cpu", "--size", "small", "--site", "uppmax,c3se")).splitlines()[1:]]
        self.assertEqual(len(runs), 2)
        self.until_ended(1, self.center, other)
        compare = ("compare", "integrate2d", "--by", "site")
        # What is over there is not known here before a line is open; then compare brings it by itself.
        closed = self.run_it(*compare, CLOSED="1")
        self.assertEqual(closed.returncode, 1, closed.stdout + closed.stderr)
        self.assertIn("no report", closed.stderr)
        table = self.good(self.run_it(*compare))
        self.assertIn("uppmax", table)
        self.assertIn("c3se", table)
        self.assertNotIn("left out", table)
        calls = [(center.home / "slurm/calls").read_text() for center in (self.center, other)]
        self.assertEqual(self.good(self.run_it(*compare)), table)
        self.assertEqual(calls, [(center.home / "slurm/calls").read_text() for center in (self.center, other)])
        for run, center in zip(runs, (self.center, other)):
            name = f".local/share/gpujob/runs/{run}/report-1.json"
            self.assertEqual((center.home / name).read_bytes(), (self.root / "seat" / name).read_bytes())
            self.assertTrue(json.loads((self.root / "seat" / name).read_text())["answer"]["valid"])

    def test_a_pull_that_is_cut_goes_on(self):
        run = self.good(self.submit()).strip()
        self.until_ended(1, self.center)
        here = self.root / "seat/.local/share/gpujob/runs" / run
        for size in (100, 250, 400):
            cut = self.run_it("pull", "--site", "uppmax", CUT=f"out {size}", CUT_WHAT='"file":')
            self.assertEqual(cut.returncode, 5, f'{size}: {cut.stdout}{cut.stderr}')
            self.assertEqual(list(here.glob("end.*")), [])
        self.good(self.run_it("pull", "--site", "uppmax"))
        there = self.center.home / ".local/share/gpujob/runs" / run
        for path in [*there.glob("job.*.*"), *there.glob("end.*")]:
            self.assertEqual(path.read_bytes(), (here / path.name).read_bytes())

    def test_jobs_of_other_kinds(self):
        line = self.good(self.run_it("submit", "--wrap", "echo 'a line' of $GPUJOB_SITE; exit 4", "--site", "uppmax",
                                     "--gpu", "l40s", "--time", "5", "--parsable")).strip()
        over = self.run_it("wait", line)
        self.assertEqual(over.returncode, 1, over.stdout + over.stderr)
        self.assertIn("exit status 4", over.stdout + over.stderr)
        self.assertIn("a line of", self.good(self.run_it("logs", line)))

    def test_what_goes_along_with_a_job(self):
        (self.root / "job.sh").write_text("#!/bin/bash\necho \"$GREETING\"; test -z \"$LONG\" || exec sleep 300\n")
        own = ("submit", "./job.sh", "--site", "uppmax", "--gpu", "l40s", "--time", "5", "--parsable")
        first = self.good(self.run_it(*own, "--env", "LONG=1")).strip()
        second = self.good(self.run_it(*own, "--env", "GREETING=it's  $HOME", "--after", "last:any")).strip()
        third = self.good(self.run_it(*own, "--dependency", "afterany:4711")).strip()
        jobs = self.center.home / "slurm/jobs"
        waits = {(job / "name").read_text().strip()[-26:]: (job / "dependency").read_text().strip()
                 for job in jobs.iterdir() if (job / "dependency").exists()}
        job_id = next(job.name for job in jobs.iterdir() if first in (job / "name").read_text())
        self.assertEqual([waits.get(run, "") for run in (first, second, third)],
                         ["", f"afterany:{job_id}", "afterany:4711"])
        self.good(self.run_it("cancel", first))
        self.until_over(second)
        self.assertEqual(self.good(self.run_it("logs", second)), "it's  $HOME\n")
        here = self.root / "seat/.local/share/gpujob/runs"
        for words, said in ((("--chdir", "seat"), "'seat' is a place on this machine (the job goes to uppmax/pelle through "
                             "ssh); name a directory of the folder of --sync"),
                            (("--venv", "env"), "'env' is a place on this machine"),
                            (("--container", "job.sh"), "'job.sh' is a place on this machine"),
                            (("--after", "01J00000000000000000000000"), "not found")):
            refused = self.run_it(*own, *words)
            self.assertEqual(refused.returncode, 2, refused.stderr)
            self.assertIn(said, refused.stderr)
        self.assertEqual(len(list(here.glob("01*"))), 3)

    def test_run_ends_as_the_command(self):
        self.ask_often()
        done = self.run_it("run", "--site", "uppmax", "--gpu", "l40s", "--time", "5", "--", "sh", "-c",
                           "echo \"it's $1\"; echo no >&2; exit 7", "x", "a  b $HOME")
        self.assertEqual((done.returncode, done.stdout), (7, "it's a  b $HOME\n"), done.stderr)
        self.assertIn("\nno\n", done.stderr)
        missing = self.run_it("run", "--site", "uppmax", "--gpu", "l40s", "--time", "5", "--", "no-such-program")
        self.assertEqual(missing.returncode, 127, missing.stderr)
        self.assertEqual(list(self.jobs_by_name().values()), [1, 1])

    def test_cancel(self):
        (self.root / "job.sh").write_text("#!/bin/bash\nexec sleep 300\n")
        run = self.good(self.submit()).strip()
        self.good(self.run_it("cancel", run))
        end = time.monotonic() + PATIENCE
        while "cancelled" not in (said := self.run_it("status", run)).stdout and time.monotonic() < end:
            time.sleep(0.1)
        self.assertIn("cancelled", said.stdout)
        self.assertEqual(said.returncode, 1)
        self.assertEqual(list(self.jobs_by_name().values()), [1])

    def test_without_a_line(self):
        run = self.good(self.submit()).strip()
        self.until_over(run)
        closed = {"GPUJOB_SSH": "false"}
        refused = self.submit(**closed)
        self.assertEqual(refused.returncode, 4)
        self.assertIn("run 'gpujob connect uppmax/pelle'", refused.stderr)
        # What is over stays over; what is open is shown as it was.
        self.assertIn("done", self.good(self.run_it("status", run, **closed)))
        waiting = self.good(self.submit()).strip()
        (here := self.root / "seat/.local/share/gpujob/runs" / waiting / "state.json").exists()
        state = json.loads(here.read_text())
        asked = self.run_it("status", waiting, **closed)
        self.assertIn("no open connection; states as of " + state["looked"], asked.stderr)
        self.assertIn(state["state"], asked.stdout)

    def test_cut_at_any_byte(self):
        measured = self.root / "measured"
        first = self.good(self.submit(CUT="measure 0", MEASURED=str(measured))).strip()
        sizes = dict(line.split() for line in measured.read_text().splitlines())
        runs, unknown = [first], 0
        for direction in ("in", "out"):
            whole = int(sizes[direction])
            for number in range(CUTS_PER_DIRECTION):
                size = whole * number // (CUTS_PER_DIRECTION - 1) - (number == CUTS_PER_DIRECTION - 1)
                done = self.submit(CUT=f"{direction} {max(size, 0)}")
                # A line that ends before its last byte has never given a whole answer.
                self.assertEqual(done.returncode, 5, f"{direction} {size}: {done.stdout}{done.stderr}")
                self.assertIn("it is never sent twice", done.stderr)
                unknown += 1
        known = json.loads(self.good(self.run_it("runs", "--format", "json", "--limit", "1000")))["runs"]
        runs = [run["run"] for run in known]
        recovered = self.run_it("recover")
        self.good(recovered)
        states = json.loads(self.run_it("status", *runs, "--format", "json").stdout)["runs"]
        names = self.jobs_by_name()
        twice = sum(count > 1 for count in names.values())
        lost = sum(not any(run in name for name in names) for run in runs)
        unresolved = sum(run["job_id"] is None for run in states)
        print(f"counted: {unknown} submissions were cut: executed twice {twice}, lost {lost}, unresolved {unresolved}")
        self.assertEqual((twice, lost, unresolved), (0, 0, 0))
        self.assertEqual((len(runs), len(names)), (unknown + 1, unknown + 1))

    def test_a_refusal_is_one_only_if_it_is_of_the_run(self):
        program = self.center.home / ".local/bin/gpujob"
        whole = program.read_text()
        program.write_text(whole.replace("export HOME=", "export FAKE_SBATCH='refuse:Invalid qos specification' HOME="))
        refused = self.submit()
        self.assertEqual(refused.returncode, 4, refused.stderr)
        self.assertIn("its center refused it (Invalid qos specification)", refused.stderr)
        program.write_text(whole)
        self.center.forget_login()
        # The answer was cut; then gpujob there fails before it looks for the run.
        self.assertEqual(self.submit(CUT="out 100").returncode, 5)
        configuration = self.center.home / ".config/gpujob/config.yaml"
        configuration.parent.mkdir(parents=True)
        configuration.write_text("sites: [")
        asked = self.run_it("recover")
        self.assertEqual(asked.returncode, 5, asked.stdout + asked.stderr)
        self.assertIn("gpujob there failed", asked.stderr)
        configuration.unlink()
        self.good(self.run_it("recover"))
        self.assertEqual(sorted(self.jobs_by_name().values()), [1])

    def test_a_center_that_answers_anything(self):
        run = self.good(self.submit()).strip()
        hello = '{"gpujob":"serve","protocol":2,"version":"0","host":"h"}\n'
        outside = self.root / "seat/outside"

        def status_of(other, job="1"):
            text = json.dumps({"runs": [{"run": other, "state": "done", "job_id": job, "detail": "\u001b[2J"}]})
            return hello + json.dumps({"id": 1, "out": text}) + '\n{"id":1,"exit":0}\n{"end":1}\n'
        lies = ["", "\n" * 100, "x" * (3 << 20), hello, hello + "{}\n", hello + "[1]\n" + '{"end":1}\n',
                status_of("01J00000000000000000000000"), status_of(run, "../../outside"), status_of("last"),
                hello + json.dumps({"id": 1, "files": [{"path": "../../../outside", "size": 1, "sha256": "0" * 64}]})
                + '\n{"end":1}\n', hello + "{" * 100000 + "\n", hello + '{"error":"\\u001b[2J"}\n']
        file = self.root / "lie"
        for lie in lies:
            file.write_text(lie)
            for command in ("status", "pull"):
                done = self.run_it(command, run, LYING=str(file))
                self.assertNotIn("\x1b", done.stdout + done.stderr)
                self.assertNotIn("done", done.stdout)
                self.assertNotEqual(done.returncode, 0, f"{command}: {lie[:80]!r}: {done.stdout}{done.stderr}")
        self.assertFalse(outside.exists())
        # With a true answer everything goes on.
        self.until_over(run)


if __name__ == "__main__":
    unittest.main()
