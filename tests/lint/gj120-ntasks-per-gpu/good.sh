#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10 --ntasks-per-gpu=2 --ntasks=4
srun ./program
