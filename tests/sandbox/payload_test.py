#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""payload_test.py BUILD: a user's own command on every GPU type of the centers below, in real
Slurms that play them. `run` brings its output and its exit status; the command sees Slurm's variables
and the GPUs that it was given. Then a script with arguments, a here-document and a trap; one that
prints itself byte for byte; and scripts of other centers, ported (see ported.py)."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from ported import Porter, slurm_environment

ACCOUNTS = {"c3se": "NAISS2025-22-934", "hpc2n": "hpc2n2025-151", "lunarc": "lu2025-2-10",
            "naiss": "naiss2025-22-934-gpu", "nsc": "naiss2025-22-934", "pdc": "naiss2025-22-934",
            "uppmax": "uppmax2025-2-393", "uppmax/bianca": "sens2023598"}
COMMAND = 'hostname; env | grep -E "CUDA|ROCR|SLURM"; pwd; exit 7'
SCRIPT = """#!/bin/bash
#SBATCH --time=5 --job-name='two words'
cat <<END
first: $1; second: $2
#SBATCH --nodes=9
END
trap 'echo caught; exit 9' TERM
kill -TERM $$
echo never
"""
# Its interpreter prints it.
ODD_SCRIPT = (b"#!/bin/cat\n#SBATCH --time=5 --output=odd.txt\nprintf '\\x1b[31m' $HOME `id` {{gpus}} %j  \n"
              b"#SBATCH --nodes=9\nGr\xc3\xbc\xc3\x9fe\rlatin-1 \xe5\xe4\xf6\nEOF\n\x1f\x8b\x08\x01\x07\x7f\xff\xfe")


class User:
    """A user with a home of their own."""

    def __init__(self, build, home):
        self.home = home
        self.gpujob = f"{build}/bin/gpujob"
        self.environment = {"PATH": os.environ["PATH"], "HOME": home, "LC_ALL": "C.UTF-8",
                            "GPUJOB_TODAY": "2026-11-21"}

    def __call__(self, *words, status=0):
        done = subprocess.run([self.gpujob, *words], text=True, capture_output=True, timeout=120,
                              env=self.environment, check=False, cwd=self.home)
        print(f"$ gpujob {' '.join(words)}\n{done.stdout}{done.stderr}", end="")
        if done.returncode != status:
            raise RuntimeError(f"gpujob {words[0]}: exit {done.returncode}, not {status}")
        return done.stdout


def account_at(site):
    return ACCOUNTS.get(site) or ACCOUNTS[site.split("/")[0]]


def gpu_types(gpujob, site, keys):
    """Keys that batch jobs may ask for, with the GPU's model: what `plan` accepts."""
    models = {key: planned_model(gpujob, site, key) for key in keys}
    return {key: model for key, model in models.items() if model}


def planned_model(gpujob, site, key):
    words = [gpujob.gpujob, "plan", "--wrap", "true", "--site", site, "--gpu", key, "--time", "5",
             "--account", account_at(site), "--format", "json"]
    done = subprocess.run(words, env=gpujob.environment, capture_output=True, check=False)
    return json.loads(done.stdout)["plan"]["gpu"]["model"] if done.returncode == 0 else ""


def is_request_documented(gpujob, site):
    """Does the profile say of some GPU how it is asked for? Where it does not, jobs with GPUs are refused."""
    profile = json.loads(gpujob("site", "show", site, "--format", "json"))["profile"]
    return any(gpu["request_documented"] for gpu in profile["gpus"])


def variables_in(output):
    return dict(line.split("=", 1) for line in output.splitlines() if "=" in line)


def devices_missing(variables, model):
    """What is wrong with how the command is told of its GPUs: their number, and each by its vendor's variable."""
    given = int(variables.get("SLURM_GPUS_ON_NODE", 0))
    own, other = "CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES"
    if model.startswith("amd-"):
        own, other = other, own
    devices = set(variables.get(own, "").split(",")) - {""}
    if given < 1 or len(devices) != given or other in variables:
        return f"{given} GPU(s), {own}={variables.get(own)}, {other}={variables.get(other)}"
    return ""


def run_everywhere(gpujob, site, models):
    failures = []
    for key, model in models.items():
        output = gpujob("run", "--site", site, "--gpu", key, "--time", "5", "--account",
                        account_at(site), "--", "sh", "-c", COMMAND, status=7)
        where = f"{site} {key}"
        if f"\n{gpujob.home}\n" not in output:
            failures.append(f"{where}: started elsewhere")
        if "SLURM_JOB_ID=" not in output or f"SLURM_SUBMIT_DIR={gpujob.home}" not in output:
            failures.append(f"{where}: Slurm's variables are missing")
        variables = variables_in(output)
        missing = devices_missing(variables, model)
        if missing:
            failures.append(f"{where}: {missing}")
        print(f"{where}: output and exit status 7, {variables.get('SLURM_GPUS_ON_NODE')} GPU(s)")
    return failures


def run_script(gpujob, site):
    pathlib.Path(gpujob.home, "job.sh").write_text(SCRIPT, encoding="utf-8")
    gpujob("submit", "job.sh", "a b", "$HOME", "--site", site, "--wait", "--account",
           account_at(site), status=9)
    said = gpujob("logs", "last")
    wanted = "first: a b; second: $HOME\n#SBATCH --nodes=9\ncaught\n"
    failures = [] if said == wanted else [f"{site}: the script said {said!r}"]
    pathlib.Path(gpujob.home, "odd.sh").write_bytes(ODD_SCRIPT)
    gpujob("submit", "odd.sh", "--site", site, "--wait", "--account", account_at(site))
    run = pathlib.Path(gpujob.home, "odd.txt").read_bytes()
    return failures if run == ODD_SCRIPT else [*failures, f"{site}: a body ran as {run!r}"]


def main(build):
    if not all(shutil.which(program) for program in ("slurmctld", "slurmd", "munged")):
        print("no Slurm on this machine")
        return 77
    failures, ported = [], []
    home = tempfile.mkdtemp(prefix="gpujob-")
    gpujob = User(build, home)
    try:
        sites = json.loads(gpujob("site", "list", "--format", "json"))["sites"]
        for one in sites:
            site = f"{one['center']}/{one['cluster']}"
            if one["center"] not in ACCOUNTS or one["status"]["state"] == "retired":
                continue
            gpujob("sandbox", "up", "--site", site)
            tried = gpu_types(gpujob, site, one["gpus"])
            if one["gpus"] and not tried and is_request_documented(gpujob, site):
                failures.append(f"{site}: no GPU type can be asked for")
            failures += run_everywhere(gpujob, site, tried)
            failures += run_script(gpujob, site)
            porter = Porter(gpujob, account_at(site))
            gpujob("sandbox", "up", "--site", site, "--scale", "full", "--name", "full")
            porter.everywhere(site, list(tried), slurm_environment(gpujob, "full"))
            failures += porter.failures
            ported += [porter]
            gpujob("sandbox", "down", "--all")
    except RuntimeError as error:
        failures.append(repr(error))
    finally:
        subprocess.run([gpujob.gpujob, "sandbox", "down", "--all"], env=gpujob.environment,
                       check=False, capture_output=True)
        shutil.rmtree(home, ignore_errors=True)
    accepted, refused = (sum(getattr(one, name) for one in ported) for name in ("accepted", "refused"))
    print(f"counted: ported scripts: {accepted} accepted by Slurm, {refused} refused with a reason")
    if accepted < 50:
        failures.append(f"only {accepted} scripts were ported")
    print("\n".join(f"FAILED {failure}" for failure in failures) or "passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
