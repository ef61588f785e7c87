#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --mem=4608M
#SBATCH -n2
#SBATCH -N 1-2
#SBATCH -c " 4"
#SBATCH --array=1-5%2
#SBATCH --signal=B:USR1@10
srun ./program
