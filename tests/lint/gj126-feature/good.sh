#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=1
#SBATCH --constraint="[l40s*1&zen4*1]"
./program
