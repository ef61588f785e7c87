#!/bin/sh
# SPDX-License-Identifier: MIT
# main_job.sh PREFIX: the main job from an installed tree, with a home of its own.
set -eu
gpujob=$1/bin/gpujob
"$gpujob" submit integrate2d --site local --size small
"$gpujob" wait last
"$gpujob" report last
"$gpujob" report last --format json | grep -q '"valid": true'
"$gpujob" script integrate2d --site hpc2n --gpu l40s --account hpc2n2025-151 |
  grep -q -- '--constraint=l40s'
"$gpujob" workload list | grep -q integrate2d
