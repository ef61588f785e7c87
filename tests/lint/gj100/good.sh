#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=1  # one is enough
##SBATCH --gpus=2
# Scratch -n is not needed: one GPU
module load CUDA/12.9.1
srun ./program
