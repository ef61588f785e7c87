#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --ntasks-per-node=2
#SBATCH --gpus=3
#SBATCH --gpus-per-task=1
srun ./program
