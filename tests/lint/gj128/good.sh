#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH -n 1
#SBATCH --output=%x-%j.out
#SBATCH --comment="$HOME"
./program --out $HOME/$SLURM_JOB_ID
