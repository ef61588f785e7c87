#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --nodes=2
#SBATCH --ntasks=1
srun ./program
