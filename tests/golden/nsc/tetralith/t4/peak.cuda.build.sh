#!/bin/bash

# gpujob VERSION: build of peak with cuda for sm_75, key KEY

directory=/home/ada/gpujob/programs/KEY
program=peak.cuda
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
module load buildenv-gcccuda/12.9.1-gcc11-hpc1 || stop "module load failed:" buildenv-gcccuda/12.9.1-gcc11-hpc1

set -euo pipefail
trap 'rm -f -- "$directory/$output"' EXIT
nvcc -std=c++17 -O3 -arch=sm_75 -DGPUJOB_ARCHITECTURES=sm_75 -I/opt/gpujob/share/gpujob/src -x cu /opt/gpujob/share/gpujob/src/workloads/peak/peak.cc /opt/gpujob/share/gpujob/src/workloads/peak/peak_reference.cc /opt/gpujob/share/gpujob/src/harness/all.cc -o "$directory/$output"
chmod 0755 -- "$directory/$output"
mv -f -- "$directory/$output" "$directory/$program"
printf 'gpujob: built %s\n' "$directory/$program"
