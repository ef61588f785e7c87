#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py BUILD FOLDER [--bless]: holds gpujob to the sessions written down in FOLDER/*.txt.
run.py BUILD --real [FILE...]: the sessions of all folders that are tagged `both`, against a real Slurm.

A session is read like this one:

    A remark for people.

      $ gpujob site list --format xml
      2> error: option '--format': unknown value 'xml' (it takes text, json)
      [exit 2]

Commands and what they print are indented by two blanks; `2>` marks standard error, `[exit N]` an
exit status other than 0, `  > ` goes on with the command of the line before. A command is a line of
bash (with pipefail), in a directory and with a home that belong to the session alone. No Slurm is
there unless the file says so. Lines at the top of the file that hold `word: value` set it up:

    slurm: fake              tests/fake_slurm first on PATH
    set: NAME=VALUE          a variable for every command
    needs: NAME              skip the session without this program ("mount": without the right to use it)
    conf: LINE               a line more of a real slurm.conf, for the session's commands
    blank: REGEX             what the expression matches is shown as <t>
    tags: both               runs against a real Slurm as well, unchanged: a sandbox of $GPUJOB_SITE
                             is this machine's Slurm then, with accounting; FAKE_* mean nothing

What differs from run to run is shown by a word: <run1>, <array1>, <time>, <key>, <sha256>, <host>, <version>,
$HOME, $PWD, $DATA; in sessions tagged `both` also <job1>, <node>, and columns are two blanks apart.
Commands may use $RUN1, $RUN2, ..., $ARRAY1, ... for the ids that were shown."""
import concurrent.futures
import difflib
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
SIDE_BY_SIDE = 3  # sessions: most of their time they wait, for a poll or a job
REAL_SIDE_BY_SIDE = 3
TOOLS = """awk base64 basename bash cat chmod chown cp cut date dd df diff dirname env false find flock
getconf grep setpriv head hostname id kill ln ls mkdir mktemp mount mv nproc numfmt od paste ps pwd readlink
realpath rm rmdir sed seq setsid sh sha256sum sleep sort stat stty sync tail tee test timeout touch tr
true umount uname uniq wc xargs g++ as ld zsh fish python3 shellcheck mandoc jq
strace""".split()
SLURM = "sbatch squeue sacct sacctmgr scontrol scancel sinfo srun".split()
HEADER = re.compile(r"^(slurm|set|needs|conf|blank|tags): (.*)$")


class Step:
    """One command and what it is expected to print."""

    def __init__(self, command):
        self.command = command  # lines
        self.expected = []      # lines, without the indentation


class Session:
    """A file of remarks and steps, in order."""

    def __init__(self, path):
        self.path = path
        self.settings = []
        self.parts = []  # str: a line outside steps; Step
        step, blanks, at_top = None, 0, True
        for line in path.read_text(encoding="utf-8").splitlines():
            found = HEADER.match(line)
            if at_top and found:
                self.settings.append((found.group(1), found.group(2)))
                self.parts.append(line)
                continue
            if line.startswith("  $ "):
                at_top = False
                step = Step([line[4:]])
                self.parts += [""] * blanks + [step]
                blanks = 0
            elif line.startswith("  > ") and step and not step.expected:
                step.command.append(line[4:])
            elif line.startswith("  ") and step:
                step.expected += [""] * blanks + [line[2:]]
                blanks = 0
            elif not line:
                blanks += 1
            else:
                step = None
                self.parts += [""] * blanks + [line]
                blanks = 0

    def is_for_both(self):
        return "both" in self.all("tags")

    def all(self, name):
        return [value for key, value in self.settings if key == name]

    def text(self):
        lines = []
        for part in self.parts:
            if isinstance(part, str):
                lines.append(part)
                continue
            lines.append("  $ " + part.command[0])
            lines += ["  > " + more for more in part.command[1:]]
            lines += ["  " + line if line else "" for line in part.expected]
        return "\n".join(lines) + "\n"


class Place:
    """A scratch directory with a home, a working directory and a PATH of its own."""

    def __init__(self, build, session, sandbox=None):
        # Not below TMPDIR: tables are as wide as their paths, which must be of one length.
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="gpujob-", dir="/tmp"))
        self.session = session
        for name in ("home", "work", "bin", "slurm"):
            (self.root / name).mkdir()
        (self.root / "data").symlink_to(build / "share/gpujob")
        # Only the CPU programs: whether there is a GPU compiler here must not show.
        (self.root / "libexec").mkdir()
        for program in (build / "libexec/gpujob").glob("*.cpu*"):
            (self.root / "libexec" / program.name).symlink_to(program)
        (self.root / "bin/gpujob").symlink_to(build / "bin/gpujob")
        for helper in ("interrupt_at", "slurm_cut", "slurm_daemon"):
            (self.root / "bin" / helper).symlink_to(HERE / helper)
        for tool in TOOLS:
            found = shutil.which(tool, path="/usr/bin:/bin:/usr/sbin:/sbin")
            if found:
                (self.root / "bin" / tool).symlink_to(found)
        path = [str(self.root / "bin")]
        if sandbox:
            path.insert(0, str(self.real_slurm()))
        elif "fake" in session.all("slurm"):
            path.insert(0, str(HERE.parent / "fake_slurm"))
        self.environment = {
            "PATH": ":".join(path), "HOME": str(self.root / "home"), "USER": "ada", "LC_ALL": "C.UTF-8",
            "TZ": "UTC", "GPUJOB_DATA_DIR": str(self.root / "data"),
            "GPUJOB_LIBEXEC": str(self.root / "libexec"),
            "GPUJOB_TODAY": "2026-11-21", "FAKE_SLURM_DIR": str(self.root / "slurm"), "SOURCE": str(HERE.parent.parent)}
        for setting in session.all("set"):
            name, value = setting.split("=", 1)
            self.environment[name] = value.replace("$HOME", self.environment["HOME"])
        if sandbox:
            self.environment |= {"SLURM_CONF": sandbox["slurm_conf"], "SANDBOX_RECORD": sandbox["record"]}
        self.runs = []
        self.arrays = []
        self.jobs = []

    def real_slurm(self):
        """A directory with Slurm's commands and nothing else."""
        where = self.root / "real_slurm"
        where.mkdir()
        for command in SLURM:
            (where / command).symlink_to(shutil.which(command, path="/usr/bin:/bin"))
        return where

    def normal_slurm(self, text):
        """What two Slurms show differently: ids of jobs, names of nodes, widths of columns."""
        for found in re.findall(r"\bjob(?:_id\": \"|s? )(\d+)\b", text):
            if found not in self.jobs:
                self.jobs.append(found)
        for number, job in enumerate(self.jobs, 1):
            text = re.sub(rf"\b{job}\b", f"<job{number}>", text)
        text = re.sub(r'(?<="nodes": ")[^"]+', "<node>", text)
        return re.sub(r"(?<=\S) {2,}(?=\S)", "  ", text)

    def normal(self, text):
        """`text` with everything that differs from run to run replaced by words."""
        for found in re.findall(r"\barray[ -](0[0-9A-HJKMNP-TV-Z]{25})\b", text):
            if found not in self.arrays:
                self.arrays.append(found)
                self.environment[f"ARRAY{len(self.arrays)}"] = found
        for number, array in enumerate(self.arrays, 1):
            text = text.replace(array, f"<array{number}>")
        for found in re.findall(r"\b0[0-9A-HJKMNP-TV-Z]{25}\b", text):
            if found not in self.runs:
                self.runs.append(found)
                self.environment[f"RUN{len(self.runs)}"] = found
        for number, run in enumerate(self.runs, 1):
            text = text.replace(run, f"<run{number}>")
        for path, word in ((self.root / "home", "$HOME"), (self.root / "work", "$PWD"),
                           (self.root / "data", "$DATA"), (self.root / "libexec", "$LIBEXEC"),
                           (HERE.parent / "fake_slurm", "$SLURM"), (self.root, "$SCRATCH")):
            text = text.replace(str(path), word)
        text = re.sub(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", "<time>", text)
        text = re.sub(r"\b[0-9a-f]{64}\b", "<sha256>", text)
        text = re.sub(r"(?<![0-9a-f.])[0-9a-f]{16}(?![0-9a-f])", "<key>", text)
        text = re.sub(r'(gpujob |"version": "|Version: )\d+\.\d+\.\d+', r"\1<version>", text)
        text = re.sub(rf"\b{re.escape(socket.gethostname())}\b", "<host>", text)
        if self.session.is_for_both():
            text = self.normal_slurm(text)
        for pattern in self.session.all("blank"):
            text = re.sub(pattern, "<t>", text, flags=re.MULTILINE)
        return text

    def run(self, step):
        """What the step prints, as lines of a session."""
        try:
            done = subprocess.run(
                [str(self.root / "bin/bash"), "-o", "pipefail", "-c", "\n".join(step.command)],
                cwd=self.root / "work", env=self.environment, stdin=subprocess.DEVNULL,
                capture_output=True, timeout=300, check=False)
            out, err, status = done.stdout, done.stderr, done.returncode
        except subprocess.TimeoutExpired as late:
            out, err, status = late.stdout or b"", late.stderr or b"", "after 300 s: killed"
        lines = self.normal(out.decode(errors="backslashreplace")).rstrip("\n").split("\n")
        lines = [] if lines == [""] else lines
        text = self.normal(err.decode(errors="backslashreplace")).rstrip("\n")
        lines += ["2> " + line if line else "2>" for line in text.split("\n")] if text else []
        return lines + ([f"[exit {status}]"] if status else [])

    def close(self):
        if list(self.root.glob("**/sandbox.json")):
            subprocess.run([str(self.root / "bin/gpujob"), "sandbox", "down", "--all"],
                           env=self.environment, capture_output=True, check=False)
        subprocess.run(["chmod", "-R", "u+rwX", str(self.root)], check=False)
        shutil.rmtree(self.root, ignore_errors=True)


def missing(session):
    for name in session.all("needs"):
        if name == "mount" and subprocess.run(["unshare", "--mount", "true"], capture_output=True,
                                              check=False).returncode != 0:
            return "the right to mount a file system"
        if not shutil.which(name, path="/usr/bin:/bin:/usr/sbin:/sbin"):
            return f"the program {name}"
    return None


class RealSlurm:
    """A sandbox of the session's site, up inside a `with`: its slurm.conf and its record."""

    def __init__(self, build, session):
        self.gpujob = str(build / "bin/gpujob")
        given = dict(setting.split("=", 1) for setting in session.all("set"))
        self.home = tempfile.TemporaryDirectory(prefix="gpujob-real-", dir="/tmp")
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": self.home.name, "LC_ALL": "C.UTF-8"}
        self.options = ["--site", given["GPUJOB_SITE"], "--accounting",
                        "--account", given["GPUJOB_ACCOUNT"]]
        self.conf, self.record = session.all("conf"), None

    def sandbox(self, *words):
        return subprocess.run([self.gpujob, "sandbox", *words], env=self.environment, check=True,
                              stdout=subprocess.PIPE, text=True, timeout=120).stdout

    def __enter__(self):
        try:
            conf = json.loads(self.sandbox("up", *self.options, "--format", "json"))["slurm_conf"]
            with open(conf, "a", encoding="utf-8") as file:
                file.writelines(line + "\n" for line in self.conf)
            self.record, = pathlib.Path(self.home.name).glob("**/sandbox.json")
            return {"slurm_conf": conf, "record": str(self.record)}
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_):
        try:
            # A daemon that was killed and started again is not the sandbox's any more.
            for started in self.record.parent.glob("killed.*.json") if self.record else ():
                self.end(json.loads(started.read_text(encoding="utf-8"))["pid"])
            self.sandbox("down", "--all")
        finally:
            self.home.cleanup()

    @staticmethod
    def end(pid):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass


