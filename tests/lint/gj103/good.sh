#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=1
module purge > /dev/null 2>&1
module load GCC/12.3.0 CUDA/12.1.1
python integrate2d.py
