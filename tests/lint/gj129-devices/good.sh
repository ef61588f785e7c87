#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --gpus=1 -C l40s
CUDA_VISIBLE_DEVICES=$SLURM_LOCALID ./program
env CUDA_VISIBLE_DEVICES= ./program
