#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""failures_test.py GPUJOB: what fails at a center or on the way to it while a job is submitted: the master dies, the
connection runs out, sshd is killed, the home there is full or read-only, its clock is an hour off, its gpujob is another
version or for another machine. Each is told, and afterwards no job was sent twice, lost or left unresolved.
GPUJOB_ROUNDS repeats each cut so often; the tally is printed."""
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import unittest_main  # noqa: E402
from center import PATIENCE, OneCenter, Seat, need  # noqa: E402

GPUJOB = sys.argv.pop(1)
ROUNDS = int(os.environ.get("GPUJOB_ROUNDS", "1"))
# The first question of a submission is whether anybody answers; what holds is the second one, which sends.
FIRST = 'if [ -e {root}/first ]; then rm {root}/first; exec {rest}; fi\n'
HELD = ': > {root}/held; while [ -e {root}/hold ]; do sleep 0.02; done\n'
OTHER_PROTOCOL = '#!/bin/sh\necho \'{"gpujob":"serve","protocol":1,"version":"9.0.0","host":"h"}\'\ncat > /dev/null\n'


class Failures(OneCenter):
    program = GPUJOB

    def setUp(self):
        super().setUp()
        self.seat = Seat(GPUJOB, self.root, {"center": self.center})
        self.addCleanup(self.seat.run, "disconnect", "--all")
        (self.seat.home / "job.sh").write_text("#!/bin/bash\necho it ran\n")
        (self.root / "ssh").write_text(
            f'#!/bin/sh\nset -- ssh -F {self.root}/ssh_config -o ControlPersist=$(cat {self.root}/persist) "$@"\n'
            f'case " $* " in *" -O "*|*" -N "*) exec "$@";; esac\n[ -e {self.root}/hold_ssh ] || exec "$@"\n'
            + FIRST.format(root=self.root, rest='"$@"') + HELD.format(root=self.root).replace("/hold ", "/hold_ssh ")
            + 'exec "$@"\n')
        (self.root / "ssh").chmod(0o755)
        (self.root / "persist").write_text("600")
        self.seat.environment.update(GPUJOB_SSH=f"{self.root}/ssh", GPUJOB_ACCOUNT="uppmax2025-1-1")
        self.good(self.seat.run("config", "set", "sites.uppmax.ssh", "center"))
        self.connect()
        self.submissions = self.cut = 0

    def good(self, done, status=0):
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout

    def connect(self):
        self.good(self.seat.run("connect", "uppmax"))

    def submit(self):
        self.submissions += 1
        done = self.seat.run("submit", "./job.sh", *shlex.split("--site uppmax --gpu l40s --time 5 --parsable"))
        self.cut += done.returncode == 5
        return done

    def until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def tally(self, what):
        """After `recover`: every submission is one job, and every run knows its own."""
        self.good(self.seat.run("recover"))
        listed = json.loads(self.good(self.seat.run("runs", "--format", "json", "--limit", "1000")))["runs"]
        runs = [run["run"] for run in listed]
        self.assertEqual(len(runs), self.submissions)
        states = json.loads(self.seat.run("status", *runs, "--format", "json").stdout)["runs"]
        names = self.center.jobs_by_name()
        twice = sum(count > 1 for count in names.values())
        lost = sum(not any(run in name for name in names) for run in runs)
        unresolved = sum(run["job_id"] is None for run in states)
        print(f"counted: {what}: {self.cut} submissions were cut: executed twice {twice}, lost {lost}, unresolved {unresolved}")
        self.assertEqual((twice, lost, unresolved), (0, 0, 0))

    # What ends the connection while a command is at work.
    def master_killed(self):
        said = subprocess.run([self.root / "ssh", "-S", self.socket(), "-O", "check", "center"], capture_output=True,
                              text=True, check=True)
        os.kill(int(said.stderr.split("pid=")[1].split(")")[0]), 9)

    def master_ended(self):
        subprocess.run([self.root / "ssh", "-S", self.socket(), "-O", "exit", "center"], capture_output=True, check=True)

    def sessions_killed(self):
        self.center.cut_sessions()

    def socket(self):
        return next(path for path in (self.seat.home / "run/gpujob/ssh").iterdir() if not path.suffix)

    def cut_while_held(self, hold, cut, why="the connection ended before the whole answer"):
        (self.root / hold).write_text("")
        (self.root / "first").write_text("")
        (self.root / "held").unlink(missing_ok=True)
        self.submissions += 1
        self.cut += 1
        with subprocess.Popen([self.seat.gpujob, "submit", "./job.sh", "--site", "uppmax", "--gpu", "l40s", "--time", "5"],
                              env=self.seat.environment, cwd=self.seat.home, text=True, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as command:
            self.until((self.root / "held").exists)
            cut()
            (self.root / hold).unlink()
            out, err = command.communicate(timeout=PATIENCE)
        self.assertEqual(command.returncode, 5, out + err)
        self.assertIn(why, err)
        self.assertIn("run 'gpujob recover 01", err)
        return err

    def that_wait(self, text):
        """Programs that wait before they read the request, and after it was carried out."""
        held = HELD.format(root=self.root)
        start, rest = text.strip().rsplit("exec ", 1)
        start += FIRST.format(root=self.root, rest=rest)
        return f"{start}{held}exec {rest}\n", f"{start}{rest} > $HOME/said\n{held}cat $HOME/said\n"

    def test_the_line_ends_while_a_job_is_submitted(self):
        for _ in range(ROUNDS):
            for cut in (self.master_killed, self.master_ended, self.sessions_killed):
                for program in self.that_wait(self.center.text):
                    self.center.restore(program)
                    self.cut_while_held("hold", cut)
                    self.center.restore()
                    self.connect()
        self.tally("line")

    def test_the_connection_runs_out(self):
        self.good(self.seat.run("disconnect", "uppmax"))
        (self.root / "persist").write_text("4")
        self.connect()
        # Between the look at the master and the request.
        self.cut_while_held("hold_ssh", lambda: self.until(lambda: not self.socket_is_there()), "no open connection")
        refused = self.submit()
        self.submissions -= 1
        self.assertEqual(refused.returncode, 4, refused.stderr)
        self.assertIn("run 'gpujob connect uppmax/pelle'", refused.stderr)
        (self.root / "persist").write_text("600")
        self.connect()
        self.tally("persist")

    def socket_is_there(self):
        return any(not path.suffix for path in (self.seat.home / "run/gpujob/ssh").iterdir())

    def test_the_server_is_gone(self):
        run = self.good(self.submit()).strip()
        self.center.cut_sessions()
        self.center.stop()
        self.until(lambda: not self.socket_is_there())
        asked = self.seat.run("status", run)
        self.assertIn("no open connection", asked.stderr)
        self.assertEqual(self.seat.run("connect", "uppmax").returncode, 4)
        self.assertTrue(self.center.start(self.center.port))
        self.connect()
        self.good(self.seat.run("wait", run))
        self.tally("server")

    def small_home(self):
        """The center's files on a disk of their own of 4 MiB."""
        small = self.center.home / "small"
        small.mkdir()
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "none", small], capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            self.skipTest(f"this user may not mount: {done.stderr.strip()}")
        self.addCleanup(subprocess.run, ["umount", "--lazy", small], check=False)
        for name in (".local/share", ".local/state", ".cache"):
            (small / name.replace("/", "_")).mkdir()
            shutil.rmtree(self.center.home / name, ignore_errors=True)
            (self.center.home / name).symlink_to(small / name.replace("/", "_"))
        return small

    def test_a_home_that_is_full(self):
        small = self.small_home()
        filler = small / "filler"
        told = set()
        for free in (0, 4, 8, 10, 12, 16) if ROUNDS == 1 else range(24):  # pages
            with open(filler, "wb", buffering=0) as file:
                try:
                    while file.write(bytes(4096)):
                        pass
                except OSError:
                    pass
            os.truncate(filler, filler.stat().st_size // 4096 * 4096 - 4096 * free)
            done = self.submit()
            self.assertIn(done.returncode, (0, 5), f"{free}: {done.stdout}{done.stderr}")
            if done.returncode == 5:
                self.assertRegex(done.stderr, "no space left on device|could not be written", f"{free} pages")
                told.add(free)
            filler.unlink()
        self.assertIn(0, told)
        self.tally("full")

    def test_a_home_that_is_read_only(self):
        small = self.small_home()
        subprocess.run(["mount", "-o", "remount,ro", small], check=True)
        done = self.submit()
        self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
        self.assertIn("read-only file system", done.stderr)
        subprocess.run(["mount", "-o", "remount,rw", small], check=True)
        self.tally("read-only")

    def test_clocks_an_hour_apart(self):
        library = pathlib.Path(GPUJOB).resolve().parent.parent / "tests/remote/libshifted_clock.so"
        for seconds in (3600, -3600):
            clock = f"LD_PRELOAD={library} CLOCK_AHEAD={seconds}"
            said = subprocess.run(["env", *clock.split(), "date", "+%s"], capture_output=True, text=True, check=True)
            self.assertAlmostEqual(int(said.stdout), time.time() + seconds, delta=60)
            program = self.center.text.replace("export HOME=", f"export {clock} HOME=")
            self.center.restore(program)
            run = self.good(self.submit()).strip()
            self.until(lambda job=run: list(self.center.home.glob(f".local/share/gpujob/runs/{job}/end.*.json")))
            self.good(self.seat.run("wait", run))
            self.assertEqual(self.good(self.seat.run("logs", run)), "it ran\n")
            self.center.restore(self.that_wait(program)[1])
            self.cut_while_held("hold", self.master_killed)
            self.center.restore(program)
            self.connect()
            self.good(self.seat.run("recover"))
        self.tally("clocks")

    def test_another_gpujob_there(self):
        whole = pathlib.Path(GPUJOB).read_bytes()
        other_machine = whole[:18] + b"\xb7\x00" + whole[20:4096]  # e_machine of the ELF header: AArch64
        for program, words in ((OTHER_PROTOCOL.encode(), "9.0.0 there, 0.1.0 here"),
                               (other_machine, "no gpujob answered there"),
                               (b"#!/bin/sh\nexit 7\n", "no gpujob answered there")):
            self.center.program.write_bytes(program)
            connected = self.seat.run("connect", "uppmax")
            self.assertEqual(connected.returncode, 4, connected.stdout + connected.stderr)
            self.assertIn(words, connected.stderr)
            done = self.submit()
            self.submissions -= 1  # nothing was begun
            self.assertEqual(done.returncode, 4, done.stdout + done.stderr)
            self.assertIn(words, done.stderr)
            # One that was begun before, when there was another.
            self.center.restore(self.that_wait(self.center.text)[0])
            self.cut_while_held("hold", self.master_killed)
            self.center.program.write_bytes(program)
            self.assertEqual(self.seat.run("connect", "uppmax").returncode, 4)
            done = self.seat.run("recover")
            self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
            self.assertIn(words, done.stderr)
            self.assertEqual(done.stderr, "".join(c for c in done.stderr if c == "\n" or c.isprintable()))
            self.center.restore()
            self.good(self.seat.run("recover"))
        self.tally("program")


if __name__ == "__main__":
    need("sshd", "ssh", "ssh-keygen")
    unittest_main.main()
