#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --ntasks=32
#SBATCH --cpus-per-task=2
srun ./program
