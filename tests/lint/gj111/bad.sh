#!/bin/bash
# cluster: borealis
#SBATCH --time=00:10:00
#SBATCH -p gpu --nodes=2
srun ./program
