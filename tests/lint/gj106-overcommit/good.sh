#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --nodes=1 --ntasks=500 --overcommit
srun ./program
