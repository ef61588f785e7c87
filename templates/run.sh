#!/bin/bash
# gpujob {{version}}: {{title}}
# Carries a planned run to a machine that has no gpujob: builds the program where the plan says so,
# then starts the job. Everything stays in this directory.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
[ -x {{program}} ] || {{build_shell}} build.sh
{{submit}}
