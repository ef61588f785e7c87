#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
srun --gpus=0 --gres=none ./program --gpus=1
