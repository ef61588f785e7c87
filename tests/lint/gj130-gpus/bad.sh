#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --gpus=1 -C l40s
srun --gpus=2 ./program
