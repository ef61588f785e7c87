#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=1
#SBATCH --prefer="l40s|zen4"
./program
