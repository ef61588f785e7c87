#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --nodes=9 --ntasks-per-node=1
srun ./program
