#!/bin/bash
# cluster: borealis
#SBATCH --time=00:10:00
#SBATCH --partition=gpu
module load cudatoolkit/24.11
srun ./program
