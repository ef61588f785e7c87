#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH -n 2
#SBATCH --ntasks-per-gpu=2 --gpus=1
srun ./program
