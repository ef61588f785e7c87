#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""ports_test.py GPUJOB: a sandbox finds ports for its daemons, also where other programs take some first."""
import fcntl
import os
import pathlib
import socket
import struct
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
from case import SITE, SandboxCase, main, words  # noqa: E402

# A slurmctld that lists the port it was given in `stolen`, and finds it taken the first {thefts} times.
THIEF = """#!{python}
import os, pathlib, re, socket, sys
stolen = pathlib.Path(__file__).with_name("stolen")
ports = stolen.read_text().split() if stolen.exists() else []
if len(ports) < {thefts}:
    configuration = pathlib.Path(sys.argv[sys.argv.index("-f") + 1]).read_text()
    ports.append(re.search(r"SlurmctldPort=(\\d+)", configuration)[1])
    stolen.write_text("\\n".join(ports) + "\\n")
    thief = socket.create_server(("127.0.0.1", int(ports[-1])))
    slurmctld = os.getpid()
    if os.fork() == 0:
        thief.settimeout(0.02)
        while os.getppid() == slurmctld:
            try:
                thief.accept()[0].close()  # a caller must not wait for an answer
            except TimeoutError:
                pass
        sys.exit()
os.execv("/usr/sbin/slurmctld", sys.argv)
"""


def take_every_port_but(gap):
    """Listens so that nowhere from 20,000 to 32,000 `gap` ports in a row are free; in a network of
    this process's own, whose loopback it starts. The program that it becomes keeps them."""
    up = struct.pack("16sh", b"lo", 0x41)  # IFF_UP | IFF_RUNNING
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, 0x8914, up)  # SIOCSIFFLAGS
    taken = []
    for port in range(20000, 32001, gap):
        one = socket.socket()
        one.bind(("127.0.0.1", port))
        one.listen()
        os.set_inheritable(one.fileno(), True)
        taken.append(one)
    return taken


class Ports(SandboxCase):
    def up_with_thief(self, thefts, status):
        """An `up` whose slurmctld finds its port taken, the first `thefts` times; its errors, and the
        ports that were taken."""
        programs = self.home / "bin"
        programs.mkdir()
        (programs / "slurmctld").write_text(THIEF.format(python=sys.executable, thefts=thefts), encoding="utf-8")
        (programs / "slurmctld").chmod(0o755)
        self.environment["PATH"] = f"{programs}:/usr/bin:/bin"
        errors = self.gpujob("up", "--site", SITE, status=status).stderr.splitlines()
        stolen = [int(port) for port in words(programs / "stolen", "\n") if port]
        self.assertEqual((len(stolen), len(set(stolen))), (thefts, thefts))
        return stolen, [line for line in errors if not line.startswith("note: ")]

    def test_where_somebody_else_takes_a_port_first_others_are_tried(self):
        stolen, errors = self.up_with_thief(1, status=0)
        self.assertEqual(errors, [])
        self.assertNotIn(self.record()["ports"]["slurmctld"], stolen)

    def test_ports_that_somebody_else_always_takes_first(self):
        _, errors = self.up_with_thief(3, status=1)
        self.assertEqual(len(errors), 1)
        self.assertRegex(errors[0], r"^error: sandbox 'nsc': slurmctld ended at once \(.*Address already in use\)$")
        self.assert_nothing_left()

    @unittest.skipUnless(os.geteuid() == 0, "takes root")
    def test_no_ports_left(self):
        script = ("import os, sys; sys.path.insert(0, sys.argv[1]); import ports_test\n"
                  "taken = ports_test.take_every_port_but(7)\n"
                  "os.execv(sys.argv[2], sys.argv[2:])\n")
        inside = ["unshare", "--net", sys.executable, "-B", "-c", script,
                  str(pathlib.Path(__file__).resolve().parent), self.gpujob_program, "sandbox", "up",
                  "--site", SITE]
        done = subprocess.run(inside, env=self.environment, text=True, capture_output=True,
                              timeout=60, check=False)
        if "unshare failed" in done.stderr:
            self.skipTest("this root may not make a network")
        self.assertEqual(done.stderr, "error: sandbox: no 7 free ports in a row from 20000 to 32000; "
                         "end other sandboxes: 'gpujob sandbox list' names them\n")
        self.assertEqual(done.returncode, 1)
        self.assert_nothing_left()


if __name__ == "__main__":
    main()
