#!/bin/bash
# cluster: borealis
#SBATCH --time=00:10:00
#SBATCH --partition=shared --gpus=1
module load cudatoolkit/24.11
srun ./program
