#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=3
#SBATCH --gpus-per-node=2
srun ./program
