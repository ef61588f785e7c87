#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --mail-type=NEVERMORE
#SBATCH --begin=friday
#SBATCH --dependency=afterok
#SBATCH --hint=foo
#SBATCH -n all
#SBATCH --tasks-per-node=0
#SBATCH --exclusive=yes
srun ./program
