#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --gpus=l40s:1
#SBATCH --constraint=zen3
./program
