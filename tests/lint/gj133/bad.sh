#!/bin/bash
# cluster: zenith
#SBATCH --nodes=5 --ntasks-per-node=1
#SBATCH --time=01:30:00
srun ./program
