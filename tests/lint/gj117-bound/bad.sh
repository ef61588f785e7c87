#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --nodes=10 --ntasks-per-node=1
srun ./program
