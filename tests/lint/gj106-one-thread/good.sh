#!/bin/bash
# cluster: calm
#SBATCH --time=10 -N 1 -n 64 --hint=multithread
srun ./program
