#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --gpus=2 -N 1 -C l40s
srun --gpus=1 ./program & srun --gpus=1 ./program
wait
