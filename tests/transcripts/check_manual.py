#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_manual.py GPUJOB: the manual pages are clean under `mandoc -T lint`, and there is one for the
program, for each command and for each kind of file."""
import pathlib
import shutil
import subprocess
import sys
import tempfile

EXPECTED = {"man1/gpujob.1", "man1/gpujob-submit.1", "man1/gpujob-site-show.1",
            "man5/gpujob-profile.5", "man5/gpujob-workload.5", "man5/gpujob-config.5"}


def main(gpujob):
    if not shutil.which("mandoc"):
        print("SKIPPED: mandoc is not installed")
        return 77
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([gpujob, "manual", "--out", scratch], check=True)
        top = pathlib.Path(scratch, "man")
        pages = {str(page.relative_to(top)) for page in top.glob("man?/*")}
        problems = [f"no page {name}" for name in sorted(EXPECTED - pages)]
        for name in sorted(pages):
            said = subprocess.run(["mandoc", "-T", "lint", "-W", "style", top / name],
                                  capture_output=True, text=True, check=False)
            problems += (said.stdout + said.stderr).splitlines()
    print("\n".join(problems) or f"{len(pages)} pages are clean")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
