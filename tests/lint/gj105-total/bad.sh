#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=16 --nodes=2 --constraint=l40s
srun ./program
