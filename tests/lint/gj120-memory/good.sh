#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH --mem-per-gpu=10G --gpus=1
./program
