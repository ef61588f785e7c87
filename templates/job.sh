{{shell}}
#SBATCH --{{directive}}
##SBATCH --account={{missing_account}}

# gpujob {{version}}: {{title}}
# The settings come first, then what every job does. A run directory receives environment.*.txt,
# report-<launch>.json and, last of all, end.*.json with the exit status and the reports' checksums.

workload={{workload}}
run_id={{run_id}}
launches={{launches}}
libexec={{libexec}}
program="${GPUJOB_LIBEXEC:-$libexec}"/{{program}}
program={{own_program}}
job_id=${SLURM_JOB_ID:-local}
restart=${SLURM_RESTART_COUNT:-0}
export {{environment}}
users_umask=$(umask)
umask 077

stop() {
  printf 'gpujob: %s\n' "$*" >&2
  exit 1
}

list_reports() {
  local launch report hash separator=
  for ((launch = 1; launch <= launches; launch++)); do
    report=report-$launch.json
    [ -f "$report" ] || continue
    hash=$(sha256sum <"$report")
    printf '%s\n    {"file": "%s", "bytes": %d, "sha256": "%s"}' \
      "$separator" "$report" "$(wc -c <"$report")" "${hash%% *}"
    separator=,
  done
}

# sbatch may have been asked twice for one run. Of the jobs of a run one works: the one whose claim is
# linked first, and each of its restarts. The others end here, with status 0.
claim() {
  local identity own=claim.$job_id.$restart.tmp winner=
  identity="\"cluster\": \"${SLURM_CLUSTER_NAME-}\", \"job_id\": \"$job_id\","
  printf '{"schema": "gpujob/claim/v1", %s "restart": %d, "host": "%s"}\n' \
    "$identity" "$restart" "$(uname -n)" >"$own" || stop "cannot write to $run_directory"
  ln -- "$own" claim 2>/dev/null || :
  rm -f -- "$own"
  read -r winner <claim || stop "cannot claim the run in $run_directory; does it allow hard links?"
  case $winner in *"$identity"*) return ;; esac
  printf 'gpujob: job %s is a copy and ends: run %s was claimed by %s\n' \
    "$job_id" "$run_id" "$winner" >&2
  exit 0
}

# Runs at every end except KILL and keeps the exit status.
finish() {
  local status=$? file=end.$job_id.$restart.json text
  trap - EXIT
  trap '' TERM INT HUP
  set +e
  cd -- "$run_directory" || exit "$status"
  text=$(
    printf '{\n  "schema": "gpujob/end/v1",\n  "run": "%s",\n' "$run_id"
    printf '  "job_id": "%s",\n  "restart": %d,\n' "$job_id" "$restart"
    printf '  "exit_status": %d,\n  "host": "%s",\n' "$status" "$(uname -n)"
    printf '  "started": "%s",\n  "ended": "%s",\n' "$started" "$(date -u +%FT%TZ)"
    printf '  "reports": [%s\n  ]\n}\n' "$(list_reports)"
  )
  if printf '%s\n' "$text" >"$file.tmp" && sync "$file.tmp"; then
    mv -f -- "$file.tmp" "$file"
  fi
  exit "$status"
}

# Slurm sends TERM some seconds before KILL: the program ends first, then the end is written.
interrupt() {
  set +e
  if [ -n "$child" ]; then
    kill -TERM "$child"
    wait "$child"
  fi
  exit $((128 + $1))
}

# Named variables only: an environment holds secrets.
record_environment() {
  local name
  printf 'host=%s\nkernel=%s\numask=%s\n' "$(uname -n)" "$(uname -srm)" "$users_umask"
  for name in "${!GPUJOB_@}" CUDA_VISIBLE_DEVICES ROCR_VISIBLE_DEVICES HIP_VISIBLE_DEVICES \
    OMP_NUM_THREADS SLURM_CLUSTER_NAME SLURM_JOB_ID SLURM_JOB_PARTITION SLURM_JOB_NODELIST \
    SLURM_JOB_NUM_NODES SLURM_JOB_CPUS_PER_NODE SLURM_NTASKS SLURM_CPUS_PER_TASK \
    SLURM_MEM_PER_NODE SLURM_MEM_PER_CPU SLURM_GPUS SLURM_GPUS_ON_NODE SLURM_GPUS_PER_NODE \
    SLURM_GPUS_PER_TASK SLURM_JOB_GPUS SLURM_RESTART_COUNT SLURM_SUBMIT_HOST; do
    case $name in *TOKEN* | *SECRET* | *PASS*) continue ;; esac
    [ -z "${!name+set}" ] || printf '%s=%q\n' "$name" "${!name}"
  done
  ! type module >/dev/null 2>&1 || module list 2>&1
  ! type nvidia-smi >/dev/null 2>&1 || timeout 20 nvidia-smi -L 2>&1
  ! type rocm-smi >/dev/null 2>&1 || timeout 20 rocm-smi --showproductname 2>&1
}

child=
started=$(date -u +%FT%TZ)
unset CDPATH
cd -- {{run_directory}} || stop "the run directory is not here"
{{task_steps}}
run_directory=$PWD
claim
trap finish EXIT
trap 'interrupt 15' TERM
trap 'interrupt 2' INT
trap 'interrupt 1' HUP
{{output_steps}}

{{build_step}}
{{module_steps}}
{{environment_steps}}
record_environment >"environment.$job_id.$restart.txt"
{{work_steps}}
