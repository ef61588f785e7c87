#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --mem=4.5G
#SBATCH -n=2
#SBATCH -N two
#SBATCH -c 4.5
#SBATCH --array=5-1
#SBATCH --signal=FOO@10
srun ./program
