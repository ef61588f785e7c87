#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=1
#SBATCH --constraint="zen3|zen4"
#SBATCH --batch="zen3|skylake"
./program
