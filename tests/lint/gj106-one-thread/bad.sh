#!/bin/bash
# cluster: calm
#SBATCH --time=10 -N 1 -n 33 --hint=nomultithread
srun ./program
