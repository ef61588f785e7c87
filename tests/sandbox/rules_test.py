#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every documented rule of every cluster refuses one request and accepts it put right, and every
golden script is accepted.

Run as `rules_test.py BUILD`: each cluster whose profile has nodes is started as a sandbox at full scale and
asked with `sbatch --test-only`. BUILD/golden/<center>/<cluster>/<gpu>/*.sh, written by test_golden, are
job scripts and those build scripts that are jobs themselves: of each GPU type that the profile says how to
ask for there is one at least, unless the cluster is gone. The same sandboxes say whether `site drift`
and `site discover` agree with the profiles, and accept what `site export` writes for other tools; see
drift.py and exports.py. Clusters with QOS, or partitions whose limits a QOS of their own keeps, are started once
more, beside the others, with accounting.
Exit 77 without Slurm."""
import concurrent.futures
import os
import pathlib
import shutil
import signal
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "agreement")]
import discovered  # noqa: E402
import drift  # noqa: E402
import exports  # noqa: E402
from referee import Sandbox, all_profiles, documented_gpus  # noqa: E402
from rules_table import RULES  # noqa: E402

SKIPPED = 77
LEAST_PLANTED, LEAST_EXPORTS = 60, 30 * len(exports.TOOLS)
# Accounting of 9,856 nodes takes a minute: its one QOS is told as sacctmgr would tell it.
TOLD_QOS = {"olcf/frontier": "normal||||\ndebug|02:00:00|||\n"}


def script(options: str) -> str:
    return f"#!/bin/bash\n#SBATCH {options}\n"


def faults(rule, refused, accepted) -> list[str]:
    found = []
    if refused.accepts:
        found.append(f"accepts '{rule.refused}': {refused.words}")
    elif rule.says not in refused.words:
        found.append(f"refuses '{rule.refused}' without '{rule.says}': {refused.words}")
    if not accepted.accepts:
        found.append(f"refuses '{rule.accepted}': {accepted.words}")
    elif rule.answers not in accepted.words:
        found.append(f"accepts '{rule.accepted}' without '{rule.answers}': {accepted.words}")
    return [f"{rule.rule}: {fault}" for fault in found]


def goldens_of(build: pathlib.Path, site: str) -> dict[str, str]:
    """The scripts for sbatch by GPU type and name."""
    texts = {f"{path.parent.name}/{path.name}": path.read_text(encoding="utf-8")
             for path in sorted((build / "golden" / site).glob("*/*.sh"))}
    return {name: text for name, text in texts.items() if "\n#SBATCH " in text}


def without_golden(profile, goldens) -> list[str]:
    """The GPU types that no golden script asks for, though one can be asked for."""
    if profile["status"]["state"] == "retired":
        return []
    return [gpu for gpu in documented_gpus(profile) if not any(name.startswith(f"{gpu}/") for name in goldens)]


def check(build: pathlib.Path, site: str, profile, exported: dict[str, str]) -> tuple[int, int, int]:
    """How many faults, planted changes and exported requests there were."""
    rules = RULES.get(site, [])
    goldens = goldens_of(build, site)
    gpujob = str(build / "bin/gpujob")
    bad = [f"no golden script asks for {gpu}" for gpu in without_golden(profile, goldens)]
    with Sandbox(gpujob, site) as referee:
        verdicts = referee.judge_all([script(options) for rule in rules
                                      for options in (rule.refused, rule.accepted)])
        of_goldens = referee.judge_all(list(goldens.values()))
        of_exports = referee.judge_all(list(exported.values()))
        bad += drift.disagreements(gpujob, site, referee.environment, TOLD_QOS.get(site))
        planted, missed = drift.misses(gpujob, site, referee.environment)
        bad += missed if planted else [f"no change was planted in {site}"]
    bad += [fault for i, rule in enumerate(rules)
           for fault in faults(rule, verdicts[2 * i], verdicts[2 * i + 1])]
    bad += [f"{name}: {verdict.words}" for name, verdict in zip([*goldens, *exported], of_goldens + of_exports)
            if not verdict.accepts]
    print(f"counted: {site}: {len(rules)} rules, {len(goldens)} golden scripts, {len(exported)} exports, "
          f"{planted} planted changes, {len(bad)} faults")
    for fault in bad:
        print(f"  {fault}", flush=True)
    return len(bad), planted, len(exported)


def check_qos(gpujob: str, site: str) -> int:
    """How many faults there were with accounting."""
    with Sandbox(gpujob, site, more=("--accounting", "--account", "sandbox")) as referee:
        bad = drift.disagreements(gpujob, site, referee.environment, drift.asked_qos(referee.environment))
        planted, missed = drift.misses(gpujob, site, referee.environment, (drift.planted_in_qos,))
    bad += missed
    print(f"counted: {site}: accounting, {planted} planted changes of QOS, {len(bad)} faults")
    for fault in bad:
        print(f"  {fault}", flush=True)
    return len(bad)


def main(build: pathlib.Path) -> int:
    os.environ["PATH"] += ":/usr/sbin"
    # A terminated test unwinds, and so ends the sandbox that it has up.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    missing = [name for name in ("munged", "slurmctld", "slurmdbd", "mariadbd") if not shutil.which(name)]
    if missing:
        print(f"no {', '.join(missing)} here")
        return SKIPPED
    gpujob = str(build / "bin/gpujob")
    # A sandbox can be made with the nodes that the profile describes.
    profiles = {name: profile for name, profile in all_profiles(gpujob).items() if profile["nodes"]}
    asked = {site for site, profile in profiles.items() if documented_gpus(profile)}
    if asked != set(RULES):
        print(f"profiles and table have not the same clusters: {sorted(asked ^ set(RULES))}")
        return 1
    with_qos = sorted(site for site, profile in profiles.items()
                      if site not in TOLD_QOS and any(discovered.limits_by_qos(profile)))
    if not set(TOLD_QOS) <= set(profiles) or not with_qos:
        print(f"QOS only of {with_qos}, and of {sorted(TOLD_QOS)} told")
        return 1
    unread = exports.without_reader()  # sandbox.exports is skipped then
    if unread:
        print(f"no {', '.join(unread)} here: no export goes to sbatch")
    exported = {} if unread else exports.scripts(gpujob, RULES)
    with concurrent.futures.ThreadPoolExecutor(1) as beside:
        try:
            of_qos = [beside.submit(check_qos, gpujob, site) for site in with_qos]
            results = [check(build, site, profile, exported.get(site, {}))
                       for site, profile in sorted(profiles.items())]
            results += [(one.result(), 0, 0) for one in of_qos]
        finally:
            beside.shutdown(cancel_futures=True)
    faulty, planted, exported = (sum(column) for column in zip(*results))
    enough = planted >= LEAST_PLANTED and (unread or exported >= LEAST_EXPORTS)
    return 1 if faulty or not enough else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
