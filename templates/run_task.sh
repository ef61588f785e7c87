# The run is a task of a job array; its files carry the id that the queue shows for it.
job_id=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
