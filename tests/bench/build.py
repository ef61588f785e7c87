#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""build.py SOURCE SCRATCH: compiles everything once with an empty compiler cache and prints how many
edges that took, their processor seconds, and the ten dearest."""
import os
import shutil
import subprocess
import sys
import time


def edges(log):
    """Seconds by output, each edge once: ninja writes a line per output and the last one counts."""
    seconds = {}
    with open(log, encoding="utf-8") as handle:
        for line in handle:
            if line.startswith("#"):
                continue
            start, end, _, output, command = line.rstrip("\n").split("\t")
            seconds[command] = (int(end) - int(start)) / 1000, output
    return seconds.values()


def shown(output, build):
    name = output.replace(build + "/", "").replace("CMakeFiles/", "").replace("__/", "")
    return name[:-len(".o")] if name.endswith(".o") else name


def main(source, scratch):
    build = os.path.join(scratch, "bench-build")
    shutil.rmtree(build, ignore_errors=True)
    environment = {**os.environ, "CCACHE_DISABLE": "1"}
    jobs = str(os.cpu_count())
    start = time.monotonic()
    subprocess.run(["cmake", "--preset", "ci", "-S", source, "-B", build], check=True,
                   env=environment, stdout=subprocess.DEVNULL)
    print(f"configure            {time.monotonic() - start:6.1f} s")
    for title, targets in (("gpujob and integrate2d", ["gpujob", "integrate2d_cpu_description"]),
                           ("everything else", ["all"])):
        start = time.monotonic()
        subprocess.run(["cmake", "--build", build, "-j", jobs, "--target", *targets], check=True,
                       env=environment, stdout=subprocess.DEVNULL)
        print(f"{title:<20} {time.monotonic() - start:6.1f} s with {jobs} jobs")
    rows = sorted(edges(os.path.join(build, ".ninja_log")), reverse=True)
    print(f"{len(rows)} edges, {sum(row[0] for row in rows):.0f} edge-seconds; the dearest:")
    for seconds, output in rows[:10]:
        print(f"{seconds:8.1f} s  {shown(output, build)}")
    shutil.rmtree(build)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
