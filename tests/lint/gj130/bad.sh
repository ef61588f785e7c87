#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH -n 4 -N 1
srun -n 8 -p short \
  --nodes=2 ./program
