#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""dev_test.py SOURCE: ./dev installs packages on Debian and its descendants, and elsewhere says at once what
to install by hand, and ends."""
import os
import subprocess
import sys
import tempfile
import unittest

SOURCE = os.path.abspath(sys.argv.pop(1))


class Distribution(unittest.TestCase):
    def dev(self, release):
        """(exit status, standard error, was a package installed?) of `./dev build` on that distribution."""
        with tempfile.TemporaryDirectory() as folder:
            called = os.path.join(folder, "called")
            for name, script in (("dpkg-query", "exit 1"), ("sudo", 'exec "$@"'),
                                 ("apt-get", f'echo "$@" >>"{called}"; exit 3')):
                path = os.path.join(folder, name)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(f"#!/bin/sh\n{script}\n")
                os.chmod(path, 0o755)
            path = os.path.join(folder, "os-release")
            with open(path, "w", encoding="utf-8") as file:
                file.write(release)
            done = subprocess.run([os.path.join(SOURCE, "dev"), "build"], capture_output=True, text=True, check=False,
                                  env={"PATH": f"{folder}:/usr/bin:/bin", "GPUJOB_OS_RELEASE": path})
            return done.returncode, done.stderr, os.path.exists(called)

    def refusal(self, release, name, begin, *packages):
        status, error, installed = self.dev(release)
        self.assertEqual((status, installed), (1, False), error)
        first, command, build = error.splitlines()
        self.assertEqual(first, f"dev: this script installs packages of Debian; on {name}:")
        self.assertTrue(command.startswith("  " + begin), command)
        self.assertLessEqual(set(packages), set(command.split()))
        self.assertEqual(build, "  cmake -B build && cmake --build build")

    def test_debian_and_its_descendants_get_their_packages(self):
        for release in ("ID=debian\n", 'ID=ubuntu\nID_LIKE=debian\n', 'ID=linuxmint\nID_LIKE="ubuntu debian"\n'):
            status, error, installed = self.dev(release)
            self.assertEqual((status, installed), (3, True), error)

    def test_others_are_told_what_to_install(self):
        self.refusal('NAME="Fedora Linux"\nID=fedora\n', "Fedora Linux", "dnf install gcc-c++", "json-devel", "re2-devel")
        self.refusal('NAME="Rocky Linux"\nID="rocky"\nID_LIKE="rhel centos fedora"\n', "Rocky Linux",
                     "dnf install epel-release && dnf install gcc-c++", "yaml-cpp-devel")
        self.refusal('NAME="openSUSE Leap"\nID="opensuse-leap"\nID_LIKE="suse opensuse"\n', "openSUSE Leap",
                     "zypper install gcc-c++", "nlohmann_json-devel", "sqlite3-devel")
        self.refusal('NAME="Arch Linux"\nID=arch\n', "Arch Linux", "pacman -S gcc", "nlohmann-json", "cli11")
        self.refusal('NAME="Void"\nID="void"\n', "Void", "install g++, CMake")


if __name__ == "__main__":
    unittest.main()
