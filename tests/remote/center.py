# SPDX-License-Identifier: MIT
"""A center on this machine: an sshd of its own on loopback, with its own keys, port and home, where
gpujob and a pretended Slurm are found; and a seat from which it is asked."""
import os
import pathlib
import pty
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

TESTS = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = 77
SYSTEM = "/usr/sbin:/usr/bin:/bin:/sbin"
PASSPHRASE = "correct horse"
CODE = "246810"  # the second factor
PATIENCE = 60  # seconds


def need(*programs):
    for program in programs:
        if not shutil.which(program, path=SYSTEM):
            print(f"SKIPPED: {program} is missing")
            sys.exit(SKIPPED)


def can_ask_twice():
    """May this user give an sshd a PAM of its own, in a mount namespace?"""
    return os.geteuid() == 0 and subprocess.run(["unshare", "--mount", "true"], capture_output=True,
                                                check=False).returncode == 0


class Center:
    """Up inside a `with`. `home` is its home, `root` belongs to the test; its Slurm is that of `cluster`. Its sshd
    wants the user's key, which has `phrase`, and with `second_factor` also CODE, which keyboard-interactive asks for.
    Without `start_files` login shells read no /etc/profile. With `uid` one logs in as a user of this number and the
    name of the center, whom this sshd alone knows."""

    def __init__(self, gpujob, root, name="center", cluster="pelle", phrase=PASSPHRASE, second_factor=False,
                 start_files=True, uid=None):
        self.gpujob, self.root = pathlib.Path(gpujob).resolve(), root
        self.phrase, self.second_factor, self.start_files = phrase, second_factor, start_files
        self.uid, self.user = uid, name if uid else ""
        self.home = root / name
        (self.home / ".local/bin").mkdir(parents=True)
        (self.home / "slurm").mkdir()
        data = self.gpujob.parent.parent / "share/gpujob"
        (self.home / "modules.sh").write_text("module() { :; }\n")
        self.program = self.home / ".local/bin/gpujob"
        self.text = (
            f"#!/bin/sh\nexport HOME={self.home} PATH={TESTS}/fake_slurm:/usr/bin:/bin USER={self.user or 'ada'}\n"
            f"export FAKE_SLURM_DIR={self.home}/slurm FAKE_SLURM_CLUSTER={cluster} FAKE_SLURM_RUN=1 GPUJOB_TODAY=2026-11-21\n"
            f"export GPUJOB_DATA_DIR={data} BASH_ENV={self.home}/modules.sh\nunset XDG_RUNTIME_DIR\nexec {self.gpujob} \"$@\"\n")
        self.restore()
        self.daemon = None

    def restore(self, text=None):
        """Puts the program there, or another one."""
        self.program.write_text(text or self.text)
        self.program.chmod(0o755)

    def inside(self, *command):
        """The command as its user, whom only its sshd's mount namespace knows."""
        as_user = ["nsenter", "--mount", f"--target={self.daemon.pid}", "setpriv", f"--reuid={self.uid}", f"--regid={self.uid}",
                   "--clear-groups"]
        return [*as_user * bool(self.uid), *command]

    def forget_login(self):
        """The next command starts a login shell, as `connect` does."""
        shutil.rmtree(self.home / ".cache/gpujob/serve")

    def jobs_by_name(self):
        """How often each name was given to its sbatch; of an array each task counts."""
        names = {}
        for job in (self.home / "slurm/jobs").glob("*"):
            name = (job / "name").read_text().strip()
            names[name] = names.get(name, 0) + 1
        return names

    def __enter__(self):
        for name, phrase in (("host_key", ""), ("user_key", self.phrase)):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", phrase, "-f", self.root / name], check=True)
        if self.uid:
            self.root.chmod(0o755)
            for path in (self.home, *self.home.rglob("*")):
                os.chown(path, self.uid, self.uid)
            self.home.chmod(0o700)
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
        for _ in range(20):
            if self.start():
                return self
        raise RuntimeError("no port for sshd: " + (self.root / "sshd.log").read_text())

    def start(self, port=0):
        """True once sshd listens; false where something else took its port first."""
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("127.0.0.1", port))
            self.port = probe.getsockname()[1]
        (self.root / "sshd_config").write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {self.root}/host_key\nPidFile none\n"
            f"AuthorizedKeysFile {self.root}/user_key.pub\nStrictModes no\nPasswordAuthentication no\n"
            f"PermitRootLogin yes\nSetEnv HOME={self.home}\nLogLevel VERBOSE\n"
            + ("UsePAM yes\nKbdInteractiveAuthentication yes\nAuthenticationMethods publickey,keyboard-interactive\n"
               if self.second_factor else "UsePAM no\nKbdInteractiveAuthentication no\n"))
        sshd = [shutil.which("sshd", path=SYSTEM), "-D", "-e", "-f", self.root / "sshd_config"]
        own = [(self.own_pam(), "/etc/pam.d")] * self.second_factor + [(self.own_users(), "/etc/passwd")] * bool(self.uid) + [("/dev/null", "/etc/profile")] * (not self.start_files)
        for place, at in own:
            sshd = ["unshare", "--mount", "sh", "-c", f'mount --bind {place} {at} && exec "$0" "$@"', *sshd]
        with open(self.root / "sshd.log", "w", encoding="utf-8") as log:
            self.daemon = subprocess.Popen(sshd, stderr=log)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.daemon.poll() is None:
            if "Server listening" in (self.root / "sshd.log").read_text():
                return True
            time.sleep(0.02)
        self.stop()
        return False

    def own_users(self):
        """A file for /etc/passwd, with the user."""
        users = self.root / "passwd"
        users.write_text(pathlib.Path("/etc/passwd").read_text() + f"{self.user}:*:{self.uid}:{self.uid}::{self.home}:/bin/sh\n")
        return users

    def own_pam(self):
        """A folder for /etc/pam.d, whose sshd asks for CODE and for nothing else."""
        folder, check = self.root / "pam.d", self.root / "check_code"
        folder.mkdir(exist_ok=True)
        check.write_text(f'#!/bin/sh\n[ "$(tr -d "\\0")" = {CODE} ]\n')
        check.chmod(0o755)
        (folder / "sshd").write_text(f"auth required pam_exec.so quiet expose_authtok {check}\nauth required pam_permit.so\n"
                                     "account required pam_permit.so\nsession required pam_permit.so\n")
        return folder

    def stop(self):
        """The sshd that listens; the connections that are open go on."""
        self.daemon.kill()
        self.daemon.wait()

    def cut_sessions(self):
        """Kills what serves the open connections; the commands that run for them go on."""
        parents, killed = {self.daemon.pid}, True
        while killed:
            killed = False
            for status in pathlib.Path("/proc").glob("[0-9]*/status"):
                try:
                    facts = dict(line.split(":\t", 1) for line in status.read_text().splitlines() if ":\t" in line)
                except OSError:
                    continue
                pid = int(facts["Pid"])
                if facts["Name"].startswith("sshd") and int(facts["PPid"]) in parents and pid not in parents:
                    parents.add(pid)
                    killed = True
        for pid in parents - {self.daemon.pid}:
            os.kill(pid, signal.SIGKILL)

    def __exit__(self, *_):
        self.stop()


