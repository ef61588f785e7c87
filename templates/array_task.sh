# Each task of the array works in a directory of its own, with the files of a single job.
job_id=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
cd -- "task-$SLURM_ARRAY_TASK_ID" || stop "the task's directory is not here"
