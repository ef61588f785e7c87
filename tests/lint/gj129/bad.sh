#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --gpus=1 -C l40s
module CUDA/12.1.1
GCC/12.3.0
SBATCH --mem=4G
export CUDA_VISIBLE_DEVICES=0,1
./program