class Seat:
    """A home without Slurm whose ssh knows each center by its name in `centers`."""

    def __init__(self, gpujob, root, centers):
        self.gpujob, self.home = str(pathlib.Path(gpujob).resolve()), root / "seat"
        (self.home / "run").mkdir(parents=True)
        (root / "ssh_config").write_text("".join(
            f"Host {name}\n  HostName 127.0.0.1\n  Port {center.port}\n  IdentityFile {center.root}/user_key\n"
            + f"  User {center.user}\n" * bool(center.user) +
            f"  IdentitiesOnly yes\n  UserKnownHostsFile {root}/known_hosts\n"
            "  StrictHostKeyChecking accept-new\n" for name, center in centers.items()))
        self.environment = {
            "HOME": str(self.home), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "XDG_RUNTIME_DIR": str(self.home / "run"), "GPUJOB_TODAY": "2026-11-21",
            "GPUJOB_DATA_DIR": str(pathlib.Path(self.gpujob).parent.parent / "share/gpujob"),
            "GPUJOB_SSH": f"ssh -F '{root}/ssh_config'"}

    def run(self, *words):
        return subprocess.run([self.gpujob, *words], env=self.environment, cwd=self.home, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=300, check=False)

    def type(self, *words, answer=None, code=None, install=None):
        """On a terminal of its own; `answer` is typed whenever a passphrase is asked for, `code` whenever the second
        factor is, `install` where gpujob asks whether to put itself there. A question without an answer hangs up, which
        ends what asks. Gives the status and what was shown."""
        answers = {b"passphrase for": answer, b"Password: ": code, b"[y/N] ": install}
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.home)
            os.execve(self.gpujob, [self.gpujob, *words], self.environment)
        shown, typed, end = b"", dict.fromkeys(answers, 0), time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if not select.select([terminal], [], [], 1)[0]:
                continue
            try:
                piece = os.read(terminal, 4096)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            shown += piece
            asked = [question for question in answers if shown.count(question) > typed[question]]
            if any(answers[question] is None for question in asked):
                break
            for question in asked:
                typed[question] += 1
                os.write(terminal, answers[question].encode() + b"\n")
        os.close(terminal)  # what still runs there is hung up
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), shown.decode()


class Scratch(tempfile.TemporaryDirectory):
    """Jobs may still write into it for a moment."""
    def cleanup(self):
        for _ in range(100):
            try:
                return super().cleanup()
            except OSError:
                time.sleep(0.1)
        return super().cleanup()


def scratch():
    return Scratch(prefix="gpujob-ssh-", dir="/tmp")


class OneCenter(unittest.TestCase):
    """A center whose key has no phrase, in a directory of the test."""
    program = ""  # the gpujob of both sides

    def setUp(self):
        place = scratch()
        self.addCleanup(place.cleanup)
        self.root = pathlib.Path(place.name)
        self.center = Center(self.program, self.root, phrase="")
        self.center.__enter__()
        self.addCleanup(self.center.stop)
