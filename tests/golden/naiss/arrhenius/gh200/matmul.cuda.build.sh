#!/bin/bash

# gpujob VERSION: build of matmul with cuda for sm_90, key KEY

directory=/home/ada/gpujob/programs/KEY
program=matmul.cuda
# The compiler writes here first, so that nobody ever runs half a program.
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
module load GPU/buildenv-gcccuda/2026.03-cu13.0 || stop "module load failed:" GPU/buildenv-gcccuda/2026.03-cu13.0

set -euo pipefail
trap 'rm -f -- "$directory/$output"' EXIT
nvcc -std=c++17 -O3 -arch=sm_90 -DGPUJOB_ARCHITECTURES=sm_90 -I/opt/gpujob/share/gpujob/src -x cu /opt/gpujob/share/gpujob/src/workloads/matmul/matmul.cc /opt/gpujob/share/gpujob/src/workloads/matmul/matmul_reference.cc /opt/gpujob/share/gpujob/src/harness/all.cc -o "$directory/$output"
chmod 0755 -- "$directory/$output"
mv -f -- "$directory/$output" "$directory/$program"
printf 'gpujob: built %s\n' "$directory/$program"
