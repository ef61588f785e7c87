#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=00:10:00
#SBATCH --qos=test
#SBATCH -N 3
srun ./program