def play(build, session, bless, sandbox=None):
    """The differences between what is written down and what happens."""
    differences = []
    place = Place(build, session, sandbox)
    try:
        for step in [part for part in session.parts if isinstance(part, Step)]:
            happened = place.run(step)
            if happened != step.expected and not bless:
                differences.append(f"$ {step.command[0]}")
                differences += difflib.unified_diff(step.expected, happened, "written", "happens",
                                                    lineterm="")
            step.expected = happened
    finally:
        place.close()
    return differences


def play_all(player, sessions, at_once):
    """How many sessions fail; each is shown, in order, with the differences that `player` finds."""
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        try:
            for session, differences in zip(sessions, pool.map(player, sessions)):
                print("\n".join([f"{'FAILED' if differences else 'passed'} {session.path.name}", *differences]))
                failed += bool(differences)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return failed


def main_real(build, paths):
    """The sessions that are tagged `both` each with a Slurm of its own."""
    for program in ("slurmctld", "slurmd", "munged", "slurmdbd", "mariadbd"):
        if not shutil.which(program, path="/usr/bin:/bin:/usr/sbin:/sbin"):
            print(f"SKIPPED: {program} is missing")
            return SKIPPED
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    sessions = [Session(path) for path in paths or sorted(HERE.glob("*/*.txt"))]
    sessions = [session for session in sessions if session.is_for_both()]

    def player(session):
        with RealSlurm(build, session) as sandbox:
            return play(build, session, False, sandbox)
    return 1 if play_all(player, sessions, REAL_SIDE_BY_SIDE) or not sessions else 0


def main(arguments):
    if "--real" in arguments:
        build, *paths = [pathlib.Path(word).resolve() for word in arguments if word != "--real"]
        return main_real(build, paths)
    bless = "--bless" in arguments or os.environ.get("GPUJOB_BLESS") == "1"
    build, folder = [pathlib.Path(word).resolve() for word in arguments if word != "--bless"]
    sessions, lacking = [], 0
    for session in [Session(path) for path in sorted(folder.glob("*.txt"))]:
        if missing(session):
            print(f"SKIPPED {session.path.name}: {missing(session).removeprefix('the ')} is missing")
            lacking += 1
        else:
            sessions.append(session)
    failed = play_all(lambda session: play(build, session, bless), sessions, SIDE_BY_SIDE)
    if bless:
        for session in sessions:
            session.path.write_text(session.text(), encoding="utf-8")
    if failed or not (sessions or lacking):
        return 1
    return SKIPPED if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
