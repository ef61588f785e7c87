#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=1
#SBATCH --exclude=n[1-4],n7
./program
