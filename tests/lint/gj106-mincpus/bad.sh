#!/bin/bash
# cluster: calm
#SBATCH --time=10 --mincpus=65
srun ./program
