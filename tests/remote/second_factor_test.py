#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""second_factor_test.py GPUJOB: a real sshd that wants a key with a passphrase and then a code. `connect` passes both
questions on to the terminal. Every other command is run on a terminal as well, without a connection and with one:
none asks, none logs in, none opens a connection, and what needs a center says the line to type."""
import json
import pathlib
import re
import shlex
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import unittest_main  # noqa: E402
from center import CODE, PASSPHRASE, PATIENCE, Center, Seat, can_ask_twice, need, scratch  # noqa: E402

GPUJOB = sys.argv.pop(1)
TO_PELLE = "--site uppmax --gpu l40s --time 5"
TO_TYPE = "run 'gpujob connect uppmax"
QUESTION = re.compile("passphrase|password|verification|code:|yes/no", re.IGNORECASE)

# Every command of `gpujob help` but connect, with words that lead it to the center where it ever goes there. RUN is a
# job there that goes on until it is let go. The order is that of the runs below: what ends something comes last.
WORDS = f"""
site list|site show uppmax|site check|site detect|site discover|site drift uppmax|site export uppmax --to snakemake
site new mine --from uppmax
workload list|workload show integrate2d|workload new mine|workload check integrate2d
stack list|stack show hip_python --site pdc|stack build hip_python --site pdc
plan integrate2d {TO_PELLE}|script integrate2d {TO_PELLE}|lint job.sh --site uppmax|port job.sh --site uppmax --to hpc2n
where l40s|gpus --site pelle|build integrate2d {TO_PELLE} --backend cuda|shell {TO_PELLE}
submit ./job.sh {TO_PELLE}|run {TO_PELLE} -- true
status|status RUN|runs|logs RUN|collect RUN|tag RUN a=b|report RUN|compare integrate2d|export|import none.jsonl
reference show|reference check|reference set none|retry RUN|recover RUN|recover|pull|pull --site uppmax
wait RUN --timeout 1s|cancel RUN
connections|config show|config set sites.pdc.account x|config unset sites.pdc.account|codes|doctor|completion bash|help submit
version|sandbox list|sandbox status|sandbox env|sandbox logs|sandbox down --all|sandbox up --site nowhere
runs gc|runs forget RUN|disconnect uppmax
"""
LINES = [line for row in WORDS.split("\n") for line in row.split("|") if line]
# What cannot do its work without a connection.
NEED = ("submit ./job.sh", "run --site", "pull", "cancel RUN", "wait RUN")
SSH = """#!/bin/sh
printf '%s\\n' "$*" >> {root}/calls
exec ssh -F {root}/ssh_config "$@"
"""


class SecondFactor(unittest.TestCase):
    def setUp(self):
        if not can_ask_twice():
            self.skipTest("an sshd with a PAM of its own takes root and a mount namespace")
        place = scratch()
        self.addCleanup(place.cleanup)
        self.root = pathlib.Path(place.name)
        self.center = Center(GPUJOB, self.root, second_factor=True)
        self.center.__enter__()
        self.addCleanup(self.center.stop)
        self.seat = Seat(GPUJOB, self.root, {"center": self.center})
        self.addCleanup(self.seat.run, "disconnect", "--all")
        (self.root / "ssh").write_text(SSH.format(root=self.root))
        (self.root / "ssh").chmod(0o755)
        self.seat.environment.update(GPUJOB_SSH=f"{self.root}/ssh", GPUJOB_ACCOUNT="uppmax2025-1-1")
        self.good(self.seat.run("config", "set", "sites.uppmax.ssh", "center"))

    def good(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def logins(self):
        """Connections to the sshd, and those that it let in."""
        log = (self.root / "sshd.log").read_text()
        return log.count("Connection from"), log.count("Accepted keyboard-interactive/pam")

    def calls(self):
        path = self.root / "calls"
        text = path.read_text() if path.exists() else ""
        path.write_text("")
        return text.splitlines()

    def connect(self):
        status, shown = self.seat.type("connect", "uppmax", answer=PASSPHRASE, code=CODE)
        self.assertEqual(status, 0, shown)
        self.assertIn("passphrase for", shown)
        self.assertIn("Password: ", shown)
        self.assertNotIn(CODE, shown)
        self.assertIn("connected to uppmax/pelle", shown)
        self.assertTrue(any("ControlMaster=yes" in call for call in self.calls()))

    def test_a_wrong_code_opens_nothing(self):
        status, shown = self.seat.type("connect", "uppmax", answer=PASSPHRASE, code="0")
        self.assertEqual(status, 4, shown)
        self.assertGreater(shown.count("Password: "), 1, "ssh asks again")
        self.assertIn("site 'uppmax/pelle': no connection", shown)
        self.assertEqual(self.good(self.seat.run("connections")), "no open connections\n")
        self.assertEqual(self.logins()[1], 0)

    def test_no_other_command_asks(self):
        told = self.good(self.seat.run("help"))
        names = set(re.findall(r"^  (\S+(?: \S+)?)  +\S", told[told.index("Sites and workloads:"):
                                                                told.index("Exit codes:")], re.MULTILINE))
        tried = {name for name in names for line in LINES if f"{line} ".startswith(f"{name} ")}
        self.assertEqual(names - tried, {"connect"}, "each other has a line above")

        job = self.root / "seat/job.sh"
        busy = self.root / "busy"
        busy.write_text("")
        job.write_text(f"#!/bin/bash\nwhile [ -e {busy} ]; do sleep 0.05; done\n")
        self.connect()
        run = self.good(self.seat.run("submit", str(job), *shlex.split(TO_PELLE), "--parsable")).strip()
        self.good(self.seat.run("disconnect", "uppmax"))
        self.try_all(run, is_open=False)

        self.connect()
        busy.unlink()
        end = time.monotonic() + PATIENCE
        while not list(self.center.home.glob(f".local/share/gpujob/runs/{run}/end.*.json")):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        self.try_all(run, is_open=True)
        self.assertEqual(self.logins()[1], 2)

    def try_all(self, run, is_open):
        before = self.logins()
        self.calls()
        for line in LINES:
            if not is_open and line.startswith(("runs forget", "disconnect")):
                continue  # the run is needed again
            status, shown = self.seat.type(*shlex.split(line.replace("RUN", run)))
            where = f"gpujob {line} (open: {is_open}): {status}: {shown[-800:]}"
            self.assertIsNone(QUESTION.search(shown), where)
            self.assertGreaterEqual(status, 0, where)
            if line.startswith(NEED):
                own = 125 if line.startswith("run ") else 4  # `run` keeps the others for the command
                self.assertEqual(status == own and TO_TYPE in shown, not is_open, where)
            for call in self.calls():
                self.assertNotIn("ControlMaster=yes", call, where)
                self.assertIn("ForwardAgent=no", call, where)
                self.assertTrue(" -O " in call or "BatchMode=yes" in call, where + call)
        self.assertEqual(self.logins(), before)
        listed = json.loads(self.good(self.seat.run("connections", "--format", "json")))["connections"]
        self.assertEqual(listed, [])


if __name__ == "__main__":
    need("sshd", "ssh", "ssh-keygen", "unshare")
    unittest_main.main()
