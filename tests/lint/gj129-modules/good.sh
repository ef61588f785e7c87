#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH -n 1
module load foss/2022b
module purge
module load foss/2023a numpy/1.26-foss-2023a
./program
