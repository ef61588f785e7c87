#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --partition=whole
#SBATCH --gpus=1
#SBATCH --nodes=1
#SBATCH --cpus-per-task=32
./program
