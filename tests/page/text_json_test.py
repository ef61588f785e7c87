#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""text_json_test.py BUILD: `compare` says the same in its text as in its JSON. Every number of the
tables is read from the text and held to the document, to the digits that are shown; the question, the
verdicts and what was left out word for word."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../support"))
import unittest_main  # noqa: E402

BUILD = os.path.abspath(sys.argv.pop(1))
STORES = os.path.join(HERE, "../transcripts/compare")
QUESTIONS = [
    ("synthetic.jsonl", []), ("synthetic.jsonl", ["--by", "gpu"]), ("synthetic.jsonl", ["--by", "date"]),
    ("synthetic.jsonl", ["--metric", "rate"]), ("synthetic.jsonl", ["--with", "all", "--by", "site,gpu,variant"]),
    ("synthetic.jsonl", ["--where", "n=2048"]), ("synthetic.jsonl", ["--baseline", "nsc t4"]),
    ("perflog_synthetic.log", ["--with", "foreign", "--metric", "rate"]),
    ("sweep.jsonl", ["--by", "n,gpu"]), ("sweep.jsonl", ["--by", "n", "--metric", "rate"]),
    ("scaling.jsonl", ["--by", "gpus"]), ("scaling.jsonl", ["--by", "gpu,gpus"]),
]
PREFIX = {"T": 1e12, "G": 1e9, "M": 1e6, "k": 1e3, "m": 1e-3, "µ": 1e-6, "n": 1e-9, "": 1.0}
NUMBER = r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?"


def table(lines):
    """The rows of a table as dictionaries by heading; columns are two blanks apart in every line."""
    width = max(map(len, lines))
    padded = [line.ljust(width) for line in lines]
    blank = [all(line[i] == " " for line in padded) for i in range(width)]
    starts = [0] + [i for i in range(2, width) if blank[i - 1] and blank[i - 2] and not blank[i]]
    cut = [[line[a:b].strip() for a, b in zip(starts, starts[1:] + [width])] for line in padded]
    return [list(zip(cut[0], row)) for row in cut[1:]]


def tables(text):
    """By the first heading that tells what a table is."""
    found = {}
    for block in text.split("\n\n"):
        lines = block.strip("\n").split("\n")
        for mark in ("scaling ", " MAD ", "per run: queue wait", "one GPU at two sites"):
            if mark in lines[0]:
                found[mark] = table(lines)
                break
    return found


def quantities(cell):
    """The numbers of a cell in base units, each with half a unit of its last digit."""
    found = []
    for number, prefix, unit in re.findall(rf"({NUMBER}) ?(?:([TGMkmµn]?)(s|op/s|B/s|op|B)\b)?", cell):
        digits = len(number.split("e")[0].partition(".")[2])
        scale = PREFIX[prefix] if unit else 1.0
        found.append((float(number) * scale, 0.5001 * 10.0 ** -digits * scale))
    return found


def seconds(cell):
    """`1 h 2 min` in seconds; whole parts that would follow are cut off."""
    parts = re.findall(rf"({NUMBER}) (d|h|min|s|ms|µs)\b", cell)
    unit = {"d": 86400, "h": 3600, "min": 60, "s": 1, "ms": 1e-3, "µs": 1e-6}
    digits = len(parts[-1][0].partition(".")[2])
    digit = (1.0 if len(parts) > 1 else 0.5001) * 10.0 ** -digits
    return sum(float(n) * unit[u] for n, u in parts), digit * unit[parts[-1][1]]


