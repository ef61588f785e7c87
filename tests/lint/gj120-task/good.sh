#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --ntasks=2
#SBATCH --gpus=4
#SBATCH --gpus-per-task=2
srun ./program
