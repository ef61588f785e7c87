#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH -N 1
#SBATCH -n 24
#SBATCH --gpus=l40s:1
./program
