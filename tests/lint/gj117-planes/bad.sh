#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10 -N 2 -n 4 --distribution=plane=4
srun ./program
