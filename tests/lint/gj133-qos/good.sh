#!/bin/bash
# cluster: zenith
#SBATCH --time=00:30:00
#SBATCH --qos=debug
#SBATCH --gpus=1
./program
