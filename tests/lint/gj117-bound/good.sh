#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --nodes=9
#SBATCH --partition=whole
#SBATCH --gpus-per-node=4
./program
