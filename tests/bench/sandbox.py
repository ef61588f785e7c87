#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sandbox.py BUILD [SITE...]: seconds from `sandbox up` to its answer, and the memory of all daemons
then, of every cluster's sandbox at both scales, without and with accounting. Medians; nothing is
asserted. The goals beside them are 5 s at scale run and 30 s at full scale."""
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

ROUNDS = 3
GOALS_S = {"run": 5, "full": 30}
MIB = 2 ** 20


class Bench:
    def __init__(self, build, home):
        self.gpujob = os.path.join(build, "bin/gpujob")
        self.environment = {"PATH": "/usr/bin:/bin", "HOME": home, "LC_ALL": "C.UTF-8"}

    def __call__(self, *words):
        return subprocess.run([self.gpujob, *words], env=self.environment, check=True, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300).stdout

    def sites(self):
        listed = json.loads(self("site", "list", "--format", "json"))["sites"]
        return [f"{site['center']}/{site['cluster']}" for site in listed if site["gpus"]]

    def measure(self, site, scale, more):
        """(seconds, MiB, nodes) of one start."""
        begin = time.monotonic()
        try:
            up = json.loads(self("sandbox", "up", "--site", site, "--name", "bench", "--scale", scale,
                                 "--format", "json", *more))
            seconds = time.monotonic() - begin
            status = json.loads(self("sandbox", "status", "--name", "bench", "--format", "json"))
        finally:
            subprocess.run([self.gpujob, "sandbox", "down", "--all"], env=self.environment,
                           stdout=subprocess.DEVNULL, check=False)
        return (seconds, status["sandboxes"][0]["resident_bytes"] / MIB,
                int(up["summary"].split()[0]))


def main(build, sites):
    with tempfile.TemporaryDirectory(prefix="gpujob-bench-") as home:
        bench = Bench(build, home)
        print(f"{'site':18} {'scale':5} {'nodes':>6}  {'start s':>8} {'MiB':>6}  "
              f"{'with accounting s':>17} {'MiB':>6}  {'goal s':>6}")
        for site in sites or bench.sites():
            for scale, goal in GOALS_S.items():
                columns = []
                for more in ([], ["--accounting"]):
                    rounds = [bench.measure(site, scale, more) for _ in range(ROUNDS)]
                    columns.append([statistics.median(column) for column in zip(*rounds)])
                (plain_s, plain_mib, nodes), (all_s, all_mib, _) = columns
                print(f"{site:18} {scale:5} {nodes:6.0f}  {plain_s:8.2f} {plain_mib:6.0f}  "
                      f"{all_s:17.2f} {all_mib:6.0f}  {goal:6}", flush=True)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), sys.argv[2:])
