#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --gpus=1
./program
