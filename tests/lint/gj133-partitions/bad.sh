#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --partition=part
#SBATCH --gpus=8
./program
