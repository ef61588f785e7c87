#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --constraint=skylake --cpus-per-task=8
srun -n 8 -c 1 ./program
