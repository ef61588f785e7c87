#!/bin/bash
#SBATCH --account=dawn2025-151
#SBATCH --time=00:10:00
#SBATCH --gpus=2 -C l40s
torchrun --nproc_per_node=6 train.py
