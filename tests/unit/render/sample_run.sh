#!/bin/bash
# gpujob 0.1.0: integrate2d poly float32 with cuda on l40s at dawn/aurora, run RUNID
# Carries a planned run to a machine that has no gpujob: builds the program where the plan says so,
# then starts the job. Everything stays in this directory.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
[ -x /home/ada/programs/0123456789abcdef/integrate2d.cuda ] || /bin/bash build.sh
sbatch --parsable --clusters=aurora --nice=5 '--comment=a b' job.sh
