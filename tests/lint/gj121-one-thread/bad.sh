#!/bin/bash
# cluster: calm
#SBATCH --time=10 -N 1 -n 33 --ntasks-per-core=1
srun ./program
