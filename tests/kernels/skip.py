# SPDX-License-Identifier: MIT
"""How these tests say that they could not run: a reason on standard output, exit status 77."""
import sys


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)
