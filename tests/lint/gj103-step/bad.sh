#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
module load CUDA/12.1.1
srun --gpus=1 ./program
