#!/bin/bash
#SBATCH --account=dawn2025-151
#SBATCH --time=00:10:00
module load GCC/12.3.0
#SBATCH --ntasks=4
srun ./heat
