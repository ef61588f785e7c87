#!/bin/bash
#SBATCH --account=dawn2025-151
#SBATCH --time=00:10:00
srun --nodes 2 ./a
