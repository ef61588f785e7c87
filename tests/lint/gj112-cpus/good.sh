#!/bin/bash
#SBATCH --account=dawn2025-151
#SBATCH --time=00:10:00
#SBATCH -N 1 -n 8
export OMP_NUM_THREADS=8
./heat
