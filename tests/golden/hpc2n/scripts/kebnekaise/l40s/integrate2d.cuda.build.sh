#!/bin/bash

# gpujob VERSION: build of integrate2d with cuda for sm_89, key KEY

directory=/home/ada/gpujob/programs/KEY
program=integrate2d.cuda
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
module purge >/dev/null 2>&1
module load foss/2023b || stop "module load failed:" foss/2023b
module load CUDA/12.9.1 || stop "module load failed:" CUDA/12.9.1

set -euo pipefail
trap 'rm -f -- "$directory/$output"' EXIT
nvcc -std=c++17 -O3 -arch=sm_89 -DGPUJOB_ARCHITECTURES=sm_89 -I/opt/gpujob/share/gpujob/src -x cu /opt/gpujob/share/gpujob/src/workloads/integrate2d/integrate2d.cc /opt/gpujob/share/gpujob/src/workloads/integrate2d/integrate2d_reference.cc /opt/gpujob/share/gpujob/src/harness/all.cc -o "$directory/$output"
chmod 0755 -- "$directory/$output"
mv -f -- "$directory/$output" "$directory/$program"
printf 'gpujob: built %s\n' "$directory/$program"
