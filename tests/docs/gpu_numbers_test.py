#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gpu_numbers_test.py: a number about a GPU's speed stands in no document without its origin: "measured" with the day and the
card, or "predicted from machine code". A paragraph has it itself, a table has it from the paragraph before it.

A number is about a GPU where its paragraph names one, or its heading does."""
import glob
import os
import re
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../support"))
import unittest_main  # noqa: E402

MODEL = r"\b(?:[AHTV]\d{1,3}|[AL]40S?|GH200|B200|MI\d+[AX]?)(?:'s)?\b"
GPU = re.compile(MODEL + r"|\bGPUs?\b|\bsm_\d+|\bgfx\d+|cuBLAS|cuFFT|hipBLAS", re.I)
UNIT = re.compile(r"(?<![\w.])\d[\d.,]*(?: · 10\S+)? ?(?:ns|µs|us|ms|s|seconds|[KMGT]i?B/s|[TG]?FLOP/s|\w+/s|times as fast|× as fast)\b|(?<![\w.])\d[\d.,]* ?%")
PLAIN = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")  # where the heading says that all is about a GPU
ORIGIN = re.compile(r"\bmeasured\b.{0,90}?\b20\d\d-\d\d-\d\d\b.{0,90}?" + MODEL + r"|predicted\s+from\s+machine\s+code", re.I | re.S)
# Limits that the harness sets, measured nowhere; and shares of runs, requests and chance, which are no speed of a GPU.
LIMITS = (r"too little to tell \(`ceiling\.provable`\):\s8 µs on a GPU and 2 µs in a batch; on cores 2 µs in C\+\+ and 25 µs in Python",
          r"batches of runs in a row, 10 ms each\sor longer", r"lasts ten milliseconds", r"the same work per GPU \(within 1 %\)",
          r"medians with 95 % intervals", r"median of runs done so far, at 95 %", r"at most 5 % of the comparisons claim one",
          r"\d+ of \d+ \(\d+ %\)", r"which promises 80 %", r"Of the mixtures at most 0\.2 % may stay\sunexplained")


def documents():
    found = [os.path.join(ROOT, name) for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
    for pattern in ("docs/*.md", "kernels/**/*.md"):
        found += sorted(glob.glob(os.path.join(ROOT, pattern), recursive=True))
    return found


def without_origin(text):
    """(line, the number) of each number about a GPU that has no origin."""
    text = re.sub(r"```.*?```|`[^`\n]*`|\"[^\"]*\"", lambda m: "\n" * m[0].count("\n") or "code", text, flags=re.S)
    line, about_gpus, introduced = 1, False, False
    for block in re.split(r"(\n\n+)", text):
        if block.startswith("#"):
            about_gpus = GPU.search(block) is not None
        elif block.strip():
            is_table = block.startswith("|")
            has_origin = ORIGIN.search(block) is not None or (is_table and introduced)
            number = UNIT.search(block) or (about_gpus and PLAIN.search(block))
            if number and not has_origin and (about_gpus or GPU.search(block)):
                yield line + block.count("\n", 0, number.start()), number[0]
            introduced = has_origin and not is_table
        line += block.count("\n")


class Numbers(unittest.TestCase):
    def test_each_number_about_a_gpu_says_where_it_is_from(self):
        found, looked_at = [], 0
        for path in documents():
            with open(path, encoding="utf-8") as handle:
                text = handle.read()
            for limit in LIMITS:
                text = re.sub(limit, lambda m: "\n" * m[0].count("\n"), text)
            looked_at += len(ORIGIN.findall(text))
            found += [f"{os.path.relpath(path, ROOT)}:{line}: '{number}' has no origin (a GPU's number is measured, with day "
                      "and card, or predicted from machine code)" for line, number in without_origin(text)]
        self.assertEqual(found, [], "\n".join(found))
        print(f"counted: {looked_at} origins of GPU numbers in {len(documents())} documents")
        self.assertGreater(looked_at, 5)

    def test_what_is_found(self):
        for text, numbers in (
                ("A kernel takes 2.1 ms on an H100.", [(1, "2.1 ms")]),
                ("Words.\n\nOn an L40S it copies\n810 GB/s.", [(4, "810 GB/s")]),
                ("Measured on 2026-11-26 on one NVIDIA H100: 2.1 ms.", []),
                ("Measured on one NVIDIA H100: 2.1 ms.", [(1, "2.1 ms")]),
                ("Measured on 2026-11-26 on a GPU: 2.1 ms.", [(1, "2.1 ms")]),
                ("Predicted from machine\ncode: 2.1 ms on a GPU.", []),
                ("A run takes 2.1 ms on cores.", []),
                ("On an H100 it copies at 95% of the rate.\n\nAnd on a GPU 97.5 % of cuBLAS.", [(1, "95%"), (3, "97.5 %")]),
                ("On cores it copies at 95 % of the rate.", []),
                ("A message on a GPU run: \"kernel 2.10 ms\", `2.10 ms`.", []),
                ("## On a GPU\n\nIt reached 0.95 of cuBLAS.\n\n## On cores\n\nIt reached 0.95.", [(3, "0.95")]),
                ("Measured 2026-11-26, H100.\n\n| a | 2.1 ms on a GPU |\n\n| b | 2.2 ms on a GPU |", [(5, "2.2 ms")])):
            with self.subTest(text):
                self.assertEqual(list(without_origin(text)), numbers)


if __name__ == "__main__":
    unittest_main.main()
