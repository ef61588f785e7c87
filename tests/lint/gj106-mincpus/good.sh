#!/bin/bash
# cluster: calm
#SBATCH --time=10 --mincpus=64
srun ./program
