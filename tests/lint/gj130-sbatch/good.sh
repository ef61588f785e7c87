#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
srun --mem=4G -n "$TASKS" ./program
sbatch -p short --time="$LEFT" next.sh
sbatch -M other -p night next.sh
