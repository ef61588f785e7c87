#!/bin/bash
#SBATCH --account=dawn2025-151
#SBATCH --time=00:10:00
#SBATCH -n 4
mpirun -np 16 ./a
