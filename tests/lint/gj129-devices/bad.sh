#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --gpus=1 -C l40s
CUDA_VISIBLE_DEVICES=1 ./program
env HIP_VISIBLE_DEVICES=0,1 ./program
