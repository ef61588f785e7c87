#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cli.py BUILD: what gpujob itself costs, sides interleaved in one run, medians and the fastest, which
other work on the machine disturbs least. The yardstick is an empty dynamically linked C++ program that
includes iostream, started in the same run."""
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import many_nodes  # noqa: E402

ROUNDS = 200
DRY_RUN = ["submit", "integrate2d", "--site", "hpc2n", "--gpu", "l40s", "--account",
           "hpc2n2025-151", "--dry-run"]
OWN = """#!/bin/bash
#SBATCH --time=00:10:00
#SBATCH --gpus=1
srun ./heat --steps 1000
"""
# Over an empty store there is nothing to compare, and it ends with 1.
NO_RUNS = ["compare", "integrate2d"]


def spawn(build, commands, environment, rounds=ROUNDS):
    """(median ms, minimum ms, peak RSS KiB) of each command."""
    argv = [os.path.join(build, "tests/bench/bench_spawn"), str(rounds)]
    for command in commands:
        argv += ([] if command[0].startswith("--") else ["--1" if command[1:] == NO_RUNS else "--"]) + command
    done = subprocess.run(argv, capture_output=True, text=True, check=True, env=environment)
    return [tuple(float(word) for word in line.split()) for line in done.stdout.splitlines()]


def many_profiles(profiles, where, count):
    """A directory with `count` profiles: real ones, the rest copies under other names."""
    shutil.copytree(profiles, where)
    with open(os.path.join(where, "sites/hpc2n.yaml"), encoding="utf-8") as handle:
        text = handle.read()
    for number in range(count):
        with open(os.path.join(where, f"sites/copy{number}.yaml"), "w", encoding="utf-8") as handle:
            handle.write(text.replace("center: hpc2n", f"center: copy{number}"))


def start_up(build, environment):
    dynamic = os.path.join(build, "bin/gpujob")
    static = os.path.join(build, "static/bin/gpujob")
    script = os.path.join(environment["HOME"], "heat.sh")
    with open(script, "w", encoding="utf-8") as handle:
        handle.write(OWN)
    own = ["submit", script] + DRY_RUN[2:]
    sides = {"empty C++ program": ([os.path.join(build, "tests/bench/bench_empty")], ""),
             "--version, dynamic": ([dynamic, "--version"], "<= 2"),
             "--version, static": ([static, "--version"], "<= 1.5"),
             "dry run, dynamic": ([dynamic] + DRY_RUN, "<= 3"),
             "dry run, static": ([static] + DRY_RUN, "<= 1.7"),
             "dry run of an own script": ([static] + own, "<= 4"),
             "plan, static": ([static, "plan"] + DRY_RUN[1:-1], "<= 1.5"),
             "site list, static": ([static, "site", "list"], "<= 1.5"),
             "compare, static": ([static] + NO_RUNS, "<= 1.5"),
             "first start, dry run": (["--first", static] + DRY_RUN, ""),
             "first start, site list": (["--first", static, "site", "list"], "")}
    rows = spawn(build, [command for command, _ in sides.values()], environment)
    print(f"{'':24} {'median ms':>10} {'ratio':>7} {'fastest':>8} {'ratio':>7} {'goal':>7} {'peak MiB':>9}")
    for (name, (_, goal)), row in zip(sides.items(), rows):
        print(f"{name:24} {row[0]:10.3f} {row[0] / rows[0][0]:7.2f} {row[1]:8.3f} {row[1] / rows[0][1]:7.2f} "
              f"{goal:>7} {row[2] / 1024:9.2f}")


def profiles_on_path(build, environment, scratch):
    static = os.path.join(build, "static/bin/gpujob")
    real = os.path.realpath(os.path.join(build, "share/gpujob/profiles"))
    commands = []
    for count in (0, 1000):
        where = os.path.join(scratch, f"profiles{count}")
        many_profiles(real, where, count)
        commands.append([static] + DRY_RUN + ["--profile-path", where])
    few, many = spawn(build, commands, environment)
    print(f"1,000 more profiles on the path: {many[0] / few[0]:.3f} times (goal <= 1.1)")


GPU_TYPES = 20
NODE = """      - {{id: x{0}, partitions: [alvis], cpus: 64, memory_mib: 256000, gpu: X{0}, gpus: 4,
         source: a page, checked: 2026-11-21}}
"""
GPU = """      X{0}: {{model: nvidia-a40, gres: X{0}, request: ['--gpus-per-node={{{{gres}}}}:{{{{gpus_per_node}}}}'],
         source: a page, checked: 2026-11-21}}
