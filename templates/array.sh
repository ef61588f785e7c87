{{shell}}
#SBATCH --{{directive}}
##SBATCH --account={{missing_account}}

# gpujob {{version}}: {{title}}
# Each task is a run of its own: its directory holds the job.sh that does the work, in this shell.

run={{array_directory}}/task-"$SLURM_ARRAY_TASK_ID"
if [ ! -r "$run/job.sh" ]; then
  printf 'gpujob: %s\n' "$run is not here" >&2
  exit 1
fi
. "$run/job.sh"
