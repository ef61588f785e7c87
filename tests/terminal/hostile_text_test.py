#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""hostile_text_test.py BUILD: sequences that drive a terminal, in every text that comes from outside (what
Slurm says, logs, reports, notes, names, scripts, profiles, manifests, the configuration, file names), and
in a word of every command's own line, to a terminal and into a pipe. No control byte may come out raw. A
mark stands behind each sequence, so that what was never shown is not counted as harmless."""
import fcntl
import hashlib
import json
import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "tests/transcripts"))
import check_coverage  # noqa: E402

LEAST = 200  # sequences that each place shows, or refuses in plain words
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


def texts(together, without=b""):
    """The sequences, some to a text, each with its mark. Those with a '=' come last: an option's name ends there."""
    marked = [b"%s(m%d)" % (text, number) for number, text in enumerate(sequences())]
    marked = sorted((text for text in marked if not set(text) & set(without)), key=lambda text: b"=" in text)
    return [b"".join(marked[at:at + together]) for at in range(0, len(marked), together)]


def marks(text):
    return set(re.findall(rb"\(m(\d+)\)", text))


def piped(command, environment):
    done = subprocess.run(command, env=environment, check=False, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    return done.stdout


def on_a_terminal(command, environment):
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 4000, 0, 0))
    with subprocess.Popen(command, env=environment, stdin=theirs, stdout=theirs, stderr=theirs) as child:
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


def yaml_text(text):
    """A double-quoted scalar that means the text, a byte that is not UTF-8 as the control of that number."""
    points = (ord(point) & 0xff for point in text.decode("utf-8", "surrogateescape"))
    return b'"' + b"".join(b"%c" % point if 0x20 <= point < 0x7f and point not in b'"\\' else b"\\x%02x" % point
                           for point in points) + b'"'


def utf8(text):
    return text.decode("utf-8", "replace")


# What gpujob says of a text that it takes nowhere, and what it draws of itself: the line of progress.
REFUSAL = re.compile(rb"it has characters that a table cannot show|: control character |is not UTF-8;")
PROGRESS = re.compile(rb"\r[^\x1b\n]*\x1b\[K")
# A Slurm that says $LOUD and fails, or is the faked one.
LOUD = """#!/bin/sh
[ -n "${LOUD:-}" ] || exec "$FAKE/${0##*/}" "$@"
printf '%s\\n' "$LOUD"
printf '%s: error: %s\\n' "${0##*/}" "$LOUD" >&2
exit 1
"""
SLURM = ("sbatch", "squeue", "sacct", "scontrol", "sinfo", "sacctmgr", "scancel")