"""


def site_of_many_gpus(profiles, where):
    """A directory with one real site that has twenty further GPU types."""
    shutil.copytree(profiles, where)
    path = os.path.join(where, "sites/c3se.yaml")
    with open(path, encoding="utf-8") as handle:
        text = handle.read()
    for block, lines in (("nodes", NODE), ("gpus", GPU)):
        more = "".join(lines.format(number) for number in range(GPU_TYPES))
        text = text.replace(f"\n    {block}:\n", f"\n    {block}:\n{more}", 1)
    with open(path, "w", encoding="utf-8") as handle:
        handle.write(text)


def further_scripts(build, environment, scratch):
    """Milliseconds a further script, from one and from all GPU types of the same profile."""
    where = os.path.join(scratch, "many")
    site_of_many_gpus(os.path.realpath(os.path.join(build, "share/gpujob/profiles")), where)

    def scripts(gpu, out):
        argv = [os.path.join(build, "static/bin/gpujob"), "script", "integrate2d", "--site", "c3se",
                "--gpu", gpu, "--account", "NAISS2025-22-934", "--profile-path", where, "--out", out]
        begin = time.perf_counter()
        subprocess.run(argv, env=environment, check=True, capture_output=True)
        elapsed = time.perf_counter() - begin
        return elapsed * 1000, sum(len(names) for _, _, names in os.walk(out))

    samples = []
    for attempt in range(11):
        one, _ = scripts("X0", os.path.join(scratch, f"one{attempt}.sh"))
        every, count = scripts("all", os.path.join(scratch, f"all{attempt}/"))
        samples.append((every - one) / (count - 1))
    print(f"a further script of --gpu all: {sorted(samples)[5]:.3f} ms "
          f"(of {count} scripts, goal <= 0.12)")


SCRIPTS = 1000
LINTED = """#!/bin/bash
#SBATCH --account=hpc2n2025-151
#SBATCH --job-name=heat{0}
#SBATCH --time=00:{1:02}:00
#SBATCH --ntasks=1 --cpus-per-task={1}
#SBATCH --gpus=l40s:1
#SBATCH --constraint=l40s
#SBATCH --output=heat-%j.out

# Point {0} of the sweep
ml purge > /dev/null 2>&1
ml GCC/12.3.0 CUDA/12.1.1
export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK
for step in 1 2 3; do
  ./heat --step "$step" \\
    --point {0}
done
cat > next.sh <<'END'
#!/bin/bash
#SBATCH --time=00:05:00
./heat --collect
END
"""


def lint_of_many(build, environment, scratch):
    """Seconds for a thousand scripts, for one site and for the site that each tells of."""
    where = os.path.join(scratch, "scripts")
    os.mkdir(where)
    for number in range(SCRIPTS):
        with open(os.path.join(where, f"{number:04}.sh"), "w", encoding="utf-8") as handle:
            handle.write(LINTED.format(number, 1 + number % 8))
    for site in ("hpc2n", "auto"):
        argv = [os.path.join(build, "static/bin/gpujob"), "lint", where, "--site", site]
        samples = []
        for _ in range(5):
            begin = time.perf_counter()
            done = subprocess.run(argv, env=environment, capture_output=True, text=True, check=False)
            samples.append(time.perf_counter() - begin)
            assert done.stdout.count(": good (for hpc2n/kebnekaise)") == SCRIPTS, done.stderr[-500:]
        print(f"lint of {SCRIPTS} scripts, --site {site}: {sorted(samples)[2]:.3f} s (goal <= 0.5)")


POINTS = (1_000, 10_000, 100_000)
SHAPE_POINTS = 100  # of each of two shapes


def points_of_sweeps(build, environment):
    """Milliseconds a point and peak memory of dry runs of sweeps, beside the empty program."""
    empty = [os.path.join(build, "tests/bench/bench_empty")]
    print(f"{'points':>8} {'ms a point':>11} {'peak MiB':>9} {'empty program':>15}  (goal <= 0.06 ms a point "
          "where that takes 1.5 ms)")
    for points in POINTS:
        values = ",".join(str(1000 + number) for number in range(points // 10))
        sweep = ([os.path.join(build, "bin/gpujob")] + DRY_RUN
                 + ["--runs", "10", "--sweep", f"n={values}"])
        yardstick, row = spawn(build, [empty, sweep], environment, 3)
        print(f"{points:8} {row[0] / points:11.4f} {row[2] / 1024:9.1f} {yardstick[0]:12.2f} ms")


def calls_of_sbatch(build, environment, scratch):
    """A sweep of two shapes that is sent: each is one job array."""
    state = os.path.join(scratch, "slurm")
    faked = {**environment, "PATH": os.path.abspath("tests/fake_slurm") + ":" + environment["PATH"],
             "FAKE_SLURM_DIR": state, "FAKE_SLURM_CLUSTER": "kebnekaise"}
    sweep = ([os.path.join(build, "bin/gpujob")] + DRY_RUN[:-1]
             + ["--backend", "numba", "--here", "--sweep", "gpus=1,2", "--sweep",
                "n=" + ",".join(str(1000 + number) for number in range(SHAPE_POINTS))])
    subprocess.run(sweep, env=faked, check=True, capture_output=True)
    with open(os.path.join(state, "calls"), encoding="utf-8") as handle:
        calls = [line for line in handle if line.startswith("sbatch ")]
    print(f"sbatch calls of {2 * SHAPE_POINTS} points of 2 shapes: {len(calls)} (goal 2)")


def main(build):
    with tempfile.TemporaryDirectory() as scratch:
        # The static program does not lie beside its data here.
        environment = {"PATH": "/usr/bin:/bin", "HOME": scratch,
                       "XDG_CACHE_HOME": os.path.join(scratch, "cache"),
                       "GPUJOB_DATA_DIR": os.path.abspath(os.path.join(build, "share/gpujob")),
                       "GPUJOB_LIBEXEC": os.path.abspath(os.path.join(build, "libexec/gpujob"))}
        start_up(build, environment)
        profiles_on_path(build, environment, scratch)
        further_scripts(build, environment, scratch)
        lint_of_many(build, environment, scratch)
        points_of_sweeps(build, environment)
        calls_of_sbatch(build, environment, scratch)
    many_nodes.main(build)


if __name__ == "__main__":
    main(sys.argv[1])
