#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads ctest's JUnit file: shows what each passed test counted (its lines `counted: ...`), names each skipped
test with its reason and each failed one, and ends with the line `N passed, N failed, N skipped`. Exits 1 if
one failed or none passed."""
import re
import sys
import xml.etree.ElementTree as ElementTree


def reason(case):
    """Why a test was skipped, in its own words: the line after `skipped:`, or gtest's message."""
    output = (case.findtext("system-out") or "").strip()
    for pattern in (r"(?im)^skipped: (.*)$", r"(?s): Skipped\n(.*?)\n", r"(?m)^(.+)$"):
        found = re.search(pattern, output)
        if found:
            return found.group(1).strip()
    return "no reason given"


def main(path):
    passed, failed, skipped = [], [], []
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        status = case.get("status")
        if case.find("skipped") is not None or status in ("notrun", "disabled"):
            skipped.append(case)
        elif case.find("failure") is not None or status == "fail":
            failed.append(case)
        else:
            passed.append(case)
    for case in passed:
        for line in re.findall(r"counted: (.*)", case.findtext("system-out") or ""):
            print(f"counted {case.get('name')}: {line}")
    for case in skipped:
        print(f"skipped {case.get('name')}: {reason(case)}")
    for case in failed:
        print(f"FAILED {case.get('name')}")
    print(f"{len(passed)} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
