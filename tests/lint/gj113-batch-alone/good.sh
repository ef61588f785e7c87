#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=1
#SBATCH --constraint=zen4
#SBATCH --batch=zen4
./program
