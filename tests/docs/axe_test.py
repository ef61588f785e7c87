#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""axe_test.py BUILD NODE CHROMIUM: makes the static site and holds each of its pages to the rules of
axe in a browser; ends with 77 where the browser, axe or mkdocs is missing."""
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def main(build, node, chromium):
    modules = os.environ.get("GPUJOB_PAGE_MODULES", os.path.join(ROOT, "build/npm-page/node_modules"))
    for name, there in (("node", os.access(node, os.X_OK)), ("chromium", os.access(chromium, os.X_OK)),
                        ("mkdocs", shutil.which("mkdocs")), ("mandoc", shutil.which("mandoc")),
                        ("axe-core from npm", os.path.isdir(os.path.join(modules, "axe-core")))):
        if not there:
            print(f"skipped: {name} is not installed (./dev test installs it)")
            return 77
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "source")
        subprocess.run([sys.executable, "-B", os.path.join(ROOT, "docs/make_site.py"), build, out],
                       check=True)
        subprocess.run(["mkdocs", "build", "-q", "-f", out + ".yml"], check=True)
        return subprocess.run([node, os.path.join(HERE, "axe.mjs"), modules, chromium, out + "-site"],
                              env={**os.environ, "HOME": folder}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