class TextAndJson(unittest.TestCase):
    def gpujob(self, *words):
        return subprocess.run([os.path.join(BUILD, "bin/gpujob"), *words], text=True, capture_output=True,
                              check=True, stdin=subprocess.DEVNULL,
                              env={"HOME": self.home, "PATH": "/nowhere", "LC_ALL": "C.UTF-8",
                                   "GPUJOB_TODAY": "2026-11-21"}).stdout

    def same(self, shown, value, what):
        self.assertIsNotNone(value, what)
        self.assertLessEqual(abs(shown[0] - value), shown[1] + 1e-9 * abs(value), f"{what}: {shown} {value}")

    def check_groups(self, rows, document):
        self.assertEqual(len(rows), len(document["groups"]))
        for row, group in zip(rows, document["groups"]):
            cells = dict(row)
            self.assertEqual([cells[key] for key in document["by"]],
                             [group["values"][key] for key in document["by"]])
            what = group["label"]
            self.assertEqual(int(cells["runs"]), group["runs"], what)
            self.assertEqual(int(cells["samples"]), group["samples"], what)
            self.assertEqual(cells.get("class", ""), group["class"] or "", what)
            self.assertEqual(cells.get("mark", ""), group["mark"] or "", what)
            for heading in ("median", "MAD", "p95"):
                self.same(quantities(cells[heading])[0], group[heading.lower()], f"{what} {heading}")
            interval = [] if cells["95 % interval"] == "-" else quantities(cells["95 % interval"])
            self.assertEqual(len(interval), len(group["median_interval"] or []), what)
            for shown, value in zip(interval, group["median_interval"] or []):
                self.same(shown, value, what)
            if not row[-1][0].startswith("against "):
                self.assertIsNone(group["contrast"], what)  # other work is never faster or slower
                continue
            self.assertEqual(row[-1][1], group["verdict"], what)
            ratios = re.match(rf"({NUMBER})× (faster|slower) \(({NUMBER})–({NUMBER})\)", group["verdict"])
            if not ratios:
                continue
            contrast = group["contrast"]
            values = [contrast["ratio"], *contrast["ratio_interval"]]
            if ratios[2] == "slower":
                values = [1 / values[0], 1 / values[2], 1 / values[1]]
            for text, value in zip((ratios[1], ratios[3], ratios[4]), values):
                self.same(quantities(text)[0], value, what)

    def check_costs(self, rows, document):
        for row, group in zip(rows, document["groups"]):
            costs = list(group["cost"].items())
            for (heading, cell), (name, cost) in zip(row[-len(costs):], costs):
                what = f"{group['label']} {name}"
                self.assertIn(name.split("_")[0].replace("gpu", "GPU"), heading)
                if cost["value"] is None:
                    self.assertEqual(cell, cost["origin"], what)
                elif name.endswith("_seconds"):
                    self.same(seconds(cell), cost["value"], what)
                else:
                    self.same(quantities(cell)[0], cost["value"], what)

    def check_scaling(self, rows, document):
        self.assertEqual(len(rows), len(document["scaling"]))
        for row, one in zip(rows, document["scaling"]):
            shown = [quantities(cell) for heading, cell in row
                     if heading in ("median", "speedup", "efficiency", "95 % interval")]
            self.same(shown[0][0], one["median"], "median")
            self.same(shown[1][0], one["speedup"], "speedup")
            self.same((shown[3][0][0] / 100, shown[3][0][1] / 100), one["efficiency"], "efficiency")
            for text, value in zip(shown[2], one["speedup_interval"]):
                self.same(text, value, "speedup interval")
            for text, value in zip(shown[4], one["efficiency_interval"]):
                self.same((text[0] / 100, text[1] / 100), value, "efficiency interval")

    def check_remarks(self, text, document):
        self.assertTrue(text.startswith(f"{document['workload']}: {document['subject']}\n"), text[:200])
        for part in document["question"]:
            runs = "run" if part["runs"] == 1 else "runs"
            self.assertIn(f"{part['name']} = {part['value']}: {part['runs']} {runs}; also", text)
            for other in part["also"]:
                runs = "run" if other["runs"] == 1 else "runs"
                self.assertIn(f"{other['value']} ({other['runs']} {runs})", text)
        left_out = [line for line in text.splitlines() if re.match(r"runs? .* left out: ", line)]
        self.assertEqual(len(left_out), len(document["excluded"]))
        for line, one in zip(left_out, document["excluded"]):
            self.assertIn(f" left out: {one['reason']}", line)
            more = re.search(r" and (\d+) more left out", line)
            named = len(re.findall(r"\b(?:0[0-9A-Z]{25}|foreign-[0-9a-f]+)", line.split(" left out")[0]))
            self.assertEqual(named + int(more[1] if more else 0), len(one["runs"]))

    def test_the_same_numbers(self):
        seen = set()
        for store, words in QUESTIONS:
            with self.subTest(store=store, words=words), tempfile.TemporaryDirectory() as home:
                self.home = home
                self.gpujob("import", os.path.join(STORES, store))
                text = self.gpujob("compare", "integrate2d", *words)
                document = json.loads(self.gpujob("compare", "integrate2d", *words, "--format", "json"))
                found = tables(text)
                seen |= set(found)
                self.check_groups(found[" MAD "], document)
                self.assertEqual("per run: queue wait" in found,
                                 any(cost["value"] is not None for group in document["groups"]
                                     for cost in group["cost"].values()))
                self.check_costs(found.get("per run: queue wait", []), document)
                if "scaling" in document or "scaling " in found:
                    self.check_scaling(found["scaling "], document)
                for row, one in zip(found.get("one GPU at two sites", []), document["same_devices"]):
                    self.assertEqual([cell for _, cell in row],
                                     [one["gpu"], one["group"], one["against"], one["verdict"]])
                self.check_remarks(text, document)
        self.assertEqual(len(seen), 4, "a kind of table was never seen")


if __name__ == "__main__":
    unittest_main.main()
