#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --output=/home/ada/programs/0123456789abcdef/integrate2d.cuda.%j.out

# gpujob 0.1.0: build of integrate2d with cuda for sm_89, key 0123456789abcdef

directory=/home/ada/programs/0123456789abcdef
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
nvcc -O3 -arch=sm_89 -x cu integrate2d.cc -o "$directory/$output"
chmod 0755 -- "$directory/$output"
mv -f -- "$directory/$output" "$directory/$program"
printf 'gpujob: built %s\n' "$directory/$program"
