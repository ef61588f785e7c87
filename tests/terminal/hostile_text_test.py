#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hostile_text_test.py BUILD: sequences that drive a terminal, in every text that comes from outside
(reasons, nodes and states of jobs, logs, sbatch's refusals, notes, names, accounts, the user's own
words), to a terminal and into a pipe. No control byte may come out raw. A mark stands behind each
sequence, so that what was never shown is not counted as harmless."""
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
TOGETHER = 55  # sequences in one text
# The judge is ECMA-48's table of bytes: C0 without tab and line ends, DEL, and C1 in both its forms.
RAW = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\xc2[\x80-\x9f]|(?<![\x80-\xf4])[\x80-\x9f]")
CSI = ("A", "2J", "3J", "H", "6n", "c", ">c", "31m", "8m", "7m", "0;30;40m", "?1049h", "?25l", "?1000h",
       "?2004h", "5i", "4i", "2K", "1;1H", "9999B", "21t", "20t", "18t", "1;5r", "4h", "!p", "s", "u",
       "99b", "?5h", "3g", "200~", "38;5;1m", "38;2;1;2;3m", "?1h", "1P", "1M", "1L", "?7l", ">4;2m")
OSC = ("0;title", "2;title", "1;icon", "52;c;cm0gLXJm", "52;c;?", "8;;http://a.b", "4;1;?", "10;?",
       "11;#000000", "7;file:///etc", "9;note", "777;notify;a;b", "1337;File=:YQ==", "50;font", "133;A",
       "104", "112", "12;red", "633;E;rm", "l-title")
STRINGS = ("P$q\"p", "P+q544e", "P1;1|17/41", "_Gf=100;YQ==", "^private", "Xstart", "P0;0|AA", "k-name")
SINGLE = ("c", "7", "8", "D", "E", "M", "H", "N", "O", "Z", "=", ">", "(0", ")0", "#8", "%G", "%@", "n",
          "o", "|", "}", "~", " F", "6", "9", "l", "m", "[", "]", "[[")


def sequences():
    for word in CSI:
        yield b"\x1b[" + word.encode()
        yield b"\x9b" + word.encode()
    for word in OSC:
        yield b"\x1b]" + word.encode() + b"\x07"
        yield b"\x1b]" + word.encode() + b"\x1b\\"
        yield b"\xc2\x9d" + word.encode() + b"\xc2\x9c"
    for word in STRINGS:
        yield b"\x1b" + word.encode() + b"\x1b\\"
    for word in SINGLE:
        yield b"\x1b" + word.encode()
    for byte in (*range(0x01, 0x09), 0x0b, 0x0c, *range(0x0e, 0x20), 0x7f):
        yield bytes([byte])
    for byte in (0x84, 0x85, 0x88, 0x8d, 0x8e, 0x8f, 0x90, 0x98, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f):
        yield bytes([0xc2, byte])


def texts():
    """The sequences, some to a text, each with its mark."""
    marked = [b"%s(m%d)" % (text, number) for number, text in enumerate(sequences())]
    return [b"".join(marked[at:at + TOGETHER]) for at in range(0, len(marked), TOGETHER)]


def piped(command, environment):
    done = subprocess.run(command, env=environment, check=False, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    return done.stdout


# Places that show any text to its end.
WHOLE = ("log", "log of errors", "account", "site", "workload", "unknown word", "reason", "reason, explained",
         "reason, json")


def on_a_terminal(command, environment):
    ours, theirs = pty.openpty()
    with subprocess.Popen(["sh", "-c", 'stty cols 4000; exec "$@"', "sh", *command], env=environment,
                          stdin=theirs, stdout=theirs, stderr=theirs) as child:
        os.close(theirs)
        got = b""
        try:
            while more := os.read(ours, 65536):
                got += more
        except OSError:  # EIO: the last writer has closed the terminal
            pass
        child.wait(60)
    os.close(ours)
    return got


class HostileText(unittest.TestCase):
    def setUp(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="gpujob-hostile-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.environment = {
            "PATH": f"{SOURCE}/tests/fake_slurm:/usr/bin:/bin", "HOME": str(self.home), "USER": "ada",
            "LC_ALL": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1", "TZ": "UTC",
            "GPUJOB_TODAY": "2026-11-21", "GPUJOB_SITE": "hpc2n", "GPUJOB_ACCOUNT": "hpc2n2025-151",
            "FAKE_SLURM_DIR": str(self.home / "slurm"),
            "GPUJOB_DATA_DIR": f"{BUILD}/share/gpujob", "GPUJOB_LIBEXEC": f"{BUILD}/libexec/gpujob"}
        (self.home / "slurm").mkdir()
        self.submit = ["submit", "integrate2d", "--here", "--backend", "cpu", "--size", "small",
                       "--settle", "0s"]
        self.shown = {}
        self.raw = 0

    def gpujob(self, where, words, **more):
        """Runs a command both ways; what it shows must be clean, and its marks are counted."""
        command = [f"{BUILD}/bin/gpujob", *words]
        environment = {**self.environment, **more}
        for outlet, run in (("pipe", piped), ("terminal", on_a_terminal)):
            got = run(command, environment)
            raw = RAW.search(got)
            self.raw += raw is not None
            with self.subTest(where=where, outlet=outlet):
                self.assertIsNone(raw, raw and got[max(0, raw.start() - 60):raw.end() + 60])
            marks = self.shown.setdefault((where, outlet), set())
            marks.update(re.findall(rb"\(m(\d+)\)", got))

    def plant(self, field, text):
        (self.home / "slurm/jobs/4711" / field).write_bytes(text)

    def test_no_raw_byte_reaches_a_terminal_or_a_pipe(self):
        sent = piped([f"{BUILD}/bin/gpujob", *self.submit], self.environment)
        self.assertRegex(sent, rb"is job 4711")
        found = re.search(rb"run (0[0-9A-Z]{25}) is job", sent)
        name = found.group(1).decode()
        run = self.home / ".local/share/gpujob/runs" / name
        for text in texts():
            self.plant("reason", text)
            self.gpujob("reason", ["status", name])
            self.gpujob("reason, explained", ["status", name, "--explain"])
            self.gpujob("reason, json", ["status", name, "--format", "json"])
            self.plant("reason", b"Resources")
            self.plant("nodes", text)
            self.gpujob("nodes", ["status", name, "--explain"])
            (self.home / "slurm/jobs/4711/nodes").unlink()
            self.plant("state", text)
            self.gpujob("state", ["status", name])
            self.plant("state", b"PENDING")
            for end in ("out", "err"):
                (run / f"job.4711.0.{end}").write_bytes(text + b"\n")
            self.gpujob("log", ["logs", name])
            self.gpujob("log of errors", ["logs", name, "--err"])
            self.gpujob("refusal", self.submit, FAKE_SBATCH=b"refuse:" + text)
            self.gpujob("sbatch's own refusal", self.submit, FAKE_SBATCH=b"client:" + text)
            self.gpujob("account", [*self.submit, "--dry-run", "-A", text])
            self.gpujob("note", ["tag", name, "--note", text])
            self.gpujob("unknown word", ["status", text])
            self.gpujob("workload", ["plan", text])
            self.gpujob("site", ["site", "show", text])
        total = len(list(sequences()))
        for (where, outlet), marks in sorted(self.shown.items()):
            print(f"{where}, {outlet}: {len(marks)} of {total} sequences shown")
        seen = sum(len(marks) for marks in self.shown.values())
        print(f"counted: {total} sequences, {len(self.shown)} places, shown {seen} times: {self.raw} answers raw")
        self.assertGreaterEqual(total, 200)
        for (where, outlet), marks in self.shown.items():
            # Slurm's texts may be cut, or end with a row that cannot be read; these may not.
            least = total if where in WHOLE else 1
            self.assertGreaterEqual(len(marks), least, (where, outlet))

    def test_the_judge_sees_each_sequence(self):
        self.assertEqual([text for text in sequences() if not RAW.search(b"a " + text)], [])


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=1)
