#!/bin/bash
#SBATCH --account=dawn2025-151
#SBATCH --time=00:10:00
#SBATCH --gpus=2 -C l40s
torchrun --standalone --nproc_per_node=2 train.py --nproc_per_node_of_data=6
torchrun --nproc_per_node=gpu train.py
