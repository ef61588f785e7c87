#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --clusters=aurora
#SBATCH --time=00:10:00
#SBATCH --gres=gpu:1
module load CUDA/12.1.1
./program
