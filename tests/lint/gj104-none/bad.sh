#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --gpus=v100:1
./program