class HostileText(unittest.TestCase):
    def setUp(self):
        self.home = pathlib.Path(tempfile.mkdtemp(prefix="gpujob-hostile-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.environment = {
            "PATH": f"{self.home}/loud:/usr/bin:/bin", "HOME": str(self.home), "USER": "ada",
            "LC_ALL": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1", "TZ": "UTC",
            "GPUJOB_TODAY": "2026-11-21", "GPUJOB_SITE": "hpc2n", "GPUJOB_ACCOUNT": "hpc2n2025-151",
            "FAKE_SLURM_DIR": str(self.home / "slurm"), "FAKE": f"{SOURCE}/tests/fake_slurm",
            "GPUJOB_DATA_DIR": f"{BUILD}/share/gpujob", "GPUJOB_LIBEXEC": f"{BUILD}/libexec/gpujob"}
        for folder in ("slurm", "loud", "profiles/sites", "profiles/heat", "scripts", ".config/gpujob"):
            (self.home / folder).mkdir(parents=True)
        for command in SLURM:
            (self.home / "loud" / command).write_text(LOUD, encoding="utf-8")
            (self.home / "loud" / command).chmod(0o755)
        self.submit = ["submit", "integrate2d", "--here", "--backend", "cpu", "--size", "small",
                       "--settle", "0s"]
        self.shown = {}  # of a place and an outlet: the marks
        self.refused = {}
        self.raw = 0

    def gpujob(self, where, text, words, **more):
        """Runs a command both ways; what it shows must be clean, and its marks are counted."""
        command = [f"{BUILD}/bin/gpujob", *words]
        environment = {**self.environment, **more}
        for outlet, run in (("pipe", piped), ("terminal", on_a_terminal)):
            got = PROGRESS.sub(b"", run(command, environment))
            raw = RAW.search(got)
            self.raw += raw is not None
            with self.subTest(where=where, outlet=outlet):
                self.assertIsNone(raw, raw and got[max(0, raw.start() - 60):raw.end() + 60])
            self.shown.setdefault((where, outlet), set()).update(marks(got))
            refused = self.refused.setdefault((where, outlet), set())
            if REFUSAL.search(got):
                refused.update(marks(text))

    def start(self):
        """A run whose job waits."""
        sent = piped([f"{BUILD}/bin/gpujob", *self.submit], self.environment)
        self.assertRegex(sent, rb"is job 4711")
        self.run_id = re.search(rb"run (0[0-9A-Z]{25}) is job", sent).group(1).decode()
        self.directory = self.home / ".local/share/gpujob/runs" / self.run_id

    def finish(self, *silent):
        """Prints and judges what was shown; what is silent only had to be clean."""
        total = len(list(sequences()))
        for place, shown in sorted(self.shown.items()):
            refused = self.refused[place] - shown
            print(f"{', '.join(place)}: {len(shown)} of {total} sequences shown, {len(refused)} refused")
            with self.subTest(place=place):
                self.assertGreaterEqual(len(shown) + len(refused), 0 if place[0] in silent else LEAST)
        seen = sum(len(shown) for shown in self.shown.values())
        name = self.id().split(".")[-1].removeprefix("test_")
        print(f"counted: {name}: {total} sequences, {len(self.shown)} places, shown {seen} times: {self.raw} answers raw")
        self.assertEqual(self.raw, 0)
        self.assertGreaterEqual(total, LEAST)

    def plant(self, **fields):
        for field, text in fields.items():
            (self.home / "slurm/jobs/4711" / field).write_bytes(text)

    def put(self, name, text):
        """A file below the home; its path."""
        path = self.home / name
        path.write_bytes(text)
        return str(path)

    def report(self, text, **words):
        """A run that has ended, and whose report and end marker hold the text in every free field."""
        report = json.loads((SOURCE / "profiles/schema/report.example.json").read_bytes())
        report |= {"backend": "cpu", **words}
        report["run"]["id"], report["parameters"]["n"] = self.run_id, 2048
        for part, field in (("device", "model"), ("device", "driver"), ("host", "cpu"), ("host", "name"),
                            ("versions", "compiler"), ("ceiling", "what")):
            report[part][field] = utf8(text)
        body = json.dumps(report).encode()
        (self.directory / "report-1.json").write_bytes(body)
        listed = {"file": "report-1.json", "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()}
        end = {"schema": "gpujob/end/v1", "run": self.run_id, "job_id": "4711", "restart": 0, "exit_status": 0,
               "host": utf8(text), "started": "2026-11-21T10:15:30Z", "ended": "2026-11-21T10:16:30Z",
               "reports": [listed]}
        (self.directory / "end.4711.0.json").write_text(json.dumps(end), encoding="utf-8")

    def imported(self, text):
        """A measurement from elsewhere, in a home of its own."""
        shutil.rmtree(self.home / "elsewhere", ignore_errors=True)
        with open(SOURCE / "tests/transcripts/compare/synthetic.jsonl", encoding="utf-8") as file:
            row = json.loads(file.readline())
        for field in ("site", "cluster", "gpu_key", "gpu_model", "device", "variant", "backend", "precision"):
            row["setting"][field] = utf8(text)
        row["setting"]["environment"]["driver"] = utf8(text)
        return self.put("in.jsonl", json.dumps(row).encode())

    def changed(self, source, name, *changes):
        """A file of the source tree with other words for some of its words; its path."""
        content = (SOURCE / source).read_bytes()
        for old, new in changes:
            self.assertIn(old, content)
            content = content.replace(old, new, 1)
        return self.put(name, content)

    def test_what_slurm_says(self):
        self.start()
        run = self.run_id
        for text in texts(10):
            self.plant(reason=text)
            self.gpujob("reason", text, ["status", run])
            self.gpujob("reason, explained", text, ["status", run, "--explain"])
            self.gpujob("reason, json", text, ["status", run, "--format", "json"])
            self.plant(reason=b"Resources")
            self.gpujob("refusal", text, self.submit, FAKE_SBATCH=b"refuse:" + text)
            self.gpujob("sbatch's own refusal", text, self.submit, FAKE_SBATCH=b"client:" + text)
        for text in texts(10, without=b"|"):  # which would end the field
            self.plant(state=text)
            self.gpujob("state", text, ["status", run])
            self.plant(state=b"RUNNING", nodes=text)
            self.gpujob("nodes", text, ["status", run, "--explain"])
            (self.home / "slurm/jobs/4711/nodes").unlink()
            self.plant(state=b"PENDING")
        for text in texts(40):
            loud = {"LOUD": text}
            self.gpujob("status, Slurm fails", text, ["status", run], **loud)
            self.gpujob("wait, Slurm fails", text, ["wait", run, "--timeout", "1s"], **loud)
            self.gpujob("cancel, Slurm fails", text, ["cancel", run], **loud)
            self.gpujob("submit, Slurm fails", text, self.submit, **loud)
            self.gpujob("run, Slurm fails", text, ["run", "--here", "--", "true"], **loud)
            self.gpujob("doctor", text, ["doctor"], **loud)
            self.gpujob("site discover", text, ["site", "discover"], **loud)
            self.gpujob("site drift", text, ["site", "drift", "hpc2n"], **loud)
            self.gpujob("where", text, ["where", "integrate2d", "--site", "hpc2n"], **loud)
            self.gpujob("gpus", text, ["gpus", "--site", "hpc2n"], **loud)
        self.finish()

    def test_what_jobs_leave(self):
        self.start()
        self.plant(state=b"COMPLETED")
        run, elsewhere = self.run_id, {"GPUJOB_HOME": str(self.home / "elsewhere")}
        for text in texts(40):
            for end in ("out", "err"):
                (self.directory / f"job.4711.0.{end}").write_bytes(text + b"\n")
            self.gpujob("log", text, ["logs", run])
            self.gpujob("log of errors", text, ["logs", run, "--err"])
            self.gpujob("note", text, ["tag", run, "--note", text])
            self.gpujob("name", text, ["tag", run, "--name", text])
            self.gpujob("tag", text, ["tag", run, b"key=" + text])
            self.report(text)
            self.gpujob("report", text, ["report", run])
            self.gpujob("report, json", text, ["report", run, "--format", "json"])
            self.report(text, variant=utf8(text))
            self.gpujob("report of another variant", text, ["collect", run])
            file = self.imported(text)
            self.gpujob("import", text, ["import", file], **elsewhere)
            self.gpujob("compare", text, ["compare", "integrate2d", "--by", "device"], **elsewhere)
            self.gpujob("compare, csv", text, ["compare", "integrate2d", "--format", "csv"], **elsewhere)
            self.gpujob("compare, json", text, ["compare", "integrate2d", "--format", "json"], **elsewhere)
            self.gpujob("compare, page", text, ["compare", "integrate2d", "--format", "html"], **elsewhere)
            self.gpujob("export", text, ["export"], **elsewhere)
            self.gpujob("reference set", text, ["reference", "set", "integrate2d", "--propose"], **elsewhere)
        self.finish("import")

    def test_files_of_the_user_and_the_center(self):
        here = ["--profile-path", str(self.home / "profiles")]
        for text in texts(40):
            lines = [b"job-name=" + text, b"gpus=" + text, text, b"time=1"]
            directives = b"".join(b"#SBATCH --%s\n" % line for line in lines)
            file = self.put("a.sh", b"#!/bin/bash\n" + directives + b"srun x\n")
            for words in (["lint"], ["lint", "--diff"], ["lint", "--format", "json"],
                          ["port", "--from", "nsc", "--to", "lunarc"], ["plan"], ["script"], ["submit", "--dry-run"]):
                self.gpujob(f"script, {' '.join(words)}", text, [words[0], file, *words[1:]])
            self.changed("tests/lint/site.yaml", "profiles/sites/dawn.yaml",
                         (b"    source:", b"    title: " + yaml_text(text) + b"\n    source:"),
                         (b"note: features pick the nodes", b"note: " + yaml_text(text)))
            self.gpujob("profile, site show", text, ["site", "show", "dawn", *here])
            self.gpujob("profile, site list", text, ["site", "list", *here])
            self.changed("kernels/workloads/vector_add/workload.yaml", "profiles/heat/workload.yaml",
                         (b"vector_add", b"heat"),
                         (b'"sum of two long lists, c[i] = a[i] + b[i]"', yaml_text(text)))
            self.gpujob("manifest, workload show", text, ["workload", "show", "heat", *here])
            self.gpujob("manifest, workload list", text, ["workload", "list", *here])
            self.put(".config/gpujob/config.yaml",
                     b"sites:\n  hpc2n:\n    account: " + yaml_text(text) + b"\n")
            self.gpujob("config show", text, ["config", "show"])
            self.put(".config/gpujob/config.yaml", b"")
        for text in texts(2):  # a value that is refused is shown in part
            file = self.changed("tests/lint/site.yaml", "profiles/sites/dawn.yaml",
                                (b"feature: l40s", b"feature: " + yaml_text(text)))
            self.gpujob("profile, site check", text, ["site", "check", file])
            self.gpujob("profile, plan", text, ["plan", "integrate2d", "--site", "dawn", "--gpu", "l40s", *here])
            file = self.changed("kernels/workloads/vector_add/workload.yaml", "profiles/heat/workload.yaml",
                                (b"type: integer", b"type: " + yaml_text(text)))
            self.gpujob("manifest, workload check", text, ["workload", "check", file])
        self.finish()

    def test_words_and_names_of_files(self):
        for text in texts(40):
            self.gpujob("account", text, [*self.submit, "--dry-run", "-A", text])
            self.gpujob("unknown word", text, ["status", text])
            self.gpujob("workload", text, ["plan", text])
            self.gpujob("site", text, ["site", "show", text])
            self.gpujob("config set", text, ["config", "set", "sites.hpc2n.account", text])
            piped([f"{BUILD}/bin/gpujob", "config", "unset", "sites.hpc2n.account"], self.environment)
        for text in texts(10, without=b"/"):
            file = os.path.join(os.fsencode(self.home), b"scripts", text)
            for content, words in ((b"#!/bin/bash\n#SBATCH --time=1\ntrue\n", ["lint"]), (b"[", ["import"]),
                                   (b"schema: gpujob/site/v1\n", ["site", "check"])):
                pathlib.Path(os.fsdecode(file)).write_bytes(content)
                self.gpujob(f"name of a file, {' '.join(words)}", text, [*words, file])
            os.unlink(file)
        self.finish()

    def test_a_word_of_every_command(self):
        for text in texts(55):
            for command in check_coverage.commands(f"{BUILD}/bin/gpujob"):
                self.gpujob(f"word of {command}", text, [*command.split("-"), b"--" + text])
        self.finish()

    def test_the_judge_sees_each_sequence(self):
        self.assertEqual([text for text in sequences() if not RAW.search(b"a " + text)], [])


if __name__ == "__main__":
    BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main(verbosity=1)
