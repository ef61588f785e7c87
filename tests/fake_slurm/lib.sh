# SPDX-License-Identifier: MIT
# What all the faked commands share. Sourced: `me` is the command's name. They run by the ten thousand, so a value is
# handed over in `value`: no process is started for it.
# shellcheck shell=sh

me=${0##*/}
: "${FAKE_SLURM_DIR:?names the directory of state}"
jobs=$FAKE_SLURM_DIR/jobs
[ -d "$jobs" ] || mkdir -p "$jobs"
{
  printf '%s' "$me"
  for word; do printf ' %s' "$word"; done
  printf '\n'
} >>"$FAKE_SLURM_DIR/calls"

case ${FAKE_SLURM:-ok} in
  noconf)
    {
      printf '%s: error: resolve_ctls_from_dns_srv: res_nsearch error: Unknown host\n' "$me"
      printf '%s: error: fetch_config: DNS SRV lookup failed\n' "$me"
      printf '%s: error: _establish_config_source: failed to fetch config\n' "$me"
      printf '%s: fatal: Could not establish a configuration source\n' "$me"
    } >&2
    exit 1
    ;;
esac

# line_of FILE: its first line, nothing if it is not there.
line_of() {
  value=
  [ ! -f "$1" ] || IFS= read -r value <"$1" || :
}
# What tests/transcripts/slurm_daemon did to it: "stop", "kill" or nothing.
line_of "$FAKE_SLURM_DIR/daemon.slurmctld"
case $value in
  kill) FAKE_SLURM=silent ;;
  stop) FAKE_SLURM=stopped ;;
esac
for daemon in slurmdbd mariadbd; do
  line_of "$FAKE_SLURM_DIR/daemon.$daemon"
  # shellcheck disable=SC2034 # for those who source this
  [ -z "$value" ] || FAKE_SACCT=down
done
# Without munge a command is silent, or tries again for most of a minute.
line_of "$FAKE_SLURM_DIR/daemon.munged"
[ -z "$value" ] || exec sleep 50

# shellcheck disable=SC2034 # for those who source this
cluster=${FAKE_SLURM_CLUSTER:-fake}

# no_controller BEFORE: what stands before the controller's error is each command's own.
no_controller() {
  case $FAKE_SLURM in
    stopped) printf '%sSocket timed out on send/recv operation\n' "$1" >&2 ;;
    *) printf '%sUnable to contact slurm controller (connect failure)\n' "$1" >&2 ;;
  esac
  exit 1
}

# get ID FIELD: one value of a job, empty if it has none.
get() {
  line_of "$jobs/$1/$2"
}

# put ID [FIELD VALUE]...: each whole or not at all and in this order, since a job runs beside its readers. Who calls
# it has the job's lock.
put() {
  put_in=$jobs/$1
  shift
  [ -d "$put_in/.new" ] || mkdir "$put_in/.new"
  put_left=$#
  while [ "$put_left" -gt 0 ]; do
    printf '%s' "$2" >"$put_in/.new/$1"
    set -- "$@" "$put_in/.new/$1"
    shift 2
    put_left=$((put_left - 2))
  done
  mv "$@" "$put_in"
}

stamp() {
  value=$(date -u +%Y-%m-%dT%H:%M:%S)
}

# The name of the user, kept for the next command.
user_name() {
  if [ -O "$FAKE_SLURM_DIR/user" ]; then
    line_of "$FAKE_SLURM_DIR/user"
  else
    value=$(id -un)
    printf '%s' "$value" >"$FAKE_SLURM_DIR/user"
  fi
}

is_over() {
  case $1 in
    COMPLETED | FAILED | CANCELLED* | TIMEOUT | NODE_FAIL | PREEMPTED | BOOT_FAIL | DEADLINE | OUT_OF_MEMORY) return 0 ;;
    *) return 1 ;;
  esac
}

# letters STATE: the two-letter form.
letters() {
  case $1 in
    PENDING) value=PD ;;
    RUNNING) value=R ;;
    COMPLETED) value=CD ;;
    COMPLETING) value=CG ;;
    CANCELLED*) value=CA ;;
    FAILED) value=F ;;
    TIMEOUT) value=TO ;;
    NODE_FAIL) value=NF ;;
    OUT_OF_MEMORY) value=OOM ;;
    PREEMPTED) value=PR ;;
    *) value=$1 ;;
  esac
}

# elapsed ID DAYS-FORM: how long it ran, "0:05" as squeue prints it or "00:00:05" as sacct does.
elapsed() {
  seconds=0
  get "$1" started_epoch
  if [ -n "$value" ]; then
    from=$value
    get "$1" ended_epoch
    [ -n "$value" ] || value=$(date +%s)
    seconds=$((value - from))
  fi
  two_digits $((seconds % 60))
  tail=:$value
  if [ "$2" = short ] && [ "$seconds" -lt 3600 ]; then
    value=$((seconds / 60))$tail
  else
    two_digits $((seconds / 60 % 60))
    tail=:$value$tail
    two_digits $((seconds / 3600))
    value=$value$tail
  fi
}

two_digits() {
  value=$1
  [ "$value" -gt 9 ] || value=0$value
}

# Is it a task that was cancelled before it started? All of an array are one row under its id.
never_started() {
  get "$1" state
  case $1:$value in *_*:CANCELLED*) [ ! -f "$jobs/$1/started_epoch" ] ;; *) return 1 ;; esac
}

# Is job $1 (or the array that it is a task of) in the comma list $2 (or is the list empty)?
of_jobs() {
  listed "$1" "$2" || listed "${1%%_*}" "$2"
}

# Is word $1 in the comma list $2 (or is the list empty)?
listed() {
  [ -z "$2" ] && return 0
  case ",$2," in *",$1,"*) return 0 ;; *) return 1 ;; esac
}
