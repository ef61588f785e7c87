#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10 --cpus-per-gpu=2 --gpus=l40s:1
srun ./program
