# SPDX-License-Identifier: MIT
"""A center on this machine: an sshd of its own on loopback, with its own keys, port and home, where
gpujob and a pretended Slurm are found; and a seat from which it is asked."""
import os
import pathlib
import pty
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time

TESTS = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = 77
SYSTEM = "/usr/sbin:/usr/bin:/bin:/sbin"
PASSPHRASE = "correct horse"
PATIENCE = 60  # seconds


def need(*programs):
    for program in programs:
        if not shutil.which(program, path=SYSTEM):
            print(f"SKIPPED: {program} is missing")
            sys.exit(SKIPPED)


class Center:
    """Up inside a `with`. `home` is its home, `root` belongs to the test; its Slurm is that of `cluster`."""

    def __init__(self, gpujob, root, name="center", cluster="pelle"):
        self.gpujob, self.root = pathlib.Path(gpujob).resolve(), root
        self.home = root / name
        (self.home / ".local/bin").mkdir(parents=True)
        (self.home / "slurm").mkdir()
        data = self.gpujob.parent.parent / "share/gpujob"
        (self.home / "modules.sh").write_text("module() { :; }\n")
        there = self.home / ".local/bin/gpujob"
        there.write_text(
            f"#!/bin/sh\nexport HOME={self.home} PATH={TESTS}/fake_slurm:/usr/bin:/bin USER=ada\n"
            f"export FAKE_SLURM_DIR={self.home}/slurm FAKE_SLURM_CLUSTER={cluster} FAKE_SLURM_RUN=1 GPUJOB_TODAY=2026-11-21\n"
            f"export GPUJOB_DATA_DIR={data} BASH_ENV={self.home}/modules.sh\nunset XDG_RUNTIME_DIR\nexec {self.gpujob} \"$@\"\n")
        there.chmod(0o755)
        self.daemon = None

    def __enter__(self):
        for name, phrase in (("host_key", ""), ("user_key", PASSPHRASE)):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", phrase, "-f", self.root / name], check=True)
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
        for _ in range(20):
            if self.start():
                return self
        raise RuntimeError("no port for sshd: " + (self.root / "sshd.log").read_text())

    def start(self):
        """True once sshd listens; false where something else took its port first."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        (self.root / "sshd_config").write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {self.root}/host_key\nPidFile none\n"
            f"AuthorizedKeysFile {self.root}/user_key.pub\nUsePAM no\nStrictModes no\nPasswordAuthentication no\n"
            f"KbdInteractiveAuthentication no\n"
            f"PermitRootLogin yes\nSetEnv HOME={self.home}\n")
        with open(self.root / "sshd.log", "w", encoding="utf-8") as log:
            self.daemon = subprocess.Popen(
                [shutil.which("sshd", path=SYSTEM), "-D", "-e", "-f", self.root / "sshd_config"], stderr=log)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.daemon.poll() is None:
            if "Server listening" in (self.root / "sshd.log").read_text():
                return True
            time.sleep(0.02)
        self.stop()
        return False

    def stop(self):
        self.daemon.kill()
        self.daemon.wait()

    def __exit__(self, *_):
        self.stop()


class Seat:
    """A home without Slurm whose ssh knows the center as `center`."""

    def __init__(self, gpujob, root, port):
        self.gpujob, self.home = str(pathlib.Path(gpujob).resolve()), root / "seat"
        (self.home / "run").mkdir(parents=True)
        (root / "ssh_config").write_text(
            f"Host center\n  HostName 127.0.0.1\n  Port {port}\n  IdentityFile {root}/user_key\n"
            f"  IdentitiesOnly yes\n  UserKnownHostsFile {root}/known_hosts\n"
            "  StrictHostKeyChecking accept-new\n")
        self.environment = {
            "HOME": str(self.home), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "XDG_RUNTIME_DIR": str(self.home / "run"), "GPUJOB_TODAY": "2026-11-21",
            "GPUJOB_DATA_DIR": str(pathlib.Path(self.gpujob).parent.parent / "share/gpujob"),
            "GPUJOB_SSH": f"ssh -F '{root}/ssh_config'"}

    def run(self, *words):
        return subprocess.run([self.gpujob, *words], env=self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=300, check=False)

    def type(self, *words, answer):
        """On a terminal of its own; `answer` is typed whenever a passphrase is asked for."""
        child, terminal = pty.fork()
        if child == 0:
            os.execve(self.gpujob, [self.gpujob, *words], self.environment)
        shown, typed, end = b"", 0, time.monotonic() + PATIENCE
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
            if shown.count(b"passphrase for") > typed:
                typed += 1
                os.write(terminal, answer.encode() + b"\n")
        os.close(terminal)
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
