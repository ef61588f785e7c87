#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=1-
#SBATCH --mail-type=BEGIN --mail-type=END
#SBATCH --begin=now+1hour
#SBATCH --dependency=afterok:17?singleton
#SBATCH --hint=nomultithread
#SBATCH -n 2
#SBATCH --tasks-per-node=2
srun ./program
