#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --ntasks=33
#SBATCH --cpus-per-task=2
srun ./program
