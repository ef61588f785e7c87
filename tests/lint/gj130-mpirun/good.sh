#!/bin/bash
#SBATCH --account=dawn2025-151
#SBATCH --time=00:10:00
#SBATCH -n 4 -c 4
mpirun -np 4 --map-by ppr:4:node ./a -n 16
mpirun ./b
