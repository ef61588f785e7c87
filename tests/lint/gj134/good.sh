#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --gpus=1
#SBATCH --nodes=1
#SBATCH --cpus-per-task=16
./program
