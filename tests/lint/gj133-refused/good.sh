#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --nodes=1
#SBATCH --gpus=2
./program
