#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""modulefile_test.py BUILD: Lmod and Environment Modules each load the modulefile and find a gpujob.
Debian cannot install both at once: the second is unpacked in BUILD/../environment-modules, where
./dev puts it."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import unittest_main  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))
LMOD = "/usr/share/lmod/lmod/init/bash"
SECOND = glob.glob(os.path.join(BUILD, "../environment-modules/usr/lib/*/modulecmd.tcl")) + \
    glob.glob("/usr/lib/*/modulecmd.tcl") + glob.glob("/usr/share/Modules/libexec/modulecmd.tcl")
SCRIPT = """set -e
{setup}
module use "$TREE"
module load gpujob/1.2.3
command -v gpujob
gpujob site list | head -n 1
module unload gpujob
command -v gpujob || echo gone
"""


class Modulefile(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.join(folder.name, "root")
        prefix = os.path.join(self.root, "1.2.3")
        os.makedirs(prefix)
        for name in ("bin", "share"):
            os.symlink(os.path.join(BUILD, name), os.path.join(prefix, name))
        self.tree = os.path.join(folder.name, "modulefiles")
        os.makedirs(os.path.join(self.tree, "gpujob"))
        with open(os.path.join(ROOT, "packaging/modulefile/gpujob.tcl"), encoding="utf-8") as file:
            text = re.sub("@VERSION@", "1.2.3", file.read())
        with open(os.path.join(self.tree, "gpujob/1.2.3"), "w", encoding="utf-8") as file:
            file.write(text)
        self.home = folder.name

    def loads(self, setup):
        done = subprocess.run(["bash", "-c", SCRIPT.format(setup=setup)], text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={"PATH": "/usr/bin:/bin", "HOME": self.home, "TREE": self.tree,
                                   "GPUJOB_MODULE_ROOT": self.root})
        lines = done.stdout.splitlines()
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(lines[0], os.path.join(self.root, "1.2.3/bin/gpujob"))
        self.assertTrue(lines[1].startswith("site "))
        self.assertEqual(lines[-1], "gone")

    @unittest.skipUnless(os.path.exists(LMOD), "Lmod is not installed")
    def test_lmod_loads_it(self):
        self.loads(f". {LMOD}")

    @unittest.skipUnless(SECOND and shutil.which("tclsh"), "Environment Modules is not here")
    def test_environment_modules_loads_it(self):
        self.loads(f'module() {{ eval "$(tclsh {SECOND[0]} bash "$@")"; }}')


if __name__ == "__main__":
    unittest_main.main()
