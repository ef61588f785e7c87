#!/bin/bash
#SBATCH --account=dawn2026-001
#SBATCH --time=10
#SBATCH -n 1
module load foss/2023a
module load numpy/1.26-foss-2022b
./program
