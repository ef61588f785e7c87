# srun exports what sbatch exported; the modules loaded here must reach the program.
export SLURM_EXPORT_ENV=ALL
# Since Slurm 22.05 srun no longer takes --cpus-per-task from sbatch.
[ -z "${SLURM_CPUS_PER_TASK-}" ] || export SRUN_CPUS_PER_TASK=$SLURM_CPUS_PER_TASK
set -euo pipefail
[ -x {{own_program}} ] || stop "$program is not executable here; correct the manifest's 'command'"
if [ ! -x "$program" ]; then
  stop "$program is not here; run 'gpujob build $workload' for this cluster," \
    "or let GPUJOB_LIBEXEC name the directory that holds it"
fi

for ((launch = 1; launch <= launches; launch++)); do
  report=$run_directory/report-$launch.json
  GPUJOB_LAUNCH=$launch {{launcher}} "$program" {{arguments}} {{report_option}} &
  child=$!
  wait "$child" || exit
  child=
  GPUJOB_LAUNCH=$launch {{container}} "$program" --merge {{merged_tasks}} --report "$report"
  [ -s "$report" ] || stop "launch $launch of the program ended well but wrote no report"
done
