#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=1 --constraint=A100
#SBATCH --cpus-per-task=48
./program
