#!/bin/bash
# gpujob 0.1.0: integrate2d poly float32 with cuda on l40s at dawn/aurora, run RUNID
# Carries a planned run to a machine that has no gpujob: builds the program where the plan says so,
# then starts the job. Each start is a run of its own: a ULID, and a folder run-<ULID> with links to
# what is here, where the job's output and its reports appear.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
[ -x /home/ada/programs/0123456789abcdef/integrate2d.cuda ] || /bin/bash build.sh
mkdir -p /home/ada/programs/0123456789abcdef

digits=0123456789ABCDEFGHJKMNPQRSTVWXYZ
rest=$(date +%s%3N)
run=
for ((i = 0; i < 10; i++)); do
  run=${digits:rest % 32:1}$run
  rest=$((rest / 32))
done
for ((i = 0; i < 16; i++)); do
  run+=${digits:RANDOM % 32:1}
done
mkdir "run-$run"
for file in *; do
  case $file in
    README | job.sh | run.sh | run-*) ;;
    *) ln -s "../$file" "run-$run/$file" ;;
  esac
done
sed s/RUNID/"$run"/g job.sh >"run-$run/job.sh"
cd "run-$run"
sbatch --parsable --clusters=aurora --nice=5 '--comment=a b' job.sh
