#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""goldens_test.py BUILD: every golden script, asked of a real Slurm that impersonates its cluster.

BUILD/golden/<center>/<cluster>/<gpu>/*.sh, written by test_golden, goes to `sbatch --test-only` of a
sandbox at full scale: job scripts and those build scripts that are jobs themselves. The same sandboxes say
whether `site drift` and `site discover` agree with the profiles; see drift.py."""
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "sandbox"), str(ROOT / "sandbox/agreement")]
import drift  # noqa: E402
from referee import Sandbox  # noqa: E402


def main(build):
    if not shutil.which("slurmctld", path="/usr/sbin:/usr/bin:/sbin"):
        print("no slurmctld here")
        return 77
    goldens = pathlib.Path(build) / "golden"
    asked, planted, failures = 0, 0, []
    for cluster in sorted(goldens.glob("*/*/")):
        scripts = [path for path in sorted(cluster.glob("*/*.sh"))
                   if "\n#SBATCH " in path.read_text(encoding="utf-8")]
        if not scripts:
            continue
        site = f"{cluster.parent.name}/{cluster.name}"
        with Sandbox(f"{build}/bin/gpujob", site) as referee:
            verdicts = referee.judge_all([path.read_text(encoding="utf-8") for path in scripts])
            failures += drift.disagreements(f"{build}/bin/gpujob", site, referee.environment)
            count, missed = drift.misses(f"{build}/bin/gpujob", site, referee.environment)
        planted += count
        failures += missed
        asked += len(scripts)
        refused = [(path, verdict) for path, verdict in zip(scripts, verdicts) if not verdict.accepts]
        failures += [f"{path.relative_to(goldens)}: {verdict.words}" for path, verdict in refused]
        print(f"{site}: {len(scripts) - len(refused)} of {len(scripts)} taken; "
              f"{count - len(missed)} of {count} planted changes named")
    print("\n".join(failures))
    return 1 if failures or asked < 20 or planted < 60 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
