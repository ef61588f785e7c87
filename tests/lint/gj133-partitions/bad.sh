#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --partition=part
#SBATCH --nodes=1
#SBATCH --gpus=4
./program
