#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""accounting_test.py GPUJOB: a sandbox with accounting knows who may charge what and how each job
ended, and leaves as little behind as one without."""
import json
import os
import re
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from case import SITE, SandboxCase, main  # noqa: E402

KNOWN = "naiss2025-22-934"
UNKNOWN = "naiss2025-22-935"
ORDER = ["munged", "mariadbd", "slurmdbd", "slurmctld"]


class Accounting(SandboxCase):
    def up(self, *more):
        return self.gpujob("up", "--site", SITE, "--accounting", "--account", KNOWN, *more)

    def submit(self, account, status=0, *more):
        return self.any_gpujob("submit", "integrate2d", "--site", SITE, "--gpu", "t4", "--size",
                               "small", "--account", account, *more, status=status)

    def test_only_known_accounts_may_be_charged(self):
        up = self.up()
        self.assertIn(f"note: accounts: {KNOWN}\n", up.stderr)
        words = "Invalid account or account/partition combination specified"
        refused = self.submit(UNKNOWN, 4)
        self.assertIn(f": sbatch refused it ({words}); check the name and the dates of your "
                      "project\n", refused.stderr)
        checked = self.submit(UNKNOWN, 4, "--check")
        self.assertIn(f"sbatch refuses: {words}", checked.stderr)
        self.submit(KNOWN, 0, "--check")

    def test_the_end_of_a_job_is_read_from_the_accounting(self):
        self.up()
        self.submit(KNOWN)
        self.any_gpujob("wait", "last", "--timeout", "2m")
        ask, end = "sacct -nPX -o account,state,alloctres,elapsedraw", time.monotonic() + 120
        while "COMPLETED" not in self.in_sandbox(ask) and time.monotonic() < end:
            time.sleep(0.2)
        row = self.in_sandbox(ask).split("|")
        self.assertEqual(row[:2], [KNOWN, "COMPLETED"])
        self.assertIn("gres/gpu=1", row[2])
        # No plug-in measures energy here: sacct says 0 or nothing, and gpujob no number.
        compared = json.loads(self.any_gpujob("compare", "integrate2d", "--format", "json").stdout)
        self.assertEqual(compared["groups"][0]["cost"]["energy_joules"],
                         {"value": None, "origin": "unavailable"})
        # Without a queue to ask and without its own last word, only the accounting knows of its end.
        self.kill("slurmctld")
        for known in (self.home / ".local/share/gpujob/runs").glob("*/*"):
            if known.name.startswith(("end.", "state.")):
                known.unlink()
        status = self.any_gpujob("status", "last", "--format", "json", status=8).stdout
        self.assertIn('"state": "results-pending"', status)

    def test_a_center_with_several_clusters(self):
        self.gpujob("up", "--site", "uppmax/snowy", "--accounting", "--account", "uppmax2025-2-3")
        ask = "-A uppmax2025-2-3 -t 5 -n 1 --gres=gpu:1 --output=/dev/null --wrap 'sleep 0'"
        self.assertRegex(self.in_sandbox(f"sbatch -M snowy {ask}"),
                         r"^Submitted batch job \d+ on cluster snowy\n$")
        self.assertIn("CLUSTER: snowy\n", self.in_sandbox("squeue -M snowy"))
        ours = self.any_gpujob("submit", "integrate2d", "--site", "uppmax/snowy", "--allow-retired",
                               "--backend", "numba", "--gpu", "t4", "--account", "uppmax2025-2-3",
                               "--check")
        self.assertIn("sandbox 'uppmax-snowy' would accept the job", ours.stdout)
        self.assertIn("'rackham' can't be reached now",
                      self.in_sandbox(f"sbatch -M rackham {ask}", status=1))

    def test_a_users_jobs_at_a_time_and_options_of_plugins(self):
        self.gpujob("up", "--site", "cscs/clariden", "--accounting", "--account", "sandbox")
        ask = ("sbatch -A sandbox -p debug -N 1 -t 1 --output=/dev/null --uenv=prgenv-gnu/25.6:v2 "
               "--wrap 'sleep 60'")
        self.in_sandbox(f"{ask} && {ask}")
        states, end = "", time.monotonic() + 60
        while "RUNNING" not in states and time.monotonic() < end:
            states = self.in_sandbox("squeue -ho '%T %r' | sort")
            time.sleep(0.2)
        self.assertEqual(states, "PENDING QOSMaxJobsPerUserLimit\nRUNNING None\n")
        refused = self.in_sandbox(f"{ask} 2>&1", status=1)
        self.assertIn("QOSMaxSubmitJobPerUserLimit", refused)
        said = self.any_gpujob("submit", "--wrap", "true", "--site", "cscs/clariden", "--partition", "debug",
                               "--account", "sandbox", "--time", "1", status=4).stderr
        self.assertIn("partition 'debug' allows 2 jobs of a user in the queue", said)
        for option, words in (("--uenv=a,,b", "error: Invalid --uenv argument: a,,b"),
                              ("--no-default-view=1", "option '--no-default-view' doesn't allow an argument"),
                              ("--cenv=x", "unrecognized option '--cenv=x'")):
            self.assertIn(words, self.in_sandbox(f"sbatch {option} --wrap true 2>&1", status=255))
        self.assertIn("limits: [{jobs: 1, submitted: 2}]",
                      self.any_gpujob("site", "discover", "--sandbox").stdout)

    def test_limits_and_reservations_are_told_before_a_job_is_sent(self):
        self.up()
        node, *others = self.in_sandbox("sinfo -hN -p tetralith -o %N").split()
        nodes = len(others) + 1
        self.in_sandbox(f"sacctmgr -i modify user where name=$(id -un) account={KNOWN} set MaxTRES=cpu=2,node=1 "
                        "GrpTRES=mem=1G,gres/gpu=1 MaxWall=00:10:00 MaxSubmit=3 && sacctmgr -i "
                        "modify qos normal set MaxTRESPerUser=cpu=3 MaxWall=00:15:00 && scontrol create reservation "
                        f"ReservationName=course StartTime=now Duration=60 Nodes={node} Users=root && scontrol create "
                        f"reservation ReservationName=later StartTime=now+2hours Duration=60 Nodes={node} Users=root")

        def said(*more):
            checked = self.any_gpujob("submit", "--wrap", "true", "--site", SITE, "--account", KNOWN, "--check", *more)
            lines = checked.stderr.splitlines()
            return [line.split("job.sh: ")[1].split(";")[0] for line in lines if "job.sh: " in line]

        end = time.monotonic() + 60
        while self.in_sandbox(f"sinfo -hN -n {node} -o %T") != "reserved\n" and time.monotonic() < end:
            time.sleep(0.2)

        held = f"reservation 'course' holds 1 of {nodes} nodes of partition 'tetralith' from "
        small = said("--time", "00:05:00", "--", "--mem=100M")
        self.assertEqual(small[0], f"{len(others)} of {nodes} nodes idle in partition 'tetralith' now, 1 down, "
                                   "drained or reserved (the job asks for 1 node)")
        self.assertTrue(small[1].startswith(held), small)
        self.assertEqual(len(small), 2, small)
        large = said("--time", "00:20:00", "--ntasks", "4", "--nodes", "2", "--", "--mem=1G")
        would = "and would not start)"
        self.assertEqual([line for line in large if would in line],
                         [f"QOS 'normal' allows 3 CPUs (the job asks for 4 CPUs {would}",
                          f"QOS 'normal' allows 00:15:00 (the job asks for 00:20:00 {would}",
                          f"your association allows 1 node (the job asks for 2 nodes {would}",
                          f"your association allows 2 CPUs (the job asks for 4 CPUs {would}",
                          f"your association allows 1G of memory (the job asks for 2G of memory {would}"])
        # A limit of the QOS comes before the same of the association: Slurm starts what is between both.
        self.assertNotIn(would, "".join(said("--time", "00:12:00", "--", "--mem=100M")))
        ask = f"sbatch -A {KNOWN} --mem=100M --output=/dev/null --wrap 'sleep 60'"
        self.in_sandbox(f"{ask} -t 12 && {ask} -t 20")
        end, states = time.monotonic() + 60, ""
        while "RUNNING" not in states and time.monotonic() < end:
            states = self.in_sandbox("squeue -ho '%T %r %l' | sort")
            time.sleep(0.2)
        self.assertEqual(states, "PENDING QOSMaxWallDurationPerJobLimit 20:00\nRUNNING None 12:00\n")

    def test_gpus_and_cpus_of_one_job(self):
        self.gpujob("up", "--site", "psc", "--accounting", "--account", "sandbox")
        ask = "sbatch -A sandbox -t 5 --output=/dev/null --parsable --wrap true"
        for too_much, allowed in (("-p GPU-shared --gpus=v100-32:5", "GPU-shared' allows 4 GPUs"),
                                  ("-p RM-shared -n 65", "RM-shared' allows 64 CPUs")):
            refused = self.in_sandbox(f"{ask} {too_much} 2>&1", status=1)
            self.assertIn(f"the job is over a limit (partition '{allowed}); ask for", refused)
        taken = self.in_sandbox(f"{ask} -p GPU-shared --gpus=v100-32:4").strip()
        # Slurm's own word, where no submit rule was asked before. It keeps names of QOS in lower case.
        moved = self.in_sandbox(f"{ask} -H -p GPU -N 1 --gpus=v100-32:8").strip()
        self.in_sandbox(f"scontrol update JobId={moved} Partition=GPU-shared && scontrol release {moved}")
        states, end = "", time.monotonic() + 60
        while states != f"{taken} COMPLETED\n{moved} PENDING QOSMaxGRESPerJob\n" and time.monotonic() < end:
            time.sleep(0.5)
            states = self.in_sandbox(f"sacct -nXj {taken} --format=JobID%-20,State%-20; squeue -ho '%i %T %r'")
            states = re.sub(" +", " ", re.sub(" +\n", "\n", states))
        self.assertEqual(states, f"{taken} COMPLETED\n{moved} PENDING QOSMaxGRESPerJob\n")
        drafted = self.any_gpujob("site", "discover", "--sandbox").stdout
        limits = re.findall(r"\n      (\S+):\n(?:        .*\n)*?        limits: (.*)", drafted)
        self.assertEqual(limits, [("RM-shared", "[{cpus: 64}]"), ("GPU-shared", "[{gpus: 4}]")])

    def test_a_qos_is_for_its_partitions(self):
        self.gpujob("up", "--site", "bsc", "--accounting", "--account", "sandbox")
        shown = self.in_sandbox("scontrol show partition accinteractive")
        self.assertIn(" AllowQos=acc_interactive,normal\n", shown)
        ask = "sbatch -H -A sandbox -t 5 -n 1 -c 20 --output=/dev/null --wrap true"
        refused = self.in_sandbox(f"{ask} -p accinteractive -q acc_debug 2>&1", status=1)
        self.assertIn("QOS 'acc_debug' is for partition 'acc'", refused)
        # Slurm's own word, where no submit rule was asked before.
        job = self.in_sandbox(f"{ask} --parsable -p acc -q acc_debug").strip()
        move = f"scontrol update JobId={job} Partition=accinteractive"
        self.assertIn("Requested partition configuration not available now", self.in_sandbox(move, status=1))
        self.in_sandbox(f"{move} QOS=acc_interactive && scancel {job}")
        self.assertIn("      acc_interactive:\n        max_time: 02:00:00\n        max_nodes: 1\n        partitions: "
                      "[accinteractive]\n", self.any_gpujob("site", "discover", "--sandbox").stdout)

    def test_a_database_that_was_killed(self):
        self.up()
        daemons = [daemon["name"] for daemon in self.record()["daemons"]]
        self.assertEqual(daemons[:4], ORDER)
        for daemon in ("mariadbd", "slurmdbd"):
            old = self.pid_of(daemon)
            os.kill(old, signal.SIGKILL)
            time.sleep(0.2)
            self.assertRegex(self.gpujob("status", status=1).stdout, rf"(?m)^{daemon} +\d+  ended")
            self.assertIn("dead", self.gpujob("list").stdout)
            self.assertIn(" emulates ", self.up().stdout)
            self.assertNotEqual(self.pid_of(daemon), old)
        self.gpujob("down")
        self.assertEqual(self.left(), {})
        self.assertEqual(list(self.directory.iterdir()), [])

    def test_a_frozen_daemon_ends_no_run_and_costs_no_job(self):
        self.up()
        runs = []
        for daemon in ("slurmdbd", "mariadbd", "slurmd"):
            os.kill(frozen := self.pid_of(daemon), signal.SIGSTOP)
            try:
                runs.append(self.any_gpujob("submit", "--wrap", "sleep 300", "--site", SITE, "--account", KNOWN,
                                            "--time", "00:05:00", "--parsable").stdout.strip())
                seen = json.loads(self.any_gpujob("status", *runs, "--format", "json", status=8).stdout)["runs"]
            finally:
                os.kill(frozen, signal.SIGCONT)
            self.assertEqual(sorted(run["run"] for run in seen), sorted(runs), daemon)
            self.assertLessEqual({run["state"] for run in seen}, {"pending", "running"}, daemon)
        names = self.in_sandbox("squeue --noheader --states=all --format=%j").split()
        self.assertEqual(sorted(name[-26:] for name in names), sorted(runs))

    def test_a_watched_run_outlives_the_database_and_munge(self):
        self.up()
        words = ("--site", SITE, "--account", KNOWN, "--time", "00:05:00", "--parsable")
        run = self.any_gpujob("submit", "--wrap", f"until [ -e {self.home}/go ]; do sleep 0.1; done", *words).stdout.strip()
        later = self.any_gpujob("submit", "--wrap", "sleep 300", *words).stdout.strip()
        with subprocess.Popen([self.gpujob_program, "wait", run], env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True) as waiting:
            self.kill("mariadbd")
            (self.home / "go").touch()
            said, _ = waiting.communicate(timeout=110)
        self.assertEqual(waiting.returncode, 0, said)
        munged = self.pid_of("munged")
        for number in (signal.SIGSTOP, signal.SIGKILL):
            os.kill(munged, number)
            start = time.monotonic()
            waited = self.any_gpujob("wait", later, "--timeout", "3s", status=8)
            # Without munge Slurm's own commands say nothing, or try again for a minute.
            self.assertLess(time.monotonic() - start, 40)
            self.assertIn("squeue: the queue could not be asked", waited.stderr)
            listed = json.loads(self.any_gpujob("runs", "--format", "json").stdout)["runs"]
            state, = (one["state"] for one in listed if one["run"] == later)
            self.assertIn(state, ("pending", "running"))
            if number == signal.SIGSTOP:
                os.kill(munged, signal.SIGCONT)

    def test_a_start_cut_off_leaves_nothing(self):
        cut = 0
        for number, delay in ((signal.SIGKILL, 0.1), (signal.SIGINT, 0.3), (signal.SIGKILL, 0.5),
                              (signal.SIGKILL, 1), (signal.SIGINT, 1.5), (signal.SIGKILL, 2)):
            self.cut_off(number, delay, "--accounting")
            ready, runtime = self.is_ready(), self.runtime()
            if not ready:
                cut += 1
                self.wait_for_end()
                self.assertFalse(runtime and runtime.exists(), runtime)
            else:
                self.gpujob("down", "--all")
        self.assertGreater(cut, 0)

    def test_the_sandbox_of_that_name_may_lack_what_is_asked(self):
        self.gpujob("up", "--site", SITE)
        taken = "error: sandbox 'nsc': a sandbox of that name exists ({}); choose another " \
                "--name, or end it with 'gpujob sandbox down --name nsc'\n"
        refused = self.gpujob("up", "--site", SITE, "--accounting", status=2)
        self.assertEqual(refused.stderr, taken.format("it has no accounting"))
        self.gpujob("down")
        self.any_gpujob("config", "set", f"sites.{SITE}.account", "naiss2025-1-1")
        self.assertIn(f"note: accounts: {KNOWN}, naiss2025-1-1\n", self.up().stderr)
        self.assertIn("runs already", self.up().stdout)
        self.assertIn("runs already", self.gpujob("up", "--site", SITE).stdout)
        refused = self.gpujob("up", "--site", SITE, "--accounting", "--account", "x", status=2)
        self.assertEqual(refused.stderr, taken.format("it has no account 'x'"))

    def test_an_account_is_made_up_where_none_is_given(self):
        up = self.gpujob("up", "--site", SITE, "--accounting", "--scale", "full")
        account = up.stderr.split("note: accounts: ")[1].strip()
        self.assertRegex(account, r"^naiss20\d\d-\d+-\d+$")
        ask = "sbatch --test-only -n 1 -t 5 --wrap true -A "
        self.in_sandbox(ask + account)
        self.assertIn("Invalid account", self.in_sandbox(ask + UNKNOWN, status=1))


if __name__ == "__main__":
    main("slurmdbd", "mariadbd")
