#!/bin/bash
# cluster: zenith
#SBATCH --partition=whole
#SBATCH --nodes=3
#SBATCH --gpus-per-node=4
#SBATCH --time=03:00:00
./program
