#!/bin/bash
# cluster: hearsay
#SBATCH --account=dawn2026-001-gpu
#SBATCH --time=00:10:00
#SBATCH -p gpu
#SBATCH --gpus=6
srun ./program
