#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=l40s:2
#SBATCH --gres=gpu:2
srun ./program
