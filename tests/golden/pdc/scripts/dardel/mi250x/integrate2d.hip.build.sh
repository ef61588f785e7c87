#!/bin/bash -l

# gpujob VERSION: build of integrate2d with hip for gfx90a, key KEY

directory=/home/ada/gpujob/programs/KEY
program=integrate2d.hip
# The compiler writes here first, so that no job ever starts half a program.
output=$program.$(uname -n).$$

stop() {
  printf 'gpujob: %s\n' "$*" >&2
  exit 1
}

[ -d /opt/gpujob/share/gpujob/src ] || stop "the sources are not here:" /opt/gpujob/share/gpujob/src
mkdir -p -- "$directory" || exit
# Modules come before strict mode: their code reads unset variables.
type module >/dev/null 2>&1 ||
  stop "this shell has no 'module' command; submit from a login shell, with its environment"
module load PDC/24.11 || stop "module load failed:" PDC/24.11
module load rocm/6.3.3 || stop "module load failed:" rocm/6.3.3
module load craype-accel-amd-gfx90a || stop "module load failed:" craype-accel-amd-gfx90a

set -euo pipefail
trap 'rm -f -- "$directory/$output"' EXIT
hipcc -std=c++17 -O3 --offload-arch=gfx90a -DGPUJOB_ARCHITECTURES=gfx90a -I/opt/gpujob/share/gpujob/src -pthread -x hip /opt/gpujob/share/gpujob/src/workloads/integrate2d/integrate2d.cc /opt/gpujob/share/gpujob/src/workloads/integrate2d/integrate2d_reference.cc /opt/gpujob/share/gpujob/src/harness/all.cc -ldl -o "$directory/$output"
chmod 0755 -- "$directory/$output"
mv -f -- "$directory/$output" "$directory/$program"
printf 'gpujob: built %s\n' "$directory/$program"
