#!/bin/bash
#SBATCH --account=dawn2025-151
#SBATCH --time=00:10:00
#SBATCH --ntasks-per-node=1 -N 2
srun --nodes 2 ./a
