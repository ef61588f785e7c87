#!/bin/bash
# cluster: zenith
#SBATCH --nodes=4 --ntasks-per-node=1
#SBATCH --time=01:30:00
srun ./program
