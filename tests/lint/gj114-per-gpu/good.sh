#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10 --ntasks=2 --ntasks-per-gpu=1
srun ./program
