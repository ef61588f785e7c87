# SPDX-License-Identifier: MIT
"""Configuring where a GPU compiler does not work: AUTO leaves its backend out and says why, ON fails and
says why, OFF does not look.

usage: backends_test.py SOURCE_DIRECTORY
"""
import subprocess
import sys
import tempfile
import unittest

SOURCE = sys.argv[1]
BROKEN = {"cuda": "GPUJOB_NVCC", "hip": "GPUJOB_HIPCC"}


def configured(**options):
    with tempfile.TemporaryDirectory() as build:
        words = [f"-D{name}={value}" for name, value in options.items()]
        done = subprocess.run(["cmake", "-S", SOURCE, "-B", build, "-G", "Ninja", "-DGPUJOB_TESTS=OFF", *words],
                              capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, " ".join(done.stderr.split())


class Backends(unittest.TestCase):
    def configured(self, backend, wish):
        other = "HIP" if backend == "cuda" else "CUDA"
        return configured(**{BROKEN[backend]: "/bin/false", f"GPUJOB_{backend.upper()}": wish, f"GPUJOB_{other}": "OFF"})

    def test_auto_leaves_out_what_does_not_work(self):
        for backend in BROKEN:
            with self.subTest(backend):
                status, out, _ = self.configured(backend, "AUTO")
                self.assertEqual(status, 0)
                self.assertRegex(out, rf"(?m)^--   {backend}: +off \(/bin/false .*\)$")

    def test_on_fails_and_says_why(self):
        for backend in BROKEN:
            with self.subTest(backend):
                status, _, errors = self.configured(backend, "ON")
                self.assertNotEqual(status, 0)
                self.assertIn(f"GPUJOB_{backend.upper()}=ON", errors)
                self.assertIn("/bin/false", errors)

    def test_off_does_not_look(self):
        for backend in BROKEN:
            with self.subTest(backend):
                status, out, _ = self.configured(backend, "OFF")
                self.assertEqual(status, 0)
                self.assertRegex(out, rf"(?m)^--   {backend}: +off \(GPUJOB_{backend.upper()}=OFF\)$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
